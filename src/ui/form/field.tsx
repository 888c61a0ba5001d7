import { type ReactNode, useId } from 'react'
import { m } from '../../paraglide/messages.js'
import { WarningIcon } from '../media/icons.tsx'
import { classNames } from '../style/class-names.ts'

/** What every field takes beside its control's own attributes. */
export interface FieldProps {
  label: ReactNode
  /** How the form sends it; errors and the summary find it by this name. */
  name: string
  /** One line under the label's control that helps before anything goes wrong. */
  help?: ReactNode
  /** A finished sentence about what is wrong, or nothing. */
  error?: string | null | undefined
  /** Marked as optional in words; fields are required unless said. */
  optional?: boolean
  className?: string
}

/** What a control needs to belong to its label, help and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** The look of a text control. */
export const controlClasses =
  'w-full min-h-12 rounded-field border border-edge bg-card px-4 py-2.5 text-base text-ink placeholder:text-soft hover:border-ink focus-visible:outline-offset-1 aria-invalid:border-pomegranate aria-invalid:border-2'

/** The id of the field with that name, so that a summary can lead to it. */
export function fieldId(name: string): string {
  return `field-${name.replace(/\]/g, '').replace(/[^\w-]+/g, '-')}`
}

/** Label above, control, help and error under it, tied together for every reader. */
export function Field(props: FieldProps & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const { label, name, help, error, optional, className, children } = props
  const unique = useId()
  const id = props.id ?? fieldId(name)
  const helpId = help ? `${unique}help` : undefined
  const errorId = error ? `${unique}error` : undefined
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> {m.ui_optional()}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [errorId, helpId].filter(Boolean).join(' ') || undefined,
      })}
      <FieldMessages help={help} helpId={helpId} error={error} errorId={errorId} />
    </div>
  )
}

/** The lines under a control: what is wrong, and what helps. */
export function FieldMessages(props: {
  help?: ReactNode
  helpId?: string | undefined
  error?: string | null | undefined
  errorId?: string | undefined
}) {
  return (
    <>
      {props.error && (
        <p id={props.errorId} className="flex gap-1.5 text-sm font-semibold text-pomegranate">
          <WarningIcon />
          {props.error}
        </p>
      )}
      {props.help && (
        <p id={props.helpId} className="text-sm text-soft">
          {props.help}
        </p>
      )}
    </>
  )
}
