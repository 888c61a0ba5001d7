import { type ComponentProps, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { controlClasses, Field, type FieldProps } from './field.tsx'
import { useFormDraftValue } from './form-draft.ts'

type Own<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  keyof FieldProps | 'children'
> &
  FieldProps

/** One line of text; `type`, `autoComplete`, `inputMode` and the like pass to the native control. */
export function TextField({ label, name, help, error, optional, className, ...input }: Own<'input'>) {
  const typed = useFormDraftValue(name)
  const again = typed === undefined || 'value' in input ? {} : { defaultValue: typed }
  return (
    <Field {...{ label, name, help, error, optional, className }} {...(input.id ? { id: input.id } : {})}>
      {control => (
        <input type="text" {...input} {...again} {...control} name={name} className={controlClasses} />
      )}
    </Field>
  )
}

/** A password that can be looked at; pasting and password managers work. */
export function PasswordField({ label, name, help, error, optional, className, ...input }: Own<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, name, help, error, optional, className }}>
      {control => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            className={classNames(controlClasses, 'js:pr-24')}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 hidden rounded-field px-3 text-sm font-semibold js:block"
          >
            {shown ? m.ui_password_hide() : m.ui_password_show()}
          </button>
        </span>
      )}
    </Field>
  )
}

function roomWords(left: number): string {
  return left < 0 ? m.ui_characters_over({ count: -left }) : m.ui_characters_left({ count: left })
}

/** Several lines of text; with `most`, tells how many letters are left. */
export function TextArea(props: Own<'textarea'> & { most?: number }) {
  const { label, name, help, error, optional, className, most, onChange, ...area } = props
  const typed = useFormDraftValue(name)
  const again = typed === undefined || 'value' in area ? {} : { defaultValue: typed }
  const [length, setLength] = useState(String(typed ?? area.defaultValue ?? area.value ?? '').length)
  const left = most === undefined ? null : most - length
  return (
    <Field
      {...{ label, name, error, optional, className }}
      {...(area.id ? { id: area.id } : {})}
      help={
        <>
          {help} {left !== null && <span>{roomWords(left)}</span>}
        </>
      }
    >
      {control => (
        <textarea
          rows={4}
          {...area}
          {...again}
          {...control}
          name={name}
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

/** One of a list, with the device's own picker. */
export function Select(
  props: Own<'select'> & {
    choices: SelectOption[]
    /** The first, empty choice, when nothing is chosen yet: «Choose Event». */
    empty?: string
  },
) {
  const { label, name, help, error, optional, className, choices, empty, ...select } = props
  const typed = useFormDraftValue(name)
  const again = typed === undefined || 'value' in select ? {} : { defaultValue: typed }
  return (
    <Field {...{ label, name, help, error, optional, className }}>
      {control => (
        <select
          {...select}
          {...again}
          {...control}
          name={name}
          className={classNames(controlClasses, 'select-arrow pr-11')}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
