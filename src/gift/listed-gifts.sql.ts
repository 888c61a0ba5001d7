import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { Db } from '../server/postgres/tables.ts'
import { giftCardType } from './gift.rules.ts'
import {
  type GiftWithProduct,
  type GivenTotalsAndGivers,
  givenTotals,
  nothingGiven,
  selectGifts,
} from './gift.sql.ts'

export interface ListedGift extends Pick<GiftWithProduct, (typeof listedColumns)[number]> {
  given: GivenTotalsAndGivers
  /** The amounts, in cents, that the shop offers of a gift card (R317), smallest first; null for other gifts. */
  amounts: Cents[] | null
}

const listedColumns = [
  'id',
  'product_id',
  'variant_id',
  'sku',
  'quantity',
  'is_group',
  'modifiers',
  'note',
  'must_have',
  'price',
  'available',
  'lacks_price',
  'name',
  'path',
  'brand',
  'image',
  'type',
  'category_ids',
  'options',
  'product_modifiers',
  'needs_file',
  'min_quantity',
  'max_quantity',
  'stock',
  'is_preorder',
  'released_on',
] as const

/** A gift as it comes from the query: totals are null where nothing was given or reserved, and times are texts. */
export type ListedRow = Omit<ListedGift, 'given'> & TotalsOfRow

type TotalsOfRow = {
  [K in keyof GivenTotalsAndGivers]:
    | (GivenTotalsAndGivers[K] extends number ? GivenTotalsAndGivers[K] : string)
    | null
}

const totals = sql`, totals.units, totals.cents, totals.givers, "reservedUntil", "heldUntil", "reservedUnits", "reservedCents"`
const totalNames = sql`units, cents, givers, "reservedUntil", "heldUntil", "reservedUnits", "reservedCents"`

export interface ListedGiftsValues {
  language: Language
  now: Date
}

/**
 * The gifts of a registry in the host's order, as their list shows them, as one JSON array within another query. JSON
 * takes half the time of a thousand rows with a value for each column.
 */
export function selectListedGifts(
  registryId: RawBuilder<number>,
  { language, now }: ListedGiftsValues,
): RawBuilder<ListedRow[]> {
  const columns = sql.join([...listedColumns, 'amounts'].map(name => sql.ref(name)))
  const condition = isListedIn(registryId)
  const gifts = selectGifts(language, condition, {
    columns: sql`, ${offeredAmounts} as amounts${totals}`,
    joins: joinTotals(condition, now),
  })
  return sql`(
    select coalesce(json_agg(listed), '[]')
    from (select ${columns}, ${totalNames} from (${gifts}) gift order by position, id) listed)`
}

/** Without `withGiven` the totals are zero. */
export function toListedGifts(rows: ListedRow[], withGiven: boolean): ListedGift[] {
  return rows.map(
    ({ units, cents, givers, reservedUnits, reservedCents, reservedUntil, heldUntil, ...gift }) => ({
      ...gift,
      given: withGiven
        ? givenOfJson({ units, cents, givers, reservedUnits, reservedCents, reservedUntil, heldUntil })
        : nothingGiven,
    }),
  )
}

const isListedIn = (registryId: RawBuilder<number>) =>
  sql`gift.registry_id = ${registryId} and gift.removed_at is null`

const joinTotals = (condition: RawBuilder<unknown>, now: Date) => {
  const ids = sql`array(select gift.id from gift where ${condition})`
  return sql` left join ${givenTotals(ids, now)} totals on totals.gift_id = gift.id`
}

/** Gifts as a hand-off needs them, all or by id, in the host's order, as one JSON array within another query. */
export function listOfferedGifts(
  registryId: number,
  giftIds: number[] | 'all',
  { language, now }: { language: Language; now: Date },
): RawBuilder<unknown> {
  const listed = isListedIn(sql`${registryId}::bigint`)
  const condition = giftIds === 'all' ? listed : sql`${listed} and gift.id = any(${giftIds}::bigint[])`
  const gifts = selectGifts(language, condition, { columns: totals, joins: joinTotals(condition, now) })
  return sql`(
    select coalesce(json_agg(offered order by offered.position, offered.id), '[]') from (
      select id, position, product_id, name, available, quantity, is_group, type, price, ${totalNames}
      from (${gifts}) gift) offered)`
}

export async function readOfferedGifts(
  db: Db,
  registryId: number,
  asked: { language: Language; now: Date },
): Promise<OfferedRow[]> {
  const { rows } = await sql<{ offered: OfferedRow[] }>`
    select ${listOfferedGifts(registryId, 'all', asked)} as offered`.execute(db)
  return rows[0]?.offered ?? []
}

export type OfferedRow = Pick<
  ListedRow,
  'id' | 'product_id' | 'name' | 'available' | 'quantity' | 'is_group' | 'type' | 'price'
> &
  TotalsOfRow

export function givenOfJson(row: TotalsOfRow): GivenTotalsAndGivers {
  return {
    units: row.units ?? 0,
    cents: row.cents ?? 0,
    givers: row.givers ?? 0,
    reservedUnits: row.reservedUnits ?? 0,
    reservedCents: row.reservedCents ?? 0,
    reservedUntil: row.reservedUntil === null ? null : new Date(row.reservedUntil),
    heldUntil: row.heldUntil === null ? null : new Date(row.heldUntil),
  }
}

const offeredAmounts = sql`case when product.type = ${giftCardType} then (
    select array_agg(distinct product_price(product, offered) order by product_price(product, offered))
    from (values (1)) as once left join variant offered on offered.product_id = product.id and offered.available
    where product_price(product, offered) > 0) end`
