import { formatMoment } from '../../../base/dates.ts'
import { formatCode } from '../../../base/fields.ts'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { type ConsoleAnswer, callConsole, tryConsole } from '../../frame/pages/console-call.ts'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { CursorPager, StaffPage } from '../../frame/pages/staff-frame.tsx'
import { type StaffColumn, StaffTable, Words } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import { auditActions } from '../rules.ts'
import type { Route } from './+types/staff-audit-page'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { auditActionText, auditSubjectText, auditValuesText, withActionTexts } from './audit-messages.ts'

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
      <div>
        <StaffTable
          label={m.staff_audit_title()}
          rows={lines}
          rowKey={line => line.id}
          empty={m.staff_audit_empty()}
          columns={auditColumns(useLanguage())}
        />
        <CursorPager next={next} />
      </div>
    </StaffPage>
  )
}

type AuditLine = ConsoleAnswer<'audit'>['lines'][number] & { what: string }

/** Who did what to what, with what was there before and after. */
export const auditColumns = (language: Language): StaffColumn<AuditLine>[] => [
  {
    label: m.staff_column_when(),
    cell: line => <Moment at={line.at} />,
    file: line => formatMoment(line.at, language),
  },
  { label: m.staff_column_who(), text: line => line.person ?? m.staff_terminal() },
  { label: m.common_what(), text: line => line.what },
  { label: m.common_registry(), file: line => line.registry },
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

/** A registry, a host, an order: each on one line, but for an e-mail. */
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

/** On one line; the long ones of version 6 between their parts. */
function NetworkAddress({ address }: { address: string }) {
  return address.split(/(?<=:)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat and never move
    <span key={index} className="inline-block">
      {part}
    </span>
  ))
}
