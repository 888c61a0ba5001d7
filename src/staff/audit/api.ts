import { findCustomerByEmail } from '../../account/customer/data.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { addDays, startOfDay } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { findRegistryByCodeOrSlug } from '../../registry/registry/address-data.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { formatCursor, parseCursor, subjectKinds } from './rules.ts'
import { recordAudit } from './service.ts'

export const calls: Handler[] = [
  handle(contract.listStaffAudit, listAudit),
  handle(contract.exportStaffAudit, exportAudit),
]

const linesPerPage = 50
/** A file has the newest of them; the rest by narrower days. */
const maxExported = 20_000

async function listAudit(
  { before, ...typed }: ParsedOf<typeof contract.listStaffAudit>,
  { db }: StaffContext,
) {
  const people = await data.listAuditPeople(db)
  const filter = await toFilter(typed, db)
  if (!filter) return { lines: [], next: null, people }
  const cursor = before === undefined ? null : parseCursor(before)
  const rows = await data.findAuditLines(db, filter, cursor, linesPerPage + 1)
  const shown = rows.slice(0, linesPerPage)
  const last = rows.length > linesPerPage ? shown.at(-1) : undefined
  return { lines: shown.map(toView), next: last ? formatCursor(last) : null, people }
}

async function exportAudit(typed: ParsedOf<typeof contract.exportStaffAudit>, ctx: StaffContext) {
  return ctx.db.transaction().execute(async tx => {
    const filter = await toFilter(typed, tx)
    const rows = filter ? await data.findAuditLines(tx, filter, null, maxExported) : []
    await recordAudit(tx, ctx, { action: 'audit_exported', after: { lines: rows.length } })
    return { lines: rows.map(toView) }
  })
}

type TypedFilter = ParsedOf<typeof contract.exportStaffAudit>

/** What is searched for; null when it names something that there is not. */
async function toFilter(
  { person, action, about, from, to }: TypedFilter,
  db: Db,
): Promise<data.AuditFilter | null> {
  const thing = about === undefined ? {} : await findSubject(about, db)
  return (
    thing && {
      ...thing,
      personId: person,
      action,
      since: from ? startOfDay(from) : undefined,
      until: to ? startOfDay(addDays(to, 1)) : undefined,
    }
  )
}

async function findSubject(about: string, db: Db): Promise<Partial<data.AuditFilter> | null> {
  if (/^\d{1,15}$/.test(about)) return { subjects: subjectKinds.map(kind => `${kind} ${about}`) }
  if (about.includes('@')) {
    const customer = await findCustomerByEmail(db, emailKey(about))
    return customer ? { customerId: customer.id } : null
  }
  const registry = await findRegistryByCodeOrSlug(db, about)
  return registry ? { registryId: registry.id } : null
}

type AuditRow = Awaited<ReturnType<typeof data.findAuditLines>>[number]

function toView(row: AuditRow): contract.AuditLineView {
  return { ...row, at: row.at.toISOString() }
}
