import { formatCode } from '../../base/fields.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { pageContext } from '../../ui/page/page-context.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { auditActions } from '../audit.rules.ts'
import type { Route } from './+types/staff-audit-page'
import { auditActionText, auditSubjectText, auditValuesText, withActionTexts } from './audit-messages.ts'
import { type ConsoleAnswer, callConsole, readListQuery, tryConsole } from './frame/console-call.ts'
import { type StaffListing, StaffListPage } from './frame/staff-list.tsx'
import { Words } from './frame/staff-table.tsx'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_audit_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const ctx = args.context.get(pageContext)
  const typed = readListQuery(args.request)
  const { before, ...query } = typed
  const { done, refused } = await tryConsole(args, 'audit', typed)
  const actions = auditActions.map(value => ({ value, label: auditActionText(value, ctx) }))
  if (done) return { ...done, lines: withActionTexts(done.lines, ctx), actions, query, errors: {} }
  const { people } = await callConsole(args, 'audit', {})
  return { lines: [], next: null, people, actions, query, errors: refused.fields }
}

export default function StaffAuditPage({ loaderData }: Route.ComponentProps) {
  const { lines, next, query, errors } = loaderData
  const list = auditList(useLanguage(), loaderData)
  return (
    <StaffListPage
      {...list}
      next={next}
      query={query}
      errors={errors}
      lead={m.staff_audit_lead()}
      rows={lines}
    />
  )
}

type AuditLine = ConsoleAnswer<'audit'>['lines'][number] & { what: string }

interface AuditChoices {
  people: { id: number; name: string }[]
  actions: { value: string; label: string }[]
}

export const auditList = (
  language: Language,
  { people, actions }: AuditChoices = { people: [], actions: [] },
): StaffListing<AuditLine> => ({
  title: m.staff_audit_title(),
  file: paths.staffAuditFile,
  filters: {
    label: m.staff_filter(),
    submit: m.staff_filter(),
    className:
      'grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 min-[75rem]:grid-cols-[1fr_1fr_1fr_auto_auto_auto] [&>button]:justify-self-start lg:[&>button]:mt-7.5',
    fields: [
      {
        kind: 'choice',
        name: 'person',
        label: m.staff_column_who(),
        emptyLabel: m.staff_anybody(),
        options: people.map(({ id, name }) => ({ value: String(id), label: name })),
      },
      {
        kind: 'choice',
        name: 'action',
        label: m.common_what(),
        emptyLabel: m.staff_anything(),
        options: actions,
      },
      { kind: 'text', name: 'about', label: m.staff_audit_about() },
      { kind: 'day', name: 'from', label: m.staff_from_day() },
      { kind: 'day', name: 'to', label: m.staff_to_day() },
    ],
  },
  columns: [
    { label: m.staff_column_when(), at: line => line.at },
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
  ],
  empty: m.staff_audit_empty(),
})

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
