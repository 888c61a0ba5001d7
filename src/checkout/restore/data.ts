import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import type { MarkedLine, MarkedOrigin } from '../hand-off/mark-rules.ts'

/** More rows than any table gets between a backup and its restore. */
const skippedIds = 1_000_000

/**
 * Notes that the database was restored from a backup of that moment; answers whether it is the first time. At the first time every sequence skips the ids that
 * were given since then, because they stand in links and in the shop, and must not come to mean something else.
 */
export async function saveRestorePoint(tx: Db, since: Date, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into restore_point (since, declared_at) values (${since}, ${now})
    on conflict (since) do update set declared_at = greatest(restore_point.declared_at, excluded.declared_at)
    returning xmax = 0 as is_new`.execute(tx)
  if (rows[0]?.is_new)
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value) + ${skippedIds}::bigint)
      from pg_sequences
      where schemaname = current_schema() and coalesce(last_value, start_value) + ${skippedIds}::bigint < max_value`.execute(
      tx,
    )
  return rows[0]?.is_new ?? false
}

export async function findRestorePoints(db: Db): Promise<{ since: Date; declared_at: Date }[]> {
  return db.selectFrom('restore_point').select(['since', 'declared_at']).execute()
}

/** Which of these references have a hand-off that knows its cart. */
export async function findWholeHandoffs(db: Db, references: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('handoff')
    .select('reference')
    .where('reference', 'in', references)
    .where('cart_id', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.reference))
}

/** Of these lines, those whose gift is in the registry with the product that the line names. */
export async function filterKnownLines(
  db: Db,
  registryId: number,
  lines: MarkedLine[],
): Promise<MarkedLine[]> {
  const gifts = await db
    .selectFrom('gift')
    .select(['id', 'product_id'])
    .where('registry_id', '=', registryId)
    .where(
      'id',
      'in',
      lines.map(line => line.giftId),
    )
    .execute()
  return lines.filter(line =>
    gifts.some(gift => gift.id === line.giftId && gift.product_id === line.productId),
  )
}

/** The giver's account, unless it was lost as well. */
export async function findGiverAccount(
  db: Db,
  { customerId, createdAt }: MarkedOrigin,
): Promise<{ id: number; erased_at: Date | null } | undefined> {
  return db
    .selectFrom('customer')
    .select(['id', 'erased_at'])
    .where('id', '=', customerId ?? 0)
    .where('created_at', '<=', createdAt)
    .executeTakeFirst()
}

/**
 * Makes a hand-off again, with the cart of the order that names it; its reservation is over. One that was stored before
 * its cart gets the cart. Nothing happens when another process was faster.
 */
export async function insertRecoveredHandoff(
  tx: Db,
  origin: MarkedOrigin,
  handoff: {
    reference: string
    registryId: number
    cartId: string | null
    channelId: number
    giver: { id: number; erased_at: Date | null } | undefined
  },
  now: Date,
): Promise<void> {
  const { reference, registryId, cartId, giver } = handoff
  const row = await tx
    .insertInto('handoff')
    .values({
      reference,
      idempotency_key: `recovered ${reference}`,
      fingerprint: '',
      registry_id: registryId,
      customer_id: giver && !giver.erased_at ? giver.id : null,
      erased: Boolean(giver?.erased_at),
      language: origin.language,
      channel_id: handoff.channelId,
      giver_name: null,
      giver_email: null,
      visibility: giver?.erased_at ? 'anonymous' : origin.visibility,
      message: null,
      cart_id: cartId,
      state: 'expired',
      created_at: origin.createdAt,
      reserved_until: origin.createdAt,
      recovered_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return attachCart(tx, reference, cartId)
  await tx
    .insertInto('handoff_line')
    .values(
      origin.lines.map(({ kind, giftId, productId, variantId, units, cents }) => ({
        ...{ handoff_id: row.id, registry_id: registryId, gift_id: giftId, kind, units, cents },
        ...{ product_id: productId, variant_id: variantId, message: null },
      })),
    )
    .execute()
}

async function attachCart(tx: Db, reference: string, cartId: string | null): Promise<void> {
  await sql`
    update handoff set cart_id = ${cartId}, cart_creation_until = null
    where reference = ${reference} and cart_id is null
      and not exists (select from handoff other where other.cart_id = ${cartId})`.execute(tx)
}

/** Of these products, those that an open registry wishes for. */
export async function findWishedProducts(db: Db, productIds: number[], today: string): Promise<Set<number>> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct gift.product_id from gift join registry on registry.id = gift.registry_id
    where gift.product_id = any(${productIds}) and gift.removed_at is null and registry.removed_at is null
      and (registry.closing_day is null or registry.closing_day >= ${today}::date)`.execute(db)
  return new Set(rows.map(row => row.product_id))
}

/** Whether an order counts or was placed for a host as far as the database knows, and whether lines of it wait for staff. */
export async function findOrderTraces(
  db: Db,
  orderId: number,
): Promise<{ isKnown: boolean; isUnmatched: boolean }> {
  const { rows } = await sql<{ isKnown: boolean; isUnmatched: boolean }>`
    select exists (select from purchase where order_id = ${orderId})
        or exists (select from payout where method = 'order' and shop_id = ${orderId}) as "isKnown",
      exists (select from unmatched_line where order_id = ${orderId}) as "isUnmatched"`.execute(db)
  return rows[0] ?? { isKnown: false, isUnmatched: false }
}

/** The codes of the registries that an order counts for. */
export async function findRegistriesOfOrder(db: Db, orderId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .innerJoin('registry', 'registry.id', 'registry_id')
    .select('code')
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ code }) => code)
}
