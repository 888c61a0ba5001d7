import * as z from 'zod/mini'
import { emailKey } from '../account/customer/customer.rules.ts'
import { findCustomerByEmail } from '../account/customer/customer.sql.ts'
import { addDays, startOfDay } from '../base/dates.ts'
import { boundedText, dayInput, positiveId } from '../base/fields.ts'
import { findRegistryByCodeOrSlug } from '../registry/registry.sql.ts'
import type { JobContext, SignedInStaff, StaffContext } from '../server/context/request-context.ts'
import { staffCall, staffRead } from '../server/context/staff-call.ts'
import type { Db } from '../server/postgres/tables.ts'
import {
  type AuditAction,
  type AuditSubject,
  type AuditValues,
  auditActions,
  formatAuditCursor,
  parseAuditCursor,
  subjectKinds,
} from './audit.rules.ts'
import * as data from './audit.sql.ts'
import { cutPage } from './paging.rules.ts'

const filter = {
  person: z.optional(positiveId),
  action: z.optional(z.enum(auditActions, 'field_malformed')),
  /** A registry's code, a number of an order or payout, or a host's e-mail. */
  about: z.optional(boundedText({ max: 254 })),
  from: dayInput('date_wrong'),
  to: dayInput('date_wrong'),
}
const before = z.optional(
  z.string('field_malformed').check(z.refine(text => parseAuditCursor(text) !== null, 'field_malformed')),
)

export const calls = {
  audit: staffRead('manager', { ...filter, before }, listAudit),
  exportAudit: staffCall('exports people', filter, exportAudit),
}

const linesPerPage = 50
/** An exported file has the newest lines; older ones are exported by narrower days. */
const maxExported = 20_000

type TypedFilter = z.output<z.ZodMiniObject<typeof filter>>

/** What staff did, newest first; `next` is the cursor of the next page, null on the last. */
async function listAudit(
  { before, ...typed }: TypedFilter & { before?: string | undefined },
  { db }: StaffContext,
) {
  const people = await data.listAuditPeople(db)
  const filter = await toFilter(typed, db)
  if (!filter) return { lines: [], next: null, people }
  const cursor = before === undefined ? null : parseAuditCursor(before)
  const rows = await data.findAuditLines(db, filter, cursor, linesPerPage + 1)
  const { shown, next } = cutPage(rows, linesPerPage, formatAuditCursor)
  return { lines: shown, next, people }
}

/** The newest lines, for a file; the export is audited itself. */
async function exportAudit(typed: TypedFilter, ctx: StaffContext) {
  return ctx.db.transaction().execute(async tx => {
    const filter = await toFilter(typed, tx)
    const rows = filter ? await data.findAuditLines(tx, filter, null, maxExported) : []
    await recordAudit(tx, ctx, { action: 'audit_exported', after: { lines: rows.length } })
    return { lines: rows }
  })
}

/** Null when the text names a registry or a host that does not exist: then no line matches. */
async function toFilter({ person, action, about, from, to }: TypedFilter, db: Db) {
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

interface AuditEntry {
  action: AuditAction
  /** By default whoever is signed in; null: the terminal of the server. */
  personId?: number | null
  registryId?: number
  customerId?: number
  subject?: AuditSubject
  before?: AuditValues
  after?: AuditValues
  reason?: string
  /** Key of the form that confirmed the action; the database refuses a second line with the same key. */
  formKey?: string
}

/** What the audit needs of a context: of a request of staff, or of a command at the server's terminal. */
export type AuditContext = Pick<JobContext, 'now'> & { staff?: SignedInStaff | null; address?: string }

/** Writes what staff did, within the transaction that does it (R961). */
export async function recordAudit(tx: Db, ctx: AuditContext, entry: AuditEntry): Promise<void> {
  const { action, registryId, customerId, subject, before, after, reason } = entry
  const line = {
    at: ctx.now,
    person_id: entry.personId === undefined ? (ctx.staff?.id ?? null) : entry.personId,
    action,
    registry_id: registryId ?? null,
    customer_id: customerId ?? null,
    subject: subject ?? null,
    form_key: entry.formKey ?? null,
  }
  const values = { before: before ?? null, after: after ?? null, reason: reason ?? null }
  await data.insertAuditLine(tx, line, { address: ctx.address ?? null, ...values })
}

const sameViewMinutes = 60

/** Writes that one of the staff looks at a registry, at most once an hour. */
export async function recordView(
  db: Db,
  ctx: AuditContext & { staff: SignedInStaff },
  { action, registryId }: { action: AuditAction; registryId: number },
): Promise<void> {
  const since = new Date(ctx.now.getTime() - sameViewMinutes * 60_000)
  if (await data.hasRecentLine(db, { personId: ctx.staff.id, action, registryId, since })) return
  await recordAudit(db, ctx, { action, registryId })
}
