import { type Insertable, sql } from 'kysely'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db, LedgerTable } from '../../server/postgres/tables.ts'
import type { AccountAmount, GiftBalance } from './rules.ts'

/**
 * What the ledger says of each gift of a registry, goods apart. Lines without a gift stand under 0; nobody writes
 * such lines of money.
 */
export async function giftBalances(db: Db, registryId: number): Promise<GiftBalance[]> {
  const { rows } = await sql<GiftBalance>`
    select coalesce(gift_id, 0) as "giftId",
      coalesce(sum(cents) filter (where account = 'gift'), 0)::int as gift,
      coalesce(sum(cents) filter (where account = 'change'), 0)::int as change
    from ledger where registry_id = ${registryId} and account <> 'goods'
    group by gift_id order by gift_id`.execute(db)
  return rows
}

type Out = Pick<Insertable<LedgerTable>, 'kind' | 'cause' | 'payout_id' | 'transfer_id'>

/** Writes one line a pocket; `sign` is −1 for money that goes. Causes are numbered, so none is written twice. */
export async function insertLedgerLines(
  tx: Db,
  registryId: number,
  pockets: AccountAmount[],
  line: Out & { sign: 1 | -1; now: Date },
): Promise<void> {
  const { sign, now, cause, ...rest } = line
  if (pockets.length === 0) return
  await tx
    .insertInto('ledger')
    .values(
      pockets.map(({ giftId, account, cents }, index) => ({
        ...rest,
        registry_id: registryId,
        gift_id: giftId,
        account,
        cents: sign * cents,
        cause: `${cause} ${index + 1}`,
        created_at: now,
      })),
    )
    .execute()
}

/** A gift that has or had money of its own, as the host's page shows it; removed ones included. */
export interface GiftWithMoney {
  id: number
  product_id: number
  variant_id: number
  quantity: number
  is_group: boolean
  price: Cents
  name: string
  image: string | null
  type: string
  category_ids: number[]
  is_available: boolean
  removed: boolean
  /** All that was ever collected for it and still stands, whatever became of it. */
  collected: Cents
  units: number
}

/** The gifts of a registry that money came in for, and open group gifts that could take some. */
export async function giftsWithMoney(
  db: Db,
  registryId: number,
  language: Language,
): Promise<GiftWithMoney[]> {
  const { rows } = await sql<GiftWithMoney>`
    with money as (
      select gift_id,
        coalesce(sum(cents) filter (where account = 'gift' and kind in ('gift', 'contribution', 'gift_card', 'moved')), 0)::int
          as collected
      from ledger where registry_id = ${registryId} and account <> 'goods' group by gift_id
    ), bought as (
      select gift_id, sum(credited_units)::int as units from purchase
      where registry_id = ${registryId} and state = 'paid' and kind = 'units' group by gift_id
    )
    select gift.id, gift.product_id, gift.variant_id, gift.quantity, gift.is_group,
      case when product.type = 'giftcertificate' then gift.price_cents
        else coalesce(variant.price_cents, product.price_cents, gift.price_cents) end as price,
      coalesce(said.name, english.name, gift.sku) as name,
      coalesce(variant.image, product.image) as image,
      coalesce(product.type, 'physical') as type,
      coalesce(product.category_ids, '{}') as category_ids,
      coalesce(product.listed and product.available
        and coalesce(variant.available, gift.variant_id = 0), false) as is_available,
      gift.removed_at is not null as removed,
      coalesce(money.collected, 0) as collected,
      coalesce(bought.units, 0) as units
    from gift
    left join money on money.gift_id = gift.id
    left join bought on bought.gift_id = gift.id
    left join product on product.id = gift.product_id
    left join variant on variant.id = gift.variant_id
    left join product_text said on said.product_id = gift.product_id and said.language = ${language}
    left join product_text english on english.product_id = gift.product_id and english.language = 'en'
    where gift.registry_id = ${registryId} and (money.gift_id is not null or (gift.is_group and gift.removed_at is null))
    order by gift.position, gift.id`.execute(db)
  return rows
}

/** The registry of a gift, whether the gift was removed or not; null for a gift that never was. */
export async function registryIdOfGift(db: Db, giftId: number): Promise<number | null> {
  const row = await db.selectFrom('gift').select('registry_id').where('id', '=', giftId).executeTakeFirst()
  return row?.registry_id ?? null
}

/** What an order for the host needs to know of a gift. */
export async function giftToOrder(db: Db, giftId: number) {
  return db
    .selectFrom('gift')
    .leftJoin('product', 'product.id', 'gift.product_id')
    .select(['gift.product_id', 'gift.variant_id', 'gift.selected_options', 'product.type'])
    .where('gift.id', '=', giftId)
    .executeTakeFirstOrThrow()
}

export type TransferRow = { fingerprint: string; cents: Cents }

export async function transferByKey(
  db: Db,
  registryId: number,
  key: string,
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('transfer')
    .select(['fingerprint', 'cents'])
    .where('registry_id', '=', registryId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export async function insertTransfer(
  tx: Db,
  move: {
    registry_id: number
    idempotency_key: string
    fingerprint: string
    from_gift_id: number
    to_gift_id: number
    cents: Cents
    created_at: Date
  },
): Promise<number> {
  const { id } = await tx.insertInto('transfer').values(move).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A line of the statement, with what it was for. */
export interface StatementRow {
  id: number
  kind: LedgerTable['kind']
  account: LedgerTable['account']
  cents: Cents
  created_at: Date
  gift: string
  giver: string | null
  visibility: 'full' | 'initials' | 'anonymous' | null
  /** The code of the certificate, once the shop has issued it. */
  certificate: string | null
  /** A guest's order, or the one that was placed for the host. */
  order_id: number | null
}

/** Every line of a registry's money, oldest first; goods apart. */
export async function statementRows(db: Db, registryId: number, language: Language): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select ledger.id, ledger.kind, ledger.account, ledger.cents, ledger.created_at,
      coalesce(said.name, english.name, gift.sku, '') as gift,
      purchase.giver_name as giver, purchase.visibility,
      case when payout.method = 'certificate' and payout.state = 'done' then payout.code end as certificate,
      coalesce(ledger.order_id, case when payout.method = 'order' then payout.shop_id end) as order_id
    from ledger
    left join gift on gift.id = ledger.gift_id
    left join product_text said on said.product_id = gift.product_id and said.language = ${language}
    left join product_text english on english.product_id = gift.product_id and english.language = 'en'
    left join purchase on purchase.order_id = ledger.order_id and purchase.line_id = ledger.line_id
    left join payout on payout.id = ledger.payout_id
    where ledger.registry_id = ${registryId} and ledger.account <> 'goods'
    order by ledger.id`.execute(db)
  return rows
}
