import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { MoneyField } from '../../../ui/form/number-fields.tsx'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { ActionChoice, ActionLookView } from '../look-rules.ts'
import type { AskedField, DescribedAction } from './action-description.ts'

type Typed = Record<string, string>
type Choices = ActionLookView['choices']

/** The fields that a person can fill in now: a field of choices waits until there are some. */
export function askedFields({ fields }: DescribedAction, choices: Choices): AskedField[] {
  return fields.filter(field => field.kind !== 'choice' || (choices[field.name] ?? []).length > 0)
}

/** The fields of an action; what can be chosen by them comes with the next step. */
export function ActionForm(props: {
  action: DescribedAction
  typed: Typed
  choices: Choices
  /** What is wrong, by the names of the fields. */
  wrong: Record<string, string>
  /** Whether what is wrong is said above the form already. */
  isToldAbove: boolean
}) {
  const { action, typed, choices, wrong, isToldAbove } = props
  const { title, isPrivate } = action
  const asked = askedFields(action, choices)
  const known = Object.entries(typed).filter(([key]) => asked.every(field => field.name !== key))
  return (
    <Form
      key={JSON.stringify([typed, Object.keys(choices)])}
      reloadDocument
      method={isPrivate ? 'post' : 'get'}
      aria-label={title}
      className="flex max-w-2xl flex-col gap-4"
    >
      {isPrivate ? <input type="hidden" name="step" value="look" /> : <LanguageInput />}
      {known.map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {!isToldAbove && <WrongFields asked={asked} wrong={wrong} />}
      {asked.map(field => (
        <Field
          key={field.name}
          field={field}
          typed={typed[field.name]}
          choices={choices[field.name] ?? []}
          error={wrong[field.name] ?? null}
        />
      ))}
      <Button type="submit" kind="outline" className="self-start">
        {m.common_go_on()}
      </Button>
    </Form>
  )
}

/** What is wrong, above the fields and in view; a field that is not shown can't be led to. */
function WrongFields({ asked, wrong }: { asked: AskedField[]; wrong: Record<string, string> }) {
  const shown = asked.filter(({ name }) => wrong[name])
  const [hidden] = Object.keys(wrong).filter(name => asked.every(field => field.name !== name))
  const errors = {
    ...Object.fromEntries(shown.map(({ name }) => [name, wrong[name] ?? ''])),
    ...(hidden !== undefined && { form: wrong[hidden] ?? '' }),
  }
  const labels = Object.fromEntries(shown.map(({ name, label }) => [name, label]))
  return <ErrorSummary errors={errors} labels={labels} />
}

function Field(props: {
  field: AskedField
  typed: string | undefined
  choices: ActionChoice[]
  error: string | null
}): ReactNode {
  const { field, typed, choices, error } = props
  const { name, kind } = field
  const all = {
    ...{ label: field.label, name, error, help: field.help ?? undefined },
    ...(field.isOptional && { optional: true }),
  }
  const suggested = choices.find(one => one.is_suggested)?.value ?? field.preset
  if (kind === 'choice') {
    return (
      <Select
        {...all}
        defaultValue={typed ?? suggested}
        emptyLabel={m.staff_action_choose()}
        options={choices.map(({ value, label }) => ({ value, label }))}
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
