import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { Select, TextField } from '../../../ui/form/text-field.tsx'

/** What is looked for in the audit; the address keeps it. */
export function AuditFilterForm(props: {
  people: { id: number; name: string }[]
  actions: { value: string; label: string }[]
  typed: Record<string, string>
  fieldErrors: Record<string, string>
}) {
  const { people, actions, typed, fieldErrors } = props
  const error = (name: string) => (fieldErrors[name] === undefined ? null : fieldMessage(fieldErrors[name]))
  return (
    <Form
      key={JSON.stringify(typed)}
      aria-label={m.staff_filter()}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 min-[75rem]:grid-cols-[1fr_1fr_1fr_auto_auto_auto]"
    >
      <LanguageInput />
      <Select
        label={m.staff_column_who()}
        name="person"
        defaultValue={typed.person ?? ''}
        emptyLabel={m.staff_anybody()}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={error('person')}
      />
      <Select
        label={m.common_what()}
        name="action"
        defaultValue={typed.action ?? ''}
        emptyLabel={m.staff_anything()}
        options={actions}
        error={error('action')}
      />
      <TextField
        label={m.staff_audit_about()}
        name="about"
        defaultValue={typed.about}
        autoComplete="off"
        error={error('about')}
      />
      <DateField label={m.staff_from_day()} name="from" defaultValue={typed.from} error={error('from')} />
      <DateField label={m.staff_to_day()} name="to" defaultValue={typed.to} error={error('to')} />
      <Button type="submit" kind="outline" className="justify-self-start lg:mt-7.5">
        {m.staff_filter()}
      </Button>
    </Form>
  )
}

function fieldMessage(key: string): string {
  return key === 'date_wrong' ? m.date_wrong() : m.field_wrong()
}
