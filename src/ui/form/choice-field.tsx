import { type ComponentProps, type ReactNode, useId } from 'react'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { FieldMessages, type FieldProps, fieldId, useFormDraftTick, useFormDraftValue } from './field.tsx'

const boxClasses =
  'size-6 shrink-0 appearance-none border-[1.5px] border-edge bg-card bg-center bg-no-repeat hover:border-ink checked:border-pomegranate checked:bg-pomegranate aria-invalid:border-pomegranate forced-colors:appearance-auto'

/** A checkbox with its label beside it; sends its value, or "on". */
export function Checkbox(props: Omit<ComponentProps<'input'>, keyof FieldProps> & FieldProps) {
  const { label, name, help, error, optional, className, ...input } = props
  const draft = useFormDraftTick(name, input.value?.toString())
  const restored = draft === undefined || 'checked' in input ? {} : { defaultChecked: draft }
  const unique = useId()
  const helpId = help ? `${unique}help` : undefined
  const errorId = error ? `${unique}error` : undefined
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label className="flex min-h-6 gap-3">
        <input
          type="checkbox"
          id={fieldId(name)}
          {...input}
          {...restored}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, helpId].filter(Boolean).join(' ') || undefined}
          className={classNames(boxClasses, 'tick-mark rounded-[6px]')}
        />
        <span>
          {label}
          {optional && <span className="text-soft"> {m.ui_optional()}</span>}
        </span>
      </label>
      <FieldMessages help={help} helpId={helpId} error={error} errorId={errorId} />
    </div>
  )
}

interface RadioCard {
  value: string
  label: ReactNode
  /** One line that explains this choice. */
  help?: ReactNode
  /** Stands above the label. */
  picture?: ReactNode
}

/** One of a few choices, each a card with a radio button. */
export function RadioCards(
  props: Pick<FieldProps, 'label' | 'name' | 'error'> & {
    cards: RadioCard[]
    defaultValue?: string | undefined
    value?: string
    onChange?: (value: string) => void
    /** Columns on wide screens; phones have one, or two when the cards have pictures. */
    columns?: 1 | 2 | 3 | 4
  },
) {
  const { label, name, error, cards, columns = 1 } = props
  const draft = useFormDraftValue(name)
  const unique = useId()
  const errorId = error ? `${unique}error` : undefined
  return (
    <fieldset aria-describedby={errorId} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className={classNames('grid gap-3', gridClasses(columns, cards))}>
        {cards.map((card, index) => (
          <RadioCardChoice
            key={card.value}
            card={card}
            id={index === 0 ? fieldId(name) : undefined}
            invalid={Boolean(error)}
            name={name}
            value={props.value}
            initialValue={draft ?? props.defaultValue}
            onChange={props.onChange}
          />
        ))}
      </div>
      <FieldMessages error={error} errorId={errorId} />
    </fieldset>
  )
}

function gridClasses(columns: 1 | 2 | 3 | 4, cards: RadioCard[]): string {
  const wide = { 1: '', 2: 'md:grid-cols-2', 3: 'md:grid-cols-3', 4: 'md:grid-cols-4' }[columns]
  return classNames(cards.some(card => card.picture) && 'grid-cols-2', wide)
}

function RadioCardChoice(props: {
  card: RadioCard
  id: string | undefined
  name: string
  invalid: boolean
  value: string | undefined
  initialValue: string | undefined
  onChange: ((value: string) => void) | undefined
}) {
  const { card, onChange } = props
  const checkedProps =
    props.value === undefined
      ? { defaultChecked: props.initialValue === card.value }
      : { checked: props.value === card.value }
  return (
    <label
      className={classNames(
        card.picture
          ? 'relative items-center gap-2 px-2 py-2 sm:justify-center sm:px-4 sm:pt-6 sm:pb-4 sm:text-center'
          : 'gap-3 p-4',
        'flex rounded-tile border border-line bg-card hover:border-edge has-checked:border-pomegranate has-checked:ring-1 has-checked:ring-pomegranate has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink forced-colors:has-checked:border-4',
      )}
    >
      <input
        type="radio"
        id={props.id}
        name={props.name}
        value={card.value}
        {...checkedProps}
        aria-invalid={props.invalid || undefined}
        onChange={onChange ? () => onChange(card.value) : props.value === undefined ? undefined : () => {}}
        className={classNames(
          boxClasses,
          'radio-mark rounded-pill outline-none',
          // On phones it is the whole card, and the frame alone shows the choice: there is room for the words.
          Boolean(card.picture) &&
            'absolute top-3 left-3 max-sm:inset-0 max-sm:z-1 max-sm:size-full max-sm:opacity-0',
        )}
      />
      <span
        className={classNames(
          'flex min-w-0 flex-1 gap-1',
          card.picture ? 'items-center gap-2 sm:flex-col sm:gap-1' : 'flex-col',
        )}
      >
        {card.picture}
        <span className={classNames('font-semibold', Boolean(card.picture) && 'max-sm:text-sm')}>
          {card.label}
        </span>
        {card.help && <span className="text-sm text-soft">{card.help}</span>}
      </span>
    </label>
  )
}
