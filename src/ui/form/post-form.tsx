import type { ReactNode } from 'react'
import { emptyObject } from '../../base/fields.ts'
import type { PageError } from '../page/page-errors.ts'
import { classNames } from '../style/class-names.ts'
import { Button } from './button.tsx'
import { ErrorSummary, FormErrorNotice } from './error-summary.tsx'
import { Form } from './form.tsx'
import { FieldControl, type FormField } from './form-field.tsx'
import { useIsSubmitting } from './submission.ts'
import type { FormValues } from './submit-form.ts'
import { useValidatedForm, type ValidatedFormOptions } from './validated-form.ts'

interface PostFormProps extends Pick<ValidatedFormOptions, 'schema'> {
  /** Where the form is sent; the browser validates what the server validates. */
  call: ValidatedFormOptions['endpoint']
  /** Why the last submission was refused. */
  refused?: PageError | null | undefined
  /** What was typed then. */
  values?: FormValues | undefined
  fields?: FormField[]
  /** What the button says, which is also the name of the form. */
  submit: string
  /** How the button looks. */
  kind?: 'outline' | 'danger'
  /** As wide as the form. */
  wide?: boolean
  /** Sent along. */
  hidden?: Record<string, string>
  /** In place of the alert about what was refused; null where it is told elsewhere. */
  notice?: ReactNode
  /** Below the fields. */
  children?: ReactNode
  /** Beside the button, as a link that leads back. */
  beside?: ReactNode
  className?: string
}

/** A form of a call: its alert, the summary of what is wrong, its fields, and a button that turns while it is sent. */
export function PostForm(props: PostFormProps) {
  const { call, schema, refused, values, fields = [], submit, hidden = {}, kind, wide, beside } = props
  const form = useValidatedForm({
    endpoint: call,
    schema: schema ?? (fields.length > 0 ? call.input : emptyObject),
    fieldErrors: refused?.fields,
  })
  const isBusy = useIsSubmitting()
  const button = (
    <Button
      type="submit"
      size="large"
      kind={kind}
      wide={wide}
      busy={isBusy}
      className={wide ? '' : 'self-start'}
    >
      {submit}
    </Button>
  )
  return (
    <Form
      aria-label={submit}
      method="post"
      replace
      className={classNames('flex flex-col', props.className ?? 'gap-5')}
      {...form.props}
    >
      {props.notice === undefined ? <FormErrorNotice refused={refused} /> : props.notice}
      <ErrorSummary {...form.summary} labels={summaryLabels(fields)} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(field => (
        <FieldControl
          key={field.name}
          {...field}
          value={values?.[field.name] ?? field.value}
          error={form.error(field.name)}
          required={!field.optional}
        />
      ))}
      {props.children}
      {beside ? (
        <div className="flex flex-wrap gap-3">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </Form>
  )
}

/** Labels for fields whose error sentences do not name the field. */
function summaryLabels(fields: FormField[]): Record<string, string> {
  const unnamed = fields.filter(({ kind = 'text' }) => !['email', 'tel', 'area'].includes(kind))
  return Object.fromEntries(unnamed.map(({ name, label }) => [name, label]))
}
