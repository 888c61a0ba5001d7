import { sql } from 'kysely'
import { type Day, timeZone } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ListedMovement } from './contract.ts'
import type { MovementSum } from './rules.ts'

/** Ids of lines that are not counted into days yet and that the report adds up by itself, well within its time. */
const mostUncounted = 50_000

/**
 * Since when lines are not counted, where more are left than the report adds up by itself, as after the first start with
 * an old ledger; null where it adds up all.
 */
export async function findCountingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select case when coalesce((select max(id) from ledger), 0) - counted_to > ${mostUncounted}
      then (select created_at from ledger where id > counted_to order by id limit 1) end as since
    from (select coalesce((select counted_to from money_held), 0) as counted_to) counted`.execute(db)
  return rows[0]?.since ?? null
}

/**
 * What moved until the end of a day, by month from `first` on, and what registries owed then, in one reading: the days
 * that are counted, and the lines since unless there are too many. Only registries that are or were short can owe
 * something.
 */
export async function findMovementSums(
  db: Db,
  { first, day, end, isBehind }: { first: Day; day: Day; end: Date; isBehind: boolean },
): Promise<MovementSum[]> {
  const { rows } = await sql<MovementSum>`
    select to_char(case when day >= ${first}::date then day end, 'YYYY-MM') as month, movement, sum(cents)::bigint as cents
    from (
      select day, movement, cents from ledger_day
      union all
      select (created_at at time zone ${timeZone})::date, ledger_movement(ledger), cents from ledger
      where not ${isBehind} and account <> 'goods'
        and id > coalesce((select counted_to from money_held), 0)) moved
    where day <= ${day}::date group by 1, 2
    union all
    select null, 'owed', coalesce(-sum(least(balance, 0)), 0)::bigint from (
      select sum(cents) as balance from ledger
      where registry_id in (select registry_id from negative_balance union select registry_id from certificate_lowering)
        and account <> 'goods' and created_at < ${end}
      group by registry_id) short`.execute(db)
  return rows
}

export interface OutstandingSums {
  outstanding: Cents
  outstanding_count: number
  expired: Cents
  expired_count: number
  read_at: Date | null
  waiting: Cents
  waiting_count: number
}

/** What certificates hold as they were last read, and what is on the way to hosts. */
export async function findOutstandingSums(db: Db, today: Day): Promise<OutstandingSums> {
  const isLive = sql`(expires_on is null or expires_on >= ${today}::date)`
  const { rows } = await sql<OutstandingSums>`
    select * from (
      select coalesce(sum(balance_cents) filter (where ${isLive}), 0)::bigint as outstanding,
        count(*) filter (where ${isLive}) as outstanding_count,
        coalesce(sum(balance_cents) filter (where not ${isLive}), 0)::bigint as expired,
        count(*) filter (where not ${isLive}) as expired_count
      from payout where method = 'certificate' and state = 'done' and balance_cents > 0) certificates,
    (select min(balance_at) as read_at from payout
      where method = 'certificate' and state = 'done' and balance_cents > 0) readings,
    (select coalesce(sum(cents), 0)::bigint as waiting, count(*) as waiting_count
      from payout where state = 'waiting') ways`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('sums are one row')
  return sums
}

export interface MoneyLineRow {
  id: number
  at: Date
  cents: Cents
  code: string
  name: string
  order_id: number | null
  receipt: string | null
  paid_at: Date | null
  method: string | null
  payout_code: string | null
}

const incoming = ['gift', 'contribution', 'gift_card', 'surplus']
/**
 * The kinds of lines of each movement, and whether those that stand for their order or payout take money out; null: those
 * of a receipt do either.
 */
const kindsOf: Record<
  ListedMovement,
  { kinds: string[]; isOut: boolean | null; same: 'order_id' | 'payout_id' }
> = {
  received: { kinds: incoming, isOut: false, same: 'order_id' },
  till: { kinds: incoming, isOut: null, same: 'order_id' },
  refunded: { kinds: incoming, isOut: true, same: 'order_id' },
  certificates: { kinds: ['certificate'], isOut: true, same: 'payout_id' },
  orders: { kinds: ['redeemed'], isOut: true, same: 'payout_id' },
  returned: { kinds: ['returned'], isOut: false, same: 'payout_id' },
}

/**
 * What moved, before the row of that number: a row for all lines of one order or payout at one moment, newest first, by an index for each kind. A row
 * is named by the first of its lines, so that none is listed twice; `case` keeps the planner from taking that for rare
 * and sorting a whole month instead.
 */
export async function findMoneyLines(
  db: Db,
  { movement, from, end }: { movement: ListedMovement; from: Date; end: Date },
  before: number | null,
  most: number,
): Promise<MoneyLineRow[]> {
  const { kinds, isOut, same } = kindsOf[movement]
  const id = sql.ref(same)
  const sameLines = sql`other.${id} = line.${id} and other.created_at = line.created_at
    and other.kind = any(${kinds}) and other.account <> 'goods'`
  // Words of the statement and no parameters, as the indexes have them.
  const isThatWay = (line: string) =>
    isOut === null ? sql`true` : sql`${sql.ref(`${line}.cents`)} ${sql.raw(isOut ? '<' : '>')} 0`
  const inPage = sql`line.created_at >= ${from} and line.created_at < ${end}
    and (${before}::bigint is null
      or (line.created_at, line.id) < ((select created_at from ledger where id = ${before}), ${before}::bigint))
    and case when ledger_movement(line) = ${movement}
      then line.id = (select min(other.id) from ledger other where ${sameLines} and ${isThatWay('other')}) end`
  // Receipts are few, and have an index of their own.
  const lines =
    isOut === null
      ? sql`select line.* from ledger line where line.order_id < 0 and line.account <> 'goods' and ${inPage}`
      : sql`select line.* from unnest(${kinds}::text[]) as wanted (kind) cross join lateral (
          select * from ledger line
          where line.kind = wanted.kind and ${isThatWay('line')} and line.account <> 'goods' and ${inPage}
          order by line.created_at desc, line.id desc limit ${most}) line`
  const { rows } = await sql<MoneyLineRow>`
    with line as (
      ${lines}
      order by line.created_at desc, line.id desc limit ${most})
    select line.id, line.created_at as at, registry.code, registry.registry_name as name,
      coalesce((select sum(other.cents)::bigint from ledger other where ${sameLines}), line.cents) as cents,
      coalesce(line.order_id, case when payout.method = 'order' then payout.shop_id end) as order_id,
      till_receipt.number as receipt, payment.first_paid_at as paid_at, payment.method,
      case when payout.method = 'certificate' then payout.code end as payout_code
    from line
    join registry on registry.id = line.registry_id
    left join order_payment payment on payment.order_id = line.order_id
    left join payout on payout.id = line.payout_id
    left join till_receipt on till_receipt.id = -line.order_id
    order by line.created_at desc, line.id desc`.execute(db)
  return rows
}
