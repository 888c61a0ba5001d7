import { type ComponentProps, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { controlClasses, Field, type FieldProps, useFormDraftValue } from './field.tsx'

type ControlOwnProps<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  keyof FieldProps | 'children'
> &
  FieldProps

/** One line of text; `type`, `autoComplete`, `inputMode` and the like pass to the native control. */
export function TextField(props: ControlOwnProps<'input'>) {
  const { label, name, help, error, optional, className, ...input } = props
  const draft = useFormDraftValue(name)
  const restored = draft === undefined || 'value' in input ? {} : { defaultValue: draft }
  return (
    <Field
      label={label}
      name={name}
      help={help}
      error={error}
      optional={optional}
      className={className}
      {...(input.id ? { id: input.id } : {})}
    >
      {control => (
        <input type="text" {...input} {...restored} {...control} name={name} className={controlClasses} />
      )}
    </Field>
  )
}

/** A password with a button that shows it; pasting and password managers work (R816). */
export function PasswordField(props: ControlOwnProps<'input'>) {
  const { label, name, help, error, optional, className, ...input } = props
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} name={name} help={help} error={error} optional={optional} className={className}>
      {control => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            name={name}
            type={isShown ? 'text' : 'password'}
            className={classNames(controlClasses, 'js:pr-24')}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-1 right-1 hidden rounded-field px-3 text-sm font-semibold js:block"
          >
            {isShown ? m.ui_password_hide() : m.ui_password_show()}
          </button>
        </span>
      )}
    </Field>
  )
}

function charactersLeftText(left: number): string {
  return left < 0 ? m.ui_characters_over({ count: -left }) : m.ui_characters_left({ count: left })
}

/** Several lines of text; with `maxCharacters`, shows how many are left. */
export function TextArea(props: ControlOwnProps<'textarea'> & { maxCharacters?: number }) {
  const { label, name, help, error, optional, className, maxCharacters, onChange, ...area } = props
  const draft = useFormDraftValue(name)
  const restored = draft === undefined || 'value' in area ? {} : { defaultValue: draft }
  const [length, setLength] = useState(String(draft ?? area.defaultValue ?? area.value ?? '').length)
  const left = maxCharacters === undefined ? null : maxCharacters - length
  return (
    <Field
      label={label}
      name={name}
      error={error}
      optional={optional}
      className={className}
      {...(area.id ? { id: area.id } : {})}
      help={
        <>
          {help} {left !== null && <span>{charactersLeftText(left)}</span>}
        </>
      }
    >
      {control => (
        <textarea
          rows={4}
          {...area}
          {...restored}
          {...control}
          name={name}
          // Browsers scroll to the first line of a text only, and leave the rest of the field out of sight.
          onFocus={event => event.currentTarget.scrollIntoView({ block: 'nearest' })}
          onChange={event => {
            setLength(event.target.value.length)
            onChange?.(event)
          }}
          className={classNames(controlClasses, 'field-sizing-content min-h-28')}
        />
      )}
    </Field>
  )
}

export interface SelectOption {
  value: string
  label: string
}

/** One of a list, with the browser's own picker. */
export function Select(
  props: ControlOwnProps<'select'> & {
    options: SelectOption[]
    /** The label of the empty first option, such as «Choose Event». */
    emptyLabel?: string
  },
) {
  const { label, name, help, error, optional, className, options, emptyLabel, ...select } = props
  const draft = useFormDraftValue(name)
  const restored = draft === undefined || 'value' in select ? {} : { defaultValue: draft }
  return (
    <Field label={label} name={name} help={help} error={error} optional={optional} className={className}>
      {control => (
        <select
          {...select}
          {...restored}
          {...control}
          name={name}
          // Without an empty option something is always chosen, and HTML allows no `required`.
          required={emptyLabel !== undefined && select.required}
          className={classNames(controlClasses, 'select-arrow pr-11')}
        >
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
