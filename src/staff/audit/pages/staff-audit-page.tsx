import { formatCode } from '../../../base/fields.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { CursorPager, StaffPage } from '../../frame/pages/staff-frame.tsx'
import { StaffTable, Words } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import { staffMeta, tryAsStaff } from '../../session/pages/staff-page.ts'
import { type AuditLineView, listStaffAudit } from '../contract.ts'
import { auditActions } from '../rules.ts'
import type { Route } from './+types/staff-audit-page'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { auditActionText, auditSubjectText, auditValuesText, withActionTexts } from './audit-messages.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_audit_title(), matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const typed = readListQuery(request)
  const { done, refused } = await tryAsStaff(ctx, request, () => ctx.call(listStaffAudit, typed))
  const actions = auditActions.map(value => ({ value, label: auditActionText(value, ctx) }))
  if (done) return { ...done, lines: withActionTexts(done.lines, ctx), actions, typed, fields: {} }
  const { people } = await ctx.call(listStaffAudit, {})
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
        <AuditTable lines={lines} />
        <CursorPager next={next} />
      </div>
    </StaffPage>
  )
}

/** Who did what to what, with what was there before and after. */
export function AuditTable({ lines }: { lines: (AuditLineView & { what: string })[] }) {
  const language = useLanguage()
  return (
    <StaffTable
      label={m.staff_audit_title()}
      rows={lines}
      rowKey={line => line.id}
      empty={m.staff_audit_empty()}
      columns={[
        { label: m.staff_column_when(), cell: line => <Moment at={line.at} /> },
        { label: m.staff_column_who(), cell: line => line.person ?? m.staff_terminal() },
        { label: m.common_what(), cell: line => line.what },
        { label: m.staff_column_about(), cell: line => <Subject line={line} /> },
        { label: m.common_before(), cell: line => auditValuesText(line.before, language) },
        { label: m.common_after(), cell: line => auditValuesText(line.after, language) },
        { label: m.staff_column_reason(), cell: line => line.reason },
        {
          label: m.staff_column_from(),
          cell: line => line.address && <NetworkAddress address={line.address} />,
        },
      ]}
    />
  )
}

/** A registry, a host, an order: each on one line, but for an e-mail. */
function Subject({ line }: { line: AuditLineView }) {
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
