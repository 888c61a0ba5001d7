import { sql } from 'kysely'
import { addDays, type Day } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { closingReminderDays } from './rules.ts'

/** No guest is at the shop's checkout with something of the registry set aside. */
const nobodyPays = (now: Date) => sql`not exists (
  select from handoff where handoff.registry_id = registry.id and handoff.state = 'open' and handoff.reserved_until > ${now})`

/** Registries whose closing day is over and not worked off, and where no guest is at the checkout any more. */
export async function registriesDueToClose(db: Db, today: Day, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from registry
    where removed_at is null and closing_day < ${today} and last_closed_day is distinct from closing_day
      and ${nobodyPays(now)}
    order by closing_day, id limit ${most}`.execute(db)
  return rows.map(row => row.id)
}

/** Closed registries that money came to afterwards, the last closing being older than that moment. */
export async function closedRegistriesWithNewMoney(
  db: Db,
  before: Date,
  now: Date,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select registry.id from registry
    join lateral (
      select created_at from closing where registry_id = registry.id order by number desc limit 1) last on true
    where removed_at is null and last_closed_day = closing_day and last.created_at < ${before}
      and ${nobodyPays(now)}
      and (select sum(cents) from ledger where registry_id = registry.id and account <> 'goods') > 0
    order by registry.id limit ${most}`.execute(db)
  return rows.map(row => row.id)
}

/** Whether a guest is at the shop's checkout with something of it set aside; asked under the registry's lock. */
export async function hasOpenCheckout(tx: Db, registryId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`select from registry where id = ${registryId} and ${nobodyPays(now)}`.execute(tx)
  return rows.length === 0
}

export interface LastClosing {
  number: number
  created_at: Date
}

export async function lastClosing(db: Db, registryId: number): Promise<LastClosing | undefined> {
  return db
    .selectFrom('closing')
    .select(['number', 'created_at'])
    .where('registry_id', '=', registryId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Notes a closing under its number; the number can't be given twice. */
export async function insertClosing(
  tx: Db,
  closing: { registry_id: number; number: number; day: Day; cents: Cents; created_at: Date },
): Promise<void> {
  await tx.insertInto('closing').values(closing).execute()
  await tx
    .updateTable('registry')
    .set({ last_closed_day: closing.day })
    .where('id', '=', closing.registry_id)
    .execute()
}

/** Gifts given, people who gave, and how many of them were not thanked yet. */
export async function givingSummary(
  db: Db,
  registryId: number,
): Promise<{ gifts: number; givers: number; thanks: number }> {
  const { rows } = await sql<{ gifts: number; givers: number; thanks: number }>`
    select count(distinct gift_id)::int as gifts,
      count(distinct coalesce(lower(giver_email), handoff_id::text))::int as givers,
      count(distinct coalesce(lower(giver_email), handoff_id::text)) filter (where thanked_at is null)::int as thanks
    from purchase where registry_id = ${registryId} and state = 'paid' and cents > 0`.execute(db)
  return rows[0] ?? { gifts: 0, givers: 0, thanks: 0 }
}

export interface UpcomingClosing {
  id: number
  code: string
  registry_name: string
  closing_day: Day
  created_at: Date
  email: string
  language: Language
  open: Cents
  surprise: boolean
  reveal_day: Day | null
}

/**
 * Registries that close within the week, today included, with the letters about it that were not written yet. Whoever
 * deactivated his account closed his himself, and knows.
 */
export async function upcomingClosings(db: Db, today: Day): Promise<UpcomingClosing[]> {
  const { rows } = await sql<UpcomingClosing>`
    select registry.id, code, registry_name, closing_day, registry.created_at, surprise, reveal_day, customer.email, customer.language,
      (select coalesce(sum(cents), 0)::int from ledger
        where registry_id = registry.id and account <> 'goods') as open
    from registry join customer on customer.id = registry.customer_id
    where removed_at is null and deletion_requested_at is null and closing_day between ${today} and ${addDays(today, closingReminderDays.first)}
      and not exists (select from closing_notice
        where registry_id = registry.id and day = closing_day
          and kind = case when closing_day = ${today} then 'day' else 'week' end)
    order by registry.id`.execute(db)
  return rows
}

/** Notes a letter about a closing; false when it was noted already. */
export async function insertClosingNotice(
  tx: Db,
  registryId: number,
  day: Day,
  kind: 'week' | 'day',
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('closing_notice')
    .values({ registry_id: registryId, day, kind })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Closings that should have been by that day and were not, for staff. */
export async function overdueClosings(db: Db, before: Day) {
  return db
    .selectFrom('registry')
    .select(['id', 'code', 'closing_day'])
    .where('removed_at', 'is', null)
    .where('closing_day', '<', before)
    .where(row => row('last_closed_day', 'is distinct from', row.ref('closing_day')))
    .orderBy('id')
    .execute()
}

/** The most that was missing so far; 0 without any. */
export async function storedNegativeBalance(tx: Db, registryId: number): Promise<Cents> {
  const row = await tx
    .selectFrom('negative_balance')
    .select('cents')
    .where('registry_id', '=', registryId)
    .executeTakeFirst()
  return row?.cents ?? 0
}

export async function saveNegativeBalance(
  tx: Db,
  registryId: number,
  cents: Cents,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('negative_balance')
    .values({ registry_id: registryId, cents, changed_at: now })
    .onConflict(conflict => conflict.column('registry_id').doUpdateSet({ cents, changed_at: now }))
    .execute()
}
