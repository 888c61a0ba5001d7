import { type ReactNode, useId } from 'react'
import { Form } from 'react-router'
import { formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
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
import { factName, factText } from '../../audit/pages/audit-messages.ts'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import type { ActionChoice, ActionLookView, RegistryNames } from '../look-contract.ts'
import type { ActionName } from '../rules.ts'
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
  if (kind === 'choice') {
    const suggested = props.choices.find(one => one.is_suggested)?.value ?? ''
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
      defaultValue={typed}
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
    <div className="flex max-w-3xl flex-col gap-5">
      {confirm.mismatch && <Notice tone="alert" title={m.staff_line_mismatch(confirm.mismatch)} />}
      <Comparison {...confirm} />
      <Form method="post" reloadDocument aria-label={title()} className="flex flex-col gap-4">
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
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {title()}
          </Button>
          {fields.length > 0 && !isPrivate && (
            <ButtonLink to={`?${new URLSearchParams({ ...typed, edit: '1' })}`} kind="quiet">
              {m.staff_action_edit()}
            </ButtonLink>
          )}
          {isPrivate && (
            <Button type="submit" kind="quiet" form={changes}>
              {m.staff_action_edit()}
            </Button>
          )}
        </div>
      </Form>
      {isPrivate && <ChangeForm id={changes} typed={typed} />}
    </div>
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

function Comparison({ about, before, after }: Pick<Confirm, 'about' | 'before' | 'after'>) {
  const language = useLanguage()
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const rows = names.map(name => ({
    name: factName(name),
    was: factText(name, before[name], language),
    will: factText(name, after[name], language),
    isChanged: before[name] !== after[name],
  }))
  if (about) {
    const text = registryText(about, language)
    rows.unshift({ name: m.staff_column_registry(), was: text, will: text, isChanged: false })
  }
  return (
    <StaffTable
      label={m.staff_action_comparison()}
      rows={rows}
      rowKey={row => row.name}
      empty=""
      columns={[
        { label: m.staff_column_what(), cell: row => row.name },
        { label: m.staff_column_before(), cell: row => row.was },
        {
          label: m.staff_column_after(),
          cell: row => (row.isChanged ? <strong>{row.will}</strong> : row.will),
        },
      ]}
    />
  )
}

/** «Ελένη & Γιώργος, Wedding, 19 June 2027» (R1025). */
function registryText({ name, event, day }: RegistryNames, language: Language): string {
  return [name, event, day === null ? m.ui_date_undecided() : formatDay(day, language)].join(', ')
}
