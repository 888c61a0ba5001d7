import type { JobContext, SignedInStaff } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { hasRecentLine, insertAuditLine } from './data.ts'
import type { AuditAction, AuditSubject, AuditValues } from './rules.ts'

/** What staff did, for the audit (R961). */
export interface AuditEntry {
  action: AuditAction
  /** By default whoever is signed in; null: the terminal of the server. */
  personId?: number | null
  registryId?: number
  customerId?: number
  subject?: AuditSubject
  before?: AuditValues
  after?: AuditValues
  reason?: string
  /** Of the confirmation that does it; a second line with it is refused by the database. */
  formKey?: string
}

/** Of the context: a request of staff, or work at the terminal. */
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
  await insertAuditLine(tx, line, { address: ctx.address ?? null, ...values })
}

const sameViewMinutes = 60

/** Writes that one of the staff looks at a registry, once an hour. */
export async function recordView(
  db: Db,
  ctx: AuditContext & { staff: SignedInStaff },
  { action, registryId }: { action: AuditAction; registryId: number },
): Promise<void> {
  const since = new Date(ctx.now.getTime() - sameViewMinutes * 60_000)
  if (await hasRecentLine(db, { personId: ctx.staff.id, action, registryId, since })) return
  await recordAudit(db, ctx, { action, registryId })
}
