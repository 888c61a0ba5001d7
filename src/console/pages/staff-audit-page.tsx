import { formatMoment } from '../../base/dates.ts'
import { formatCode } from '../../base/fields.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select, TextField } from '../../ui/form/text-field.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { TableFiles } from '../../ui/page/table-files.tsx'
import { auditActions } from '../audit.rules.ts'
import type { Route } from './+types/staff-audit-page'
import { auditActionText, auditSubjectText, auditValuesText, withActionTexts } from './audit-messages.ts'
import { type ConsoleAnswer, callConsole, readListQuery, tryConsole } from './frame/console-call.ts'
import { StaffPage } from './frame/staff-frame.tsx'
import { type StaffColumn, StaffList, Words } from './frame/staff-table.tsx'
import { Moment } from './frame/staff-text.tsx'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_audit_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const ctx = args.context.get(pageContext)
  const typed = readListQuery(args.request)
  const { done, refused } = await tryConsole(args, 'audit', typed)
  const actions = auditActions.map(value => ({ value, label: auditActionText(value, ctx) }))
  if (done) return { ...done, lines: withActionTexts(done.lines, ctx), actions, typed, fields: {} }
  const { people } = await callConsole(args, 'audit', {})
  return { lines: [], next: null, people, actions, typed, fields: refused.fields }
}

export default function StaffAuditPage({ loaderData }: Route.ComponentProps) {
  const { lines, next, people, actions, typed, fields } = loaderData
  const { before, ...filter } = typed
  return (
    <StaffPage
      title={m.staff_audit_title()}
      lead={m.staff_audit_lead()}
      aside={<TableFiles address={paths.staffAuditFile} query={filter} />}
    >
      <AuditFilterForm people={people} actions={actions} typed={filter} fieldErrors={fields} />
      <StaffList
        label={m.staff_audit_title()}
        rows={lines}
        rowKey={line => line.id}
        empty={m.staff_audit_empty()}
        next={next}
        columns={auditColumns(useLanguage())}
      />
    </StaffPage>
  )
}

type AuditLine = ConsoleAnswer<'audit'>['lines'][number] & { what: string }

export const auditColumns = (language: Language): StaffColumn<AuditLine>[] => [
  {
    label: m.staff_column_when(),
    cell: line => <Moment at={line.at} />,
    file: line => formatMoment(line.at, language),
  },
  { label: m.staff_column_who(), text: line => line.person ?? m.staff_terminal() },
  { label: m.common_what(), text: line => line.what },
  { label: m.common_registry(), file: line => line.registry && formatCode(line.registry) },
  { label: m.staff_column_host(), file: line => line.customer },
  { label: m.staff_column_about(), cell: line => <Subject line={line} />, file: auditSubjectText },
  { label: m.common_before(), text: line => auditValuesText(line.before, language) },
  { label: m.common_after(), text: line => auditValuesText(line.after, language) },
  { label: m.staff_column_reason(), text: line => line.reason },
  {
    label: m.staff_column_from(),
    cell: line => line.address && <NetworkAddress address={line.address} />,
    file: line => line.address,
  },
]

/** Each on a line of its own that doesn't wrap; an e-mail may wrap. */
function Subject({ line }: { line: AuditLine }) {
  const { registry, customer } = line
  const code = [registry && formatCode(registry), auditSubjectText(line)].filter(part => part !== null)
  return (
    <>
      {code.map(part => (
        <span key={part} className="block whitespace-nowrap">
          {part}
        </span>
      ))}
      {customer && <Words text={customer} />}
    </>
  )
}

/** Wraps between the parts of an IPv6 address only. */
function NetworkAddress({ address }: { address: string }) {
  return address.split(/(?<=:)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat and never move
    <span key={index} className="inline-block">
      {part}
    </span>
  ))
}

/** The filter is kept in the address. */
function AuditFilterForm(props: {
  people: { id: number; name: string }[]
  actions: { value: string; label: string }[]
  typed: Record<string, string>
  fieldErrors: Record<string, string>
}) {
  const { people, actions, typed, fieldErrors } = props
  const error = (name: string) => fieldErrors[name] ?? null
  return (
    <Form
      key={JSON.stringify(typed)}
      aria-label={m.staff_filter()}
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 min-[75rem]:grid-cols-[1fr_1fr_1fr_auto_auto_auto]"
    >
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
