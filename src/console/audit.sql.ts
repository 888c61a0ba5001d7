import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db, Tables } from '../server/postgres/tables.ts'
import type { AuditAction, AuditValues } from './audit.rules.ts'
import type { Cursor } from './paging.rules.ts'

interface NewAuditLine {
  at: Date
  person_id: number | null
  action: AuditAction
  registry_id: number | null
  customer_id: number | null
  subject: string | null
  form_key: string | null
}

interface NewAuditValues {
  address: string | null
  before: AuditValues | null
  after: AuditValues | null
  reason: string | null
}

export async function insertAuditLine(tx: Db, line: NewAuditLine, values: NewAuditValues): Promise<void> {
  const { id } = await tx.insertInto('staff_audit').values(line).returning('id').executeTakeFirstOrThrow()
  if (Object.values(values).every(value => value === null)) return
  const { before, after, ...texts } = values
  const json = (facts: AuditValues | null) => facts && JSON.stringify(facts)
  await tx
    .insertInto('staff_audit_value')
    .values({ audit_id: id, ...texts, before: json(before), after: json(after) })
    .execute()
}

export interface AuditFilter {
  personId?: number | undefined
  action?: string | undefined
  registryId?: number | undefined
  customerId?: number | undefined
  subjects?: string[] | undefined
  since?: Date | undefined
  until?: Date | undefined
}

type Where = ExpressionBuilder<Tables, 'staff_audit'>

/** Lines newest first, before the cursor where there is one. */
export function findAuditLines(db: Db, filter: AuditFilter, before: Cursor | null, max: number) {
  return db
    .selectFrom('staff_audit')
    .leftJoin('staff_audit_value', 'audit_id', 'staff_audit.id')
    .leftJoin('staff_person', 'staff_person.id', 'person_id')
    .leftJoin('registry', 'registry.id', 'registry_id')
    .leftJoin('customer', 'customer.id', 'staff_audit.customer_id')
    .select(['staff_audit.id', 'at', 'action', 'subject', 'address', 'before', 'after', 'reason'])
    .select(['staff_person.name as person', 'registry.code as registry', 'customer.email as customer'])
    .select(
      sql<string | null>`(
        select number from till_receipt where till_receipt.id = substring(subject from '^receipt ([0-9]+)$')::bigint)`.as(
        'receipt',
      ),
    )
    .where(where => where.and(conditions(where as unknown as Where, filter)))
    .$if(before !== null, query =>
      query.where(sql<SqlBool>`(at, staff_audit.id) < (${before?.at}, ${before?.key})`),
    )
    .orderBy('at', 'desc')
    .orderBy('staff_audit.id', 'desc')
    .limit(max)
    .execute()
}

function conditions(where: Where, filter: AuditFilter): ExpressionWrapper<Tables, 'staff_audit', SqlBool>[] {
  const { personId, action, registryId, customerId, subjects, since, until } = filter
  return [
    ...(personId === undefined ? [] : [where('person_id', '=', personId)]),
    ...(action === undefined ? [] : [where('action', '=', action)]),
    ...(registryId === undefined ? [] : [where('registry_id', '=', registryId)]),
    ...(customerId === undefined ? [] : [where('staff_audit.customer_id', '=', customerId)]),
    ...(subjects === undefined ? [] : [where('subject', '=', sql<string>`any(${subjects})`)]),
    ...(since === undefined ? [] : [where('at', '>=', since)]),
    ...(until === undefined ? [] : [where('at', '<', until)]),
  ]
}

export async function findLastAct(
  db: Db,
  about: { subject: string } | { customerId: number } | { registryId: number },
  actions: readonly string[],
) {
  const [column, value] =
    'subject' in about
      ? (['subject', about.subject] as const)
      : 'customerId' in about
        ? (['staff_audit.customer_id', about.customerId] as const)
        : (['registry_id', about.registryId] as const)
  return db
    .selectFrom('staff_audit')
    .leftJoin('staff_person', 'staff_person.id', 'person_id')
    .select(['at', 'action', 'staff_person.name as person'])
    .where(column, '=', value)
    .where('action', 'in', actions)
    .orderBy('at', 'desc')
    .orderBy('staff_audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Everybody who is or was one of the staff, for the filter. */
export function listAuditPeople(db: Db) {
  return db
    .selectFrom('staff_person')
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
}

export async function hasRecentLine(
  db: Db,
  line: { personId: number; action: AuditAction; registryId: number; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('staff_audit')
    .select('id')
    .where('registry_id', '=', line.registryId)
    .where('at', '>', line.since)
    .where('person_id', '=', line.personId)
    .where('action', '=', line.action)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Erases what the lines about a customer and their registries say of people; the lines stay. */
export async function eraseAuditValues(tx: Db, customerId: number): Promise<void> {
  await sql`
    update staff_audit_value set before = null, after = null, reason = null
    where audit_id in (
      select id from staff_audit where customer_id = ${customerId}
      union all
      select id from staff_audit
      where registry_id = any(array(select id from registry where customer_id = ${customerId})))`.execute(tx)
}

/**
 * Erases what the lines say of the givers of these hand-offs, and the reasons that were typed with it; amounts and gifts
 * stay. Call it before the hand-offs lose their orders.
 */
export async function eraseGiversFromAudit(tx: Db, handoffIds: number[]): Promise<void> {
  const words = sql`array['giver', 'giver_shown', 'message']`
  await sql`
    update staff_audit_value set before = before - ${words}, after = after - ${words}, reason = null
    where audit_id = any(array(
      select id from staff_audit where subject = any(array(
        select 'hand-off ' || id from unnest(${handoffIds}::bigint[]) as handoff (id)
        union
        select case when order_id > 0 then 'order ' || order_id else 'receipt ' || -order_id end
        from purchase where handoff_id = any(${handoffIds}::bigint[])))))
      and (before ?| ${words} or after ?| ${words})`.execute(tx)
}

/** How long the values of a line are kept: claims end after five years. */
const valueYears = 5

/** Deletes the values of up to `max` old lines; answers how many. */
export async function deleteOldAuditValues(db: Db, now: Date, max: number): Promise<number> {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() - valueYears)
  const { numAffectedRows } = await sql`
    delete from staff_audit_value where audit_id = any (array(
      select audit_id from staff_audit_value
      join staff_audit on id = audit_id where at < ${end} order by at, id limit ${max}))`.execute(db)
  return Number(numAffectedRows)
}
