import { type ReactNode, useId } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import type { ActionChoice, ActionLookView } from '../look-contract.ts'
import type { ActionName } from '../rules.ts'
import { ActionComparison } from './action-comparison.tsx'
import { type ActionField, actionForms } from './action-forms.ts'
import { errorTextWithLeft } from './action-messages.ts'

type Typed = Record<string, string>
type Confirm = NonNullable<ActionLookView['confirm']>

/** The fields of an action; what can be chosen by them comes with the next step. */
export function ActionForm(props: {
  name: ActionName
  typed: Typed
  choices: ActionLookView['choices']
  wrong: Pick<PageError, 'fields' | 'detail'>
}) {
  const { name, typed, choices, wrong } = props
  const language = useLanguage()
  const errorOf = (code: string | undefined) => (code ? errorTextWithLeft(code, wrong, language) : null)
  const isPrivate = actionForms[name].isPrivate === true
  const asked = actionForms[name].fields.filter(
    field => field.kind !== 'choice' || (choices[field.name] ?? []).length > 0,
  )
  const known = Object.entries(typed).filter(([key]) => asked.every(field => field.name !== key))
  return (
    <Form
      key={JSON.stringify([typed, Object.keys(choices)])}
      reloadDocument
      method={isPrivate ? 'post' : 'get'}
      aria-label={actionForms[name].title()}
      className="flex max-w-2xl flex-col gap-4"
    >
      {isPrivate ? <input type="hidden" name="step" value="look" /> : <LanguageInput />}
      {known.map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {asked.map(field => (
        <Field
          key={field.name}
          field={field}
          typed={typed[field.name]}
          choices={choices[field.name] ?? []}
          error={errorOf(wrong.fields[field.name])}
        />
      ))}
      <Button type="submit" kind="outline" className="self-start">
        {m.staff_action_next()}
      </Button>
    </Form>
  )
}

function Field(props: {
  field: ActionField
  typed: string | undefined
  choices: ActionChoice[]
  error: string | null
}): ReactNode {
  const { field, typed, error } = props
  const { name, kind, texts, remark } = field
  const choices = props.choices.map(({ value, label }) => {
    const parts = [texts?.[value]?.() ?? label, remark?.(value)]
    return { value, label: parts.filter(Boolean).join(', ') }
  })
  const all = { label: field.label(), name, error, ...(field.isOptional && { optional: true }) }
  const suggested = props.choices.find(one => one.is_suggested)?.value ?? ''
  if (kind === 'choice') {
    return (
      <Select
        {...all}
        defaultValue={typed ?? suggested}
        emptyLabel={m.staff_action_choose()}
        options={choices}
      />
    )
  }
  if (kind === 'area') return <TextArea {...all} defaultValue={typed} maxLength={500} />
  if (kind === 'money') return <MoneyField {...all} defaultValue={typed} />
  if (kind === 'day') return <DateField {...all} defaultValue={typed} />
  return (
    <TextField
      {...all}
      defaultValue={typed ?? suggested}
      autoComplete="off"
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      {...(kind === 'email' && { type: 'email' })}
    />
  )
}

/** What is and what will be, and the reason: nothing is done before this is sent. */
export function ActionConfirmation(props: {
  name: ActionName
  typed: Typed
  confirm: Confirm
  formKey: string
  reason: string
  error: string | null
}) {
  const { name, typed, confirm, formKey, reason, error } = props
  const { title, fields, isPrivate } = actionForms[name]
  const isBusy = useIsSubmitting()
  const changes = useId()
  const hidden = { ...typed, version: confirm.version, key: formKey }
  return (
    <>
      <Form
        method="post"
        reloadDocument
        aria-label={title()}
        // What is written stays above the bar of the button.
        className="flex max-w-3xl flex-col gap-5 max-md:[&_textarea]:scroll-mb-28"
      >
        {confirm.mismatch && <Notice tone="alert" title={m.staff_line_mismatch(confirm.mismatch)} />}
        <ActionComparison {...confirm} />
        {Object.entries(hidden).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <TextArea
          label={m.staff_column_reason()}
          help={m.staff_action_reason_help()}
          name="reason"
          maxLength={500}
          defaultValue={reason}
          error={error}
        />
        <div className="flex-wrap gap-3 max-md:contents md:flex">
          <div className={barClasses}>
            <Button type="submit" busy={isBusy} className="max-md:w-full">
              {title()}
            </Button>
          </div>
          <ChangeButton typed={typed} form={isPrivate ? changes : null} hasFields={fields.length > 0} />
        </div>
      </Form>
      {isPrivate && <ChangeForm id={changes} typed={typed} />}
    </>
  )
}

/** On a phone the button stays in reach, however long what it is about. */
const barClasses =
  'max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4.5 max-md:border-t max-md:border-line max-md:bg-paper max-md:px-4.5 max-md:py-2'

/** Back to the fields: by an address, or by the form that sends what may stand in none. */
function ChangeButton(props: { typed: Typed; form: string | null; hasFields: boolean }) {
  const { typed, form, hasFields } = props
  const look = { kind: 'quiet', className: 'max-md:self-start' } as const
  if (form !== null)
    return (
      <Button type="submit" form={form} {...look}>
        {m.staff_action_edit()}
      </Button>
    )
  if (!hasFields) return null
  return (
    <ButtonLink to={`?${new URLSearchParams({ ...typed, edit: '1' })}`} {...look}>
      {m.staff_action_edit()}
    </ButtonLink>
  )
}

/** Leads back to the fields with all that was typed, in the body of a form. */
function ChangeForm({ id, typed }: { id: string; typed: Typed }) {
  return (
    <Form method="post" reloadDocument id={id} hidden>
      {Object.entries({ ...typed, step: 'look', edit: '1' }).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
    </Form>
  )
}
