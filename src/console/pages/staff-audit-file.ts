import { m } from '../../paraglide/messages.js'
import type { Route } from './+types/staff-audit-file'
import { withActionTexts } from './audit-messages.ts'
import { callConsole, readListQuery } from './frame/console-call.ts'
import { listFileLoader } from './frame/console-files.ts'
import { auditColumns } from './staff-audit-page.tsx'

export const loader = listFileLoader(async (args: Route.LoaderArgs, ctx) => {
  const { lines } = await callConsole(args, 'exportAudit', readListQuery(args.request))
  return {
    name: 'audit',
    title: m.staff_audit_title(),
    columns: auditColumns(ctx.language),
    rows: withActionTexts(lines, ctx),
  }
})
