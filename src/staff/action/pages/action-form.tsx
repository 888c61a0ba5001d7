import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import type { ActionChoice, ActionLookView } from '../look-contract.ts'
import type { ActionName } from '../rules.ts'
import type { ActionField } from './action-fields.ts'
import { actionForms } from './action-forms.ts'
import { errorTextWithLeft } from './action-messages.ts'

type Typed = Record<string, string>
type Choices = ActionLookView['choices']

/** The fields that a person can fill in now: a field of choices waits until there are some. */
export function askedFields(name: ActionName, choices: Choices): ActionField[] {
  return actionForms[name].fields.filter(
    field => field.kind !== 'choice' || (choices[field.name] ?? []).length > 0,
  )
}

/** The fields of an action; what can be chosen by them comes with the next step. */
export function ActionForm(props: {
  name: ActionName
  typed: Typed
  choices: Choices
  wrong: Pick<PageError, 'fields' | 'detail'>
  /** Whether what is wrong is said above the form already. */
  isToldAbove: boolean
}) {
  const { name, typed, choices, wrong, isToldAbove } = props
  const language = useLanguage()
  const errorOf = (code: string | undefined) => (code ? errorTextWithLeft(code, wrong, language) : null)
  const isPrivate = actionForms[name].isPrivate === true
  const asked = askedFields(name, choices)
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
      {!isToldAbove && <WrongFields asked={asked} fields={wrong.fields} errorOf={errorOf} />}
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

/** What is wrong, above the fields and in view; a field that is not shown can't be led to. */
function WrongFields(props: {
  asked: ActionField[]
  fields: Record<string, string>
  errorOf(code: string): string | null
}) {
  const { asked, fields, errorOf } = props
  const shown = asked.filter(({ name }) => fields[name])
  const [hidden] = Object.keys(fields).filter(name => asked.every(field => field.name !== name))
  const errors = {
    ...Object.fromEntries(shown.map(({ name }) => [name, errorOf(fields[name] ?? '') ?? ''])),
    ...(hidden !== undefined && { form: errorOf(fields[hidden] ?? '') ?? '' }),
  }
  const labels = Object.fromEntries(shown.map(({ name, label }) => [name, label()]))
  return <ErrorSummary errors={errors} labels={labels} />
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
  const all = {
    ...{ label: field.label(), name, error, help: field.help?.() },
    ...(field.isOptional && { optional: true }),
  }
  const suggested = props.choices.find(one => one.is_suggested)?.value ?? field.preset ?? ''
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
