import { type ReactNode, useId } from 'react'
import { useLocation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { WarningIcon } from '../media/icons.tsx'
import { useSiteData } from '../page/site-data.ts'
import { classNames } from '../style/class-names.ts'

/** The properties that all fields have, beside the attributes of their control. */
export interface FieldProps {
  label: ReactNode
  /** Its name in the form; errors and the summary refer to it. */
  name: string
  /** A hint below the control. */
  help?: ReactNode
  /** The sentence about what is wrong, if anything is. */
  error?: string | null | undefined
  /** The label says so; all other fields are required. */
  optional?: boolean
  className?: string
}

/** The attributes that connect a control with its label, help and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const controlClasses =
  'w-full min-h-12 rounded-field border border-edge bg-card px-4 py-2.5 text-base text-ink placeholder:text-soft hover:border-ink focus-visible:outline-offset-1 aria-invalid:border-pomegranate aria-invalid:border-2'

/** The id of the field of that name, to which the error summary links. */
export function fieldId(name: string): string {
  return `field-${name.replace(/\]/g, '').replace(/[^\w-]+/g, '-')}`
}

/** What had been sent of that field when the session ended: nothing of a box without tick; undefined without a draft. */
function useFormDraftValues(field: string): string[] | undefined {
  const draft = useSiteData()?.formDraft
  const { pathname } = useLocation()
  if (!draft || draft.path !== pathname.replace(/(.)\/$/, '$1')) return undefined
  return draft.values[field] ?? []
}

/** What had been typed into that field when the session ended; undefined where it was in no form that was sent. */
export function useFormDraftValue(field: string): string | undefined {
  return useFormDraftValues(field)?.at(-1)
}

/** Whether that box, of those with its name, was ticked when the session ended; undefined without a draft. */
export function useFormDraftTick(field: string, value = 'on'): boolean | undefined {
  return useFormDraftValues(field)?.includes(value)
}

/** A control with its label above, and help and error below, connected for screen readers (R816). */
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

/** The error and the help below a control. */
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
