import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import type { GivenTotals } from './rules.ts'

export interface GivenTotalsAndGivers extends GivenTotals {
  /** How many people gave, told apart by e-mail, else by cart. */
  givers: number
  /** When the first reservation of a guest at the checkout ends; null without one. */
  reservedUntil: Date | null
  /** When the first order that is waited for counts as unpaid; null without one. */
  heldUntil: Date | null
}

export const nothingGiven: GivenTotalsAndGivers = {
  units: 0,
  reservedUnits: 0,
  cents: 0,
  reservedCents: 0,
  givers: 0,
  reservedUntil: null,
  heldUntil: null,
}

/** Nothing limits how much is on its way to a gift card, so a sum may be more than the column's type holds. */
const maxInt = 2_147_483_647

/**
 * Gift id → what was given towards it (R319) and what is reserved: by open hand-offs, and by orders that await payment.
 * Always summed from the purchases, never counted. Gifts without any of it are left out.
 */
export async function sumGivenByGift(
  db: Db,
  giftIds: number[],
  now: Date,
): Promise<Map<number, GivenTotalsAndGivers>> {
  if (giftIds.length === 0) return new Map()
  const totals = givenTotals(sql`${giftIds}::bigint[]`, now)
  const { rows } = await sql<
    GivenTotalsAndGivers & { gift_id: number }
  >`select * from ${totals} totals`.execute(db)
  return new Map(rows.map(({ gift_id, ...given }) => [gift_id, given]))
}

/**
 * `offset 0` keeps the join in this order, from the lines of the gifts: a plan made while nobody is at the checkout would
 * rather read all that are open, which are thousands on a busy day.
 */
const openHandoff = sql`select handoff.reserved_until from handoff
  where handoff.id = line.handoff_id and handoff.state = 'open' and handoff.reserves`

/** The same as a table of a query; the ids are an array of SQL. */
export function givenTotals(giftIds: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`(
    with reserved_line as (
      select gift_id, kind, units, cents, null::timestamptz as until, held_until
      from purchase where gift_id = any(${giftIds}) and state = 'pending'
        and (held_until is null or held_until > ${now})
      union all
      select line.gift_id, line.kind, line.units, line.units * line.cents, open.reserved_until, null
      from handoff_line line cross join lateral (
        ${openHandoff} and handoff.reserved_until > ${now} offset 0) open
      where line.gift_id = any(${giftIds})
    ), reserved as (
      select gift_id, sum(units) filter (where kind <> 'contribution') as units,
        sum(cents) filter (where kind <> 'units') as cents, min(until) as until, min(held_until) as held_until
      from reserved_line group by gift_id
    )
    select gift_id, coalesce(given.units, 0) as units, coalesce(given.cents, 0) as cents,
      coalesce(given.givers, 0) as givers, reserved.until as "reservedUntil",
      reserved.held_until as "heldUntil",
      least(coalesce(reserved.units, 0), ${maxInt})::int as "reservedUnits",
      least(coalesce(reserved.cents, 0), ${maxInt})::int as "reservedCents"
    from gift_given(${giftIds}) given full join reserved using (gift_id))`
}
