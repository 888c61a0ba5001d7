import { type Insertable, sql } from 'kysely'
import { timeZone } from '../base/dates.ts'
import type { Cents } from '../base/money.ts'
import type { JobContext } from '../server/context/request-context.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'

/** Keeps the sum of the money that registries hold, for watching, and what moved each day (R970). */
export async function countHeldMoney({ db }: JobContext): Promise<void> {
  while (await db.transaction().execute(addHeldMoney));
}

const readEveryMs = 12 * 3_600_000

/**
 * Reads again what is left on certificates, a page of the shop's list at a time, from the one that was read longest ago;
 * one that the shop no longer has is worth nothing. Throws ShopFailure.
 */
export async function rereadCertificates({ db, shop, now }: JobContext): Promise<void> {
  const first = await findCertificateToRead(db, new Date(now.getTime() - readEveryMs))
  if (first === null) return
  const { certificates } = await shop.fetchCertificatePage(first - 1)
  const balances = new Map(certificates.map(({ id, balanceCents }) => [id, balanceCents]))
  // A list may leave one out: only what is asked for by itself, and is not there, is gone (R1300).
  if (!balances.has(first)) balances.set(first, (await shop.fetchCertificate(first))?.balanceCents ?? 0)
  await storeBalances(db, balances, now)
}

/** Ids of lines that one transaction counts: far below what a statement may take, also for all of an old ledger. */
const linesAtOnce = 50_000

/**
 * Adds lines of the ledger that were there at the last look to the sums of the money held and of each day; answers
 * whether more of them are left. Numbers of lines are given before they are committed, so that the newest are left for
 * the next look, some minutes later.
 */
async function addHeldMoney(tx: Db): Promise<boolean> {
  await sql`insert into money_held (cents, counted_to, seen_to) values (0, 0, 0) on conflict do nothing`.execute(
    tx,
  )
  const { counted_to, seen_to } = await tx
    .selectFrom('money_held')
    .select(['counted_to', 'seen_to'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const to = Math.min(seen_to, counted_to + linesAtOnce)
  const lines = sql`ledger where id > ${counted_to} and id <= ${to} and account <> 'goods'`
  await sql`
    insert into ledger_day (day, movement, cents)
    select (created_at at time zone ${timeZone})::date, ledger_movement(ledger), sum(cents) from ${lines}
    group by 1, 2
    on conflict (day, movement) do update set cents = ledger_day.cents + excluded.cents`.execute(tx)
  const isMore = to < seen_to
  await sql`
    update money_held set
      cents = money_held.cents + coalesce((select sum(ledger.cents) from ${lines}), 0),
      counted_to = ${to},
      seen_to = case when ${isMore} then seen_to
        else greatest(seen_to, coalesce((select max(id) from ledger), 0)) end`.execute(tx)
  return isMore
}

type ShopId = NonNullable<Insertable<Tables['payout']>['shop_id']>

/** The certificate with money on it whose balance was read longest ago, before that moment; null when all are newer. */
async function findCertificateToRead(db: Db, before: Date): Promise<ShopId | null> {
  const row = await db
    .selectFrom('payout')
    .select('shop_id')
    .where('method', '=', 'certificate')
    .where('state', '=', 'done')
    .where('balance_cents', '>', 0)
    .where('balance_at', '<', before)
    .orderBy('balance_at')
    .orderBy('shop_id')
    .limit(1)
    .executeTakeFirst()
  return row?.shop_id ?? null
}

/** Stores what the shop says is left on its certificates, by their ids; a balance that was read since then stays. */
async function storeBalances(db: Db, balances: Map<number, Cents>, readAt: Date): Promise<void> {
  if (balances.size === 0) return
  await sql`
    update payout set balance_cents = read.cents, balance_at = ${readAt}
    from unnest(${[...balances.keys()]}::int[], ${[...balances.values()]}::int[]) as read (shop_id, cents)
    where payout.shop_id = read.shop_id and method = 'certificate' and state = 'done' and balance_at < ${readAt}`.execute(
    db,
  )
}
