import { type ComponentProps, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { MinusIcon, PlusIcon } from '../media/icons.tsx'
import { classNames } from '../style/class-names.ts'
import { controlClasses, Field, type FieldProps, useFormDraftValue } from './field.tsx'

type NumberProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'min' | 'max' | 'ref'> & FieldProps

/** A number with buttons − and +; without JavaScript it is typed. */
export function QuantityField(props: NumberProps & { min?: number; max?: number }) {
  const { label, name, help, error, optional, className, min = 1, max, ...input } = props
  const draft = useFormDraftValue(name)
  const restored = draft === undefined || 'value' in input ? {} : { defaultValue: draft }
  const quantityInput = useRef<HTMLInputElement>(null)
  const changeBy = (amount: 1 | -1) => () => {
    const field = quantityInput.current
    if (!field) return
    const current = field.value === '' ? min : Number(field.value)
    setValueAsTyped(field, String(Math.min(max ?? 1_000_000, Math.max(min, current + amount))))
  }
  const buttonLook = 'hidden size-12 items-center justify-center rounded-pill hover:bg-ink/6 js:flex'
  return (
    <Field label={label} name={name} help={help} error={error} optional={optional} className={className}>
      {control => (
        <span className="flex w-fit items-center gap-1">
          <button type="button" aria-label={m.ui_decrease()} className={buttonLook} onClick={changeBy(-1)}>
            <MinusIcon />
          </button>
          <input
            inputMode="numeric"
            {...input}
            {...restored}
            {...control}
            ref={quantityInput}
            type="number"
            min={min}
            max={max}
            name={name}
            className={classNames(controlClasses, 'no-spinner w-20 text-center tabular-nums')}
          />
          <button type="button" aria-label={m.ui_increase()} className={buttonLook} onClick={changeBy(1)}>
            <PlusIcon />
          </button>
        </span>
      )}
    </Field>
  )
}

/** Sets a value as typing would, so that React and the form receive its event. */
export function setValueAsTyped(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An amount in euro, with comma or point (R818); parseEuro of base/money.ts reads it. */
export function MoneyField({ label, name, help, error, optional, className, ...input }: NumberProps) {
  const draft = useFormDraftValue(name)
  const restored = draft === undefined || 'value' in input ? {} : { defaultValue: draft }
  return (
    <Field label={label} name={name} help={help} error={error} optional={optional} className={className}>
      {control => (
        <span className="relative block max-w-52">
          <input
            autoComplete="off"
            {...input}
            {...restored}
            {...control}
            type="text"
            inputMode="decimal"
            name={name}
            className={classNames(controlClasses, 'pr-10 tabular-nums')}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-4 flex items-center"
          >
            €
          </span>
        </span>
      )}
    </Field>
  )
}
