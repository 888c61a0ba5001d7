import { sql } from 'kysely'
import { timeZone } from '../base/dates.ts'
import { hourMs } from '../base/durations.ts'
import type { Cents } from '../base/money.ts'
import type { JobContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'

/** Updates the sum of the money that registries hold, for monitoring, and what moved each day (R970, money report). */
export async function countHeldMoney({ db }: JobContext): Promise<void> {
  while (await db.transaction().execute(addHeldMoney));
}

const readEveryMs = 12 * hourMs

/**
 * Reads the balances of certificates again, a page of the shop's list at a time, starting with the one that was read
 * longest ago. One that the shop no longer has is worth nothing. Throws ShopFailure.
 */
export async function rereadCertificates({ db, shop, now }: JobContext): Promise<void> {
  const first = await findCertificateToRead(db, new Date(now.getTime() - readEveryMs))
  if (first === null) return
  const { certificates } = await shop.fetchCertificatePage(first - 1)
  const balances = new Map(certificates.map(({ id, balanceCents }) => [id, balanceCents]))
  // A list may leave out a certificate: only one that is missing by its own id is gone (R1300).
  if (!balances.has(first)) balances.set(first, (await shop.fetchCertificate(first))?.balanceCents ?? 0)
  await storeBalances(db, balances, now)
}

/**
 * Ledger ids that one transaction counts, so that its statements stay far below their time limit, also for an old
 * ledger.
 */
const linesAtOnce = 50_000

/**
 * Adds the ledger lines that the last run saw to the sums; answers whether more of them are left. Ids are assigned
 * before the commit, so the newest lines are left to the next run, some minutes later.
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

/** The certificate with money whose balance was read longest ago, and before that moment; null for none. */
async function findCertificateToRead(db: Db, before: Date): Promise<number | null> {
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

/** Stores balances by the shop's ids; a balance that was read later stays. */
async function storeBalances(db: Db, balances: Map<number, Cents>, readAt: Date): Promise<void> {
  if (balances.size === 0) return
  await sql`
    update payout set balance_cents = read.cents, balance_at = ${readAt}
    from unnest(${[...balances.keys()]}::int[], ${[...balances.values()]}::int[]) as read (shop_id, cents)
    where payout.shop_id = read.shop_id and method = 'certificate' and state = 'done' and balance_at < ${readAt}`.execute(
    db,
  )
}
