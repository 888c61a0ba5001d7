import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findGifts, type GiftWithProduct, selectGifts } from './data.ts'
import { type GivenTotalsAndGivers, givenTotals } from './given-data.ts'
import { giftCardType } from './rules.ts'

/** A gift with what its list shows besides. */
export interface ListedGift extends GiftWithProduct {
  given: GivenTotalsAndGivers
  /** The amounts, in cents, that the shop offers of a gift card, smallest first (R317); null for all else. */
  amounts: Cents[] | null
}

/** A gift as it is read: without totals these are null, or not asked for. */
type ListedRow = Omit<ListedGift, 'given'> & {
  [K in keyof GivenTotalsAndGivers]?: GivenTotalsAndGivers[K] | null
}

const totals = sql`, totals.units, totals.cents, totals.givers, "reservedUntil", "heldUntil", "reservedUnits", "reservedCents"`

/** The gifts of a registry in the host's order with all that their list shows, in one query; `withGiven`: what was given, too. */
export async function findListedGifts(
  db: Db,
  registryId: number,
  language: Language,
  { now, withGiven }: { now: Date; withGiven: boolean },
): Promise<ListedGift[]> {
  const condition = isListedIn(registryId)
  const rows = await findGifts<ListedRow>(db, language, condition, {
    prepared: true,
    columns: sql`, ${offeredAmounts} as amounts${withGiven ? totals : sql``}`,
    joins: withGiven ? joinTotals(condition, now) : sql``,
  })
  return rows.map(row => ({ ...row, given: givenOf(row) }))
}

const isListedIn = (registryId: number) => sql`gift.registry_id = ${registryId} and gift.removed_at is null`

const joinTotals = (condition: RawBuilder<unknown>, now: Date) => {
  const ids = sql`array(select gift.id from gift where ${condition})`
  return sql` left join ${givenTotals(ids, now)} totals on totals.gift_id = gift.id`
}

/** What a hand-off has to know of each gift of a registry, in the host's order, as one JSON array within another query. */
export function listOfferedGifts(registryId: number, language: Language, now: Date): RawBuilder<unknown> {
  const condition = isListedIn(registryId)
  const gifts = selectGifts(language, condition, { columns: totals, joins: joinTotals(condition, now) })
  return sql`(
    select coalesce(json_agg(offered order by offered.position, offered.id), '[]') from (
      select id, position, product_id, name, available, quantity, is_group, type, price, units, cents, givers,
        "reservedUntil", "heldUntil", "reservedUnits", "reservedCents"
      from (${gifts}) gift) offered)`
}

/** A gift as `listOfferedGifts` answers it. */
export type OfferedRow = Pick<
  ListedRow,
  'id' | 'product_id' | 'name' | 'available' | 'quantity' | 'is_group' | 'type' | 'price'
> &
  TotalsOfRow

type TotalsOfRow = Pick<ListedRow, keyof GivenTotalsAndGivers>

/** What was given to a gift that came as JSON, whose times are texts. */
export function givenOfJson(row: OfferedRow): GivenTotalsAndGivers {
  const { reservedUntil, heldUntil, ...given } = givenOf(row)
  return {
    ...given,
    reservedUntil: reservedUntil && new Date(reservedUntil),
    heldUntil: heldUntil && new Date(heldUntil),
  }
}

function givenOf(row: TotalsOfRow): GivenTotalsAndGivers {
  const { units, cents, givers, reservedUnits, reservedCents, reservedUntil, heldUntil } = row
  return {
    units: units ?? 0,
    cents: cents ?? 0,
    givers: givers ?? 0,
    reservedUnits: reservedUnits ?? 0,
    reservedCents: reservedCents ?? 0,
    reservedUntil: reservedUntil ?? null,
    heldUntil: heldUntil ?? null,
  }
}

const offeredAmounts = sql`case when product.type = ${giftCardType} then (
    select array_agg(distinct product_price(product, offered) order by product_price(product, offered))
    from (values (1)) as once left join variant offered on offered.product_id = product.id and offered.available
    where product_price(product, offered) > 0) end`
