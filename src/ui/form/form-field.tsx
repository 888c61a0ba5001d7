import type { ReactNode } from 'react'
import type { DayOptions } from './date-field.tsx'
import { PasswordField, Select, type SelectOption, TextArea, TextField } from './text-field.tsx'

/** What a control of a form is drawn with, whichever it is. */
export interface DrawnField {
  name: string
  label: string
  help?: ReactNode
  error: string | null
  defaultValue: string | undefined
  optional?: boolean
  day?: DayOptions
}

/** A field of a form: what it is called, what may stand in it, and which control it has. */
export interface FormField {
  name: string
  label: string
  kind?: 'text' | 'email' | 'tel' | 'number' | 'search' | 'password' | 'code' | 'area' | 'choice'
  help?: ReactNode
  /** Its label says so; all others are required. */
  optional?: boolean
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
  /** What it starts with, unless something else was typed. */
  value?: string | null | undefined
  /** For a text of several lines. */
  rows?: number
  maxCharacters?: number
  maxLength?: number
  /** Of a choice; `emptyLabel` is the label of none. */
  options?: SelectOption[]
  emptyLabel?: string
  day?: DayOptions
  /** Any other control, as that of a day or an amount, which a form without it need not load. */
  draw?: (field: DrawnField) => ReactNode
}

const controls = {
  text: {},
  email: { type: 'email', autoComplete: 'email' },
  tel: { type: 'tel', autoComplete: 'tel' },
  number: { inputMode: 'numeric' },
  search: { type: 'search' },
  code: { autoComplete: 'one-time-code' },
} as const

/** The control of a field, with its label, help and error. */
export function FieldControl(props: FormField & { error: string | null; required?: boolean }) {
  const { kind = 'text', draw, value, options = [], emptyLabel, required, ...field } = props
  const shown = { ...field, defaultValue: value ?? undefined }
  if (draw) return draw(shown)
  if (kind === 'password') return <PasswordField {...field} required={required} />
  if (kind === 'area') return <TextArea rows={6} {...shown} />
  if (kind === 'choice') return <Select {...shown} options={options} emptyLabel={emptyLabel} />
  return <TextField {...controls[kind]} {...shown} required={required} />
}
