import { type Insertable, type Selectable, sql } from 'kysely'
import { dayMs, hourMs } from '../../base/durations.ts'
import type { Cents } from '../../base/money.ts'
import { findRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { aloneHours, type MoneyActState } from '../console.rules.ts'

const actColumns = [
  ...(['id', 'action', 'state', 'cents', 'at', 'person_id', 'decided_by', 'registry_id', 'mailbox'] as const),
  ...(['input', 'before', 'after', 'reason', 'form_key', 'version', 'language', 'alone_at'] as const),
]
export type MoneyAct = Pick<Selectable<Tables['staff_money_act']>, (typeof actColumns)[number]>

export function findMoneyAct(
  db: Db,
  where: { id: number; state?: 'waiting'; alone_at?: { '<>': null } },
): Promise<MoneyAct | undefined> {
  return findRow(db, 'staff_money_act', where, actColumns)
}

/** Sums are read one at a time, so that what others do alone at the same moment counts as well. */
export async function lockMoneySums(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff money', 0))`.execute(tx)
}

export async function findMailbox(db: Db, registryId: number): Promise<string | null> {
  const { rows } = await sql<{ email_key: string }>`
    select email_key from registry join customer on customer.id = customer_id where registry.id = ${registryId}`.execute(
    db,
  )
  return rows[0]?.email_key ?? null
}

type Sums = Record<'person' | 'registry' | 'mailbox', { day: Cents; month: Cents }>

/** Cents of what was done in 24 hours and in 30 days: of the person, for the registry, and for the mailbox. */
export async function sumMoneyActs(
  db: Db,
  about: { personId: number | null; registryId: number | null; mailbox: string | null },
  now: Date,
): Promise<{ day: Cents; month: Cents }[]> {
  const { personId, registryId, mailbox } = about
  const day = new Date(now.getTime() - dayMs)
  const month = new Date(now.getTime() - 30 * dayMs)
  const sums = Object.entries({
    person: sql`person_id = ${personId}`,
    registry: sql`registry_id = ${registryId}`,
    mailbox: sql`mailbox = ${mailbox}`,
  }).map(
    ([
      name,
      where,
    ]) => sql`jsonb_build_object('day', coalesce(sum(cents) filter (where ${where} and at > ${day}), 0),
      'month', coalesce(sum(cents) filter (where ${where}), 0)) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Sums>`
    select ${sql.join(sums)} from staff_money_act where state = 'done' and at > ${month}`.execute(db)
  return Object.values(rows[0] ?? {})
}

export async function insertMoneyAct(tx: Db, act: Insertable<Tables['staff_money_act']>): Promise<number> {
  const { id } = await tx.insertInto('staff_money_act').values(act).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Locks a request: whoever decides at the same moment waits, and then finds it decided. */
export function lockMoneyAct(tx: Db, id: number): Promise<MoneyAct | undefined> {
  return tx
    .selectFrom('staff_money_act')
    .select(actColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Decides a request and erases its contents. One that is done counts towards the sums from now on. */
export async function decideMoneyAct(
  tx: Db,
  id: number,
  decided: { state: Exclude<MoneyActState, 'waiting'>; by: number | null; now: Date },
): Promise<void> {
  const { state, by, now } = decided
  const gone = { input: null, before: null, after: null, reason: null, version: null }
  await updateRows(tx, 'staff_money_act', {
    set: { state, decided_by: by, decided_at: now, ...gone, ...(state === 'done' && { at: now }) },
    where: { id },
  })
}

export function findWaitingActs(db: Db): Promise<MoneyAct[]> {
  return db
    .selectFrom('staff_money_act')
    .select(actColumns)
    .where('state', '=', 'waiting')
    .orderBy('at')
    .limit(500)
    .execute()
}

/** Sets when a request is done without a second person; null when somebody can agree again. */
export async function setAlone(tx: Db, id: number, alone_at: Date | null): Promise<void> {
  await updateRows(tx, 'staff_money_act', { set: { alone_at }, where: { id } })
}

/** Whether another manager or owner than this one is active, or was so within the last 24 hours (R1183). */
export async function hasOtherApprover(db: Db, personId: number | null, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - aloneHours * hourMs)
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from staff_person where id is distinct from ${personId}
        and (agreed_until > ${since} or (role <> 'support' and accepted_at is not null and ended_at is null))) as has`.execute(
    db,
  )
  return rows[0]?.has === true
}

/** One of the staff who may agree to what touches money, locked against a change of role; false for anybody else. */
export async function lockApprover(tx: Db, personId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('staff_person')
    .select('id')
    .where('id', '=', personId)
    .where('role', '!=', 'support')
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function findStaffName(db: Db, personId: number | null): Promise<string | null> {
  if (personId === null) return null
  return (await findRow(db, 'staff_person', { id: personId }, ['name']))?.name ?? null
}

interface MoneyActLine {
  at: Date
  action: string
  cents: Cents
  person: string | null
  second: string | null
  registry: string | null
}

export async function findMoneyActs(db: Db, from: Date, to: Date, max: number): Promise<MoneyActLine[]> {
  const { rows } = await sql<MoneyActLine>`
    select at, action, cents, asker.name as person, second.name as second, registry.code as registry
    from staff_money_act
    left join staff_person asker on asker.id = staff_money_act.person_id
    left join staff_person second on second.id = decided_by
    left join registry on registry.id = registry_id
    where state = 'done' and at >= ${from} and at < ${to} order by at, staff_money_act.id limit ${max}`.execute(
    db,
  )
  return rows
}
