import { formatMoment } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tableResponse } from '../../../ui/page/table-response.ts'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { exportStaffAudit } from '../contract.ts'
import type { Route } from './+types/staff-audit-file'
import { auditActionText, auditSubjectText, auditValuesText } from './audit-messages.ts'

/** The audit as a file for spreadsheets, in the reader's language. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  const { lines } = await callAsStaff(ctx, request, () => ctx.call(exportStaffAudit, readListQuery(request)))
  const rows = lines.map(line => [
    formatMoment(new Date(line.at), ctx.language),
    line.person ?? m.staff_terminal(),
    auditActionText(line.action, ctx),
    line.registry,
    line.customer,
    auditSubjectText(line),
    auditValuesText(line.before, ctx.language),
    auditValuesText(line.after, ctx.language),
    line.reason,
    line.address,
  ])
  const head = [
    m.staff_column_when(),
    m.staff_column_who(),
    m.common_what(),
    m.common_registry(),
    m.staff_column_host(),
    m.staff_column_about(),
    m.common_before(),
    m.common_after(),
    m.staff_column_reason(),
    m.staff_column_from(),
  ]
  const table = { name: m.staff_audit_title(), head, rows }
  return tableResponse(new URL(request.url), 'audit', table, ctx.language)
}
