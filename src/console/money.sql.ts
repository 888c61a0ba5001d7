import { sql } from 'kysely'
import { type Day, timeZone } from '../base/dates.ts'
import type { Cents } from '../base/money.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { ListedMovement, MovementSum } from './money.rules.ts'

/**
 * Up to so many ledger ids that are not counted into days yet the report adds up itself, well within its time limit.
 */
const mostUncounted = 50_000

/**
 * The moment of the oldest uncounted line when too many are left for the report to add up itself, as after the first
 * start with an old ledger; else null.
 */
export async function findCountingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select case when coalesce((select max(id) from ledger), 0) - counted_to > ${mostUncounted}
      then (select created_at from ledger where id > counted_to order by id limit 1) end as since
    from (select coalesce((select counted_to from money_held), 0) as counted_to) counted`.execute(db)
  return rows[0]?.since ?? null
}

/**
 * What moved until the end of a day, by month or week from `first` on, and what registries owed then, in one statement:
 * the counted days, and the lines since unless there are too many. Only registries that are or were below zero can owe
 * something.
 */
export async function findMovementSums(
  db: Db,
  {
    by,
    first,
    day,
    end,
    isBehind,
  }: { by: 'month' | 'week'; first: Day; day: Day; end: Date; isBehind: boolean },
): Promise<MovementSum[]> {
  const format = by === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'
  const { rows } = await sql<MovementSum>`
    select to_char(date_trunc(${by}, case when day >= ${first}::date then day end), ${format}) as period, movement::text, sum(cents)::bigint as cents
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

interface AmountAndCount {
  cents: Cents
  count: number
}

/**
 * What certificates held when they were last read, and what is on the way to hosts: as of now, not of the report's day.
 */
export async function findOutstandingSums(db: Db, today: Day) {
  const isLive = sql`(expires_on is null or expires_on >= ${today}::date)`
  const { rows } = await sql<{
    outstanding: AmountAndCount
    expired: AmountAndCount
    /** When the balance was read that was read longest ago; null where nothing is outstanding. */
    readAt: Date | null
    /** Taken out of registries, and not made by the shop yet. */
    waiting: AmountAndCount
  }>`
    select outstanding, expired, "readAt", waiting from (
      select jsonb_build_object('cents', coalesce(sum(balance_cents) filter (where ${isLive}), 0)::bigint,
          'count', count(*) filter (where ${isLive})) as outstanding,
        jsonb_build_object('cents', coalesce(sum(balance_cents) filter (where not ${isLive}), 0)::bigint,
          'count', count(*) filter (where not ${isLive})) as expired
      from payout where method = 'certificate' and state = 'done' and balance_cents > 0) certificates,
    (select min(balance_at) as "readAt" from payout
      where method = 'certificate' and state = 'done' and balance_cents > 0) readings,
    (select jsonb_build_object('cents', coalesce(sum(cents), 0)::bigint, 'count', count(*)) as waiting
      from payout where state = 'waiting') ways`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('sums are one row')
  return sums
}

export interface MoneyLineRow {
  id: number
  at: Date
  /** Negative where money went out. */
  cents: Cents
  code: string
  name: string
  /** The guest's order, or the one that was placed for the host. */
  order: number | null
  /** What the guest gave, as the registry's orders have it: the order, or the receipt below zero; null for a host's. */
  given: number | null
  /** The number of a receipt of the till; empty for an order. */
  receipt: string
  paidAt: Date | null
  /** As the shop words it. */
  paidBy: string
  /** VAT within the total of its order, as the shop charged it; null where it is not known. */
  tax: Cents | null
  /** The last four characters of a certificate's code. */
  codeEnd: string
}

const incoming = ['gift', 'contribution', 'gift_card', 'surplus']
/**
 * The kinds of lines of each movement, and the ways that they go: money out is below zero. Lines of one order or payout at
 * one moment are one row.
 */
const kindsOf: Record<
  ListedMovement,
  { kinds: string[]; ways: readonly ('in' | 'out')[]; same: 'order_id' | 'payout_id' }
> = {
  received: { kinds: incoming, ways: ['in'], same: 'order_id' },
  till: { kinds: incoming, ways: ['in', 'out'], same: 'order_id' },
  refunded: { kinds: incoming, ways: ['out'], same: 'order_id' },
  certificates: { kinds: ['certificate'], ways: ['out'], same: 'payout_id' },
  orders: { kinds: ['redeemed'], ways: ['out'], same: 'payout_id' },
  unplaced: { kinds: incoming, ways: ['in', 'out'], same: 'order_id' },
  // Money goes out again when the shop reopens an order that it had cancelled or refunded (R615, negative balance).
  returned: { kinds: ['returned'], ways: ['in', 'out'], same: 'payout_id' },
  goods: { kinds: ['surplus'], ways: ['in', 'out'], same: 'order_id' },
}

interface LineRange {
  movement: ListedMovement
  from: Date
  end: Date
}

/** `inPage`: the line is the first of a row of the movement, and before that id; `otherLines`: the rest of its row. */
function lineFilter({ movement, from, end }: LineRange, before: number | null) {
  const { kinds, ways, same } = kindsOf[movement]
  const id = sql.ref(same)
  // Without the line itself: most rows have one line, and finding out its movement is most of what they cost.
  const otherLines = sql`other.${id} = line.${id} and other.created_at = line.created_at and other.id <> line.id
    and other.kind = any(${kinds}) and other.account <> 'goods' and ledger_movement(other) = ${movement}`
  const [way] = ways
  const isThatWay = ways.length > 1 ? sql`true` : way === 'in' ? sql`other.cents > 0` : sql`other.cents < 0`
  // Without `case` the planner takes first lines for rare and sorts a whole month.
  const inPage = sql`line.created_at >= ${from} and line.created_at < ${end}
    and (${before}::bigint is null
      or (line.created_at, line.id) < ((select created_at from ledger where id = ${before}), ${before}::bigint))
    and case when ledger_movement(line) = ${movement}
      then not exists (select from ledger other where other.id < line.id and ${isThatWay} and ${otherLines}) end`
  return { otherLines, inPage }
}

/** The lines from which rows are made, found by an index for each kind and way. */
function candidateLines(range: LineRange, before: number | null, most: number) {
  const { movement, from, end } = range
  const { kinds, ways } = kindsOf[movement]
  const { inPage } = lineFilter(range, before)
  // Receipts are few, and have an index of their own.
  if (movement === 'till')
    return sql`select line.* from ledger line where line.order_id < 0 and line.account <> 'goods' and ${inPage}`
  if (movement === 'unplaced')
    return sql`select line.* from ledger line
      where line.cause like '% unplaced %' and line.account <> 'goods' and ${inPage}`
  // Written into the statement instead of passed as parameters, so that the partial indexes match.
  const ofWay = (way: 'in' | 'out') => sql`
    select line.* from unnest(${kinds}::ledger_kind[]) as wanted (kind) cross join lateral (
      select * from ledger line
      where line.kind = wanted.kind and line.cents ${sql.raw(way === 'in' ? '>' : '<')} 0
        and line.account <> 'goods' and ${inPage}
      order by line.created_at desc, line.id desc limit ${most}) line`
  const returnedGoods = sql`
    select line.* from ledger goods join ledger line on line.transfer_id = goods.transfer_id
    where goods.kind = 'moved' and goods.account = 'goods' and line.account <> 'goods'
      and goods.created_at >= ${from} and goods.created_at < ${end} and ${inPage}`
  return sql.join([...ways.map(ofWay), ...(movement === 'goods' ? [returnedGoods] : [])], sql` union all `)
}

/**
 * What moved, before the row of that number: a row for all lines of one order or payout at one moment, newest first. A row
 * is named by the first of its lines, so that none is listed twice.
 */
export async function findMoneyLines(db: Db, range: LineRange, before: number | null, most: number) {
  const { otherLines } = lineFilter(range, before)
  const { rows } = await sql<MoneyLineRow>`
    with line as (
      select found.*, coalesce(order_id, case when kind = 'moved' then source_order_id end) as giving_order
      from (${candidateLines(range, before, most)}) found
      order by created_at desc, id desc limit ${most})
    select line.id, line.created_at as at, registry.code, registry.registry_name as name,
      line.cents + coalesce((select sum(other.cents) from ledger other where ${otherLines}), 0)::bigint as cents,
      line.giving_order as given, coalesce(till_receipt.number, '') as receipt,
      case when till_receipt.number is null
        then coalesce(line.giving_order, case when payout.method = 'order' then payout.shop_id end) end as "order",
      payment.first_paid_at as "paidAt", coalesce(payment.method, '') as "paidBy",
      case when till_receipt.number is null then coalesce(payment.tax_cents, payout.tax_cents) end as tax,
      case when payout.method = 'certificate' then right(payout.code, 4) else '' end as "codeEnd"
    from line
    join registry on registry.id = line.registry_id
    left join order_payment payment on payment.order_id = line.giving_order
    left join payout on payout.id = line.payout_id
    left join till_receipt on till_receipt.id = -line.giving_order
    order by line.created_at desc, line.id desc`.execute(db)
  return rows
}

/** Movements that almost all lines of their kinds belong to. */
const plainMovements: ListedMovement[] = ['received', 'refunded', 'certificates', 'orders', 'returned']

/**
 * Whether more than `most` lines are of a movement's kinds in these days: then a file is refused without looking at
 * each. Counted by an index alone.
 */
export async function hasMoreLines(db: Db, { movement, from, end }: LineRange, most: number) {
  if (!plainMovements.includes(movement)) return false
  const { kinds, ways } = kindsOf[movement]
  const ofWay = (way: 'in' | 'out') => sql`
    select from unnest(${kinds}::ledger_kind[]) as wanted (kind) cross join lateral (
      select from ledger line where line.kind = wanted.kind and line.cents ${sql.raw(way === 'in' ? '>' : '<')} 0
        and line.account <> 'goods' and line.created_at >= ${from} and line.created_at < ${end}
      limit ${most + 1}) line`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from (${sql.join(ways.map(ofWay), sql` union all `)}) lines limit ${most + 1}) counted`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) > most
}
