import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, authorize, orNotFound } from '../base/app-error.ts'
import type { Language } from '../base/language.ts'
import { type Cents, toEuro } from '../base/money.ts'
import type { HostAnswer, ShopModifier } from '../base/shop-modifiers.ts'
import { appendLedgerLines } from '../orders/credit.ts'
import { appendStaffNote } from '../orders/notes.ts'
import { findReceiptNumbers } from '../orders/receipts.ts'
import { canOwn } from '../registry/registry.rules.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { registryByIdFor } from '../registry/registry.ts'
import { refuseDuringSurprise } from '../registry/surprise.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { CustomerContext, JobContext } from '../server/context/request-context.ts'
import { findRow, getRow, saveRow } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import {
  allocateAmount,
  availableFrom,
  calculateBalance,
  type MoneyLot,
  type MoneyPart,
  type MoneySource,
  type OrderPaid,
  type Readiness,
  type RegistryBalance,
  type ReleaseTerm,
  readyBalance,
} from './ledger.rules.ts'
import { hasOpenLowering } from './lowering.sql.ts'

export async function readBalance(db: Db, registryId: number): Promise<RegistryBalance> {
  return calculateBalance(await findMoneyLots(db, registryId))
}

/** The term for which money waits (R511, days before money leaves). */
export function releaseTerm({ now, config }: Pick<JobContext, 'now' | 'config'>): ReleaseTerm {
  return { now, payoutDays: config.PAYOUT_DAYS }
}

/**
 * Allocates the amount, or all that is ready, from these sources. Throws `giftcard_nothing` 409 when they hold nothing,
 * `giftcard_waits` 409 when it may not leave yet, `giftcard_much` 422 (detail.open: euro) when they hold less.
 */
export async function allocateFromRegistry(
  tx: Db,
  registryId: number,
  { sources, amount, readiness = 'ripe' }: MoneyRequest,
  ctx: Pick<JobContext, 'now' | 'config'>,
): Promise<MoneyPart[]> {
  const balance = await readBalance(tx, registryId)
  const open = availableFrom(balance, sources)
  if (open === 0) throw new AppError('giftcard_nothing', 409)
  const ready = readyBalance(balance, readiness, releaseTerm(ctx))
  const parts = allocateAmount(ready, sources, amount ?? availableFrom(ready, sources))
  if (parts) return parts
  if (amount === undefined) throw new AppError('giftcard_waits', 409)
  const code = amount > open ? 'giftcard_much' : 'giftcard_waits'
  throw amountRefused(code, amount > open ? 422 : 409, open)
}

/** Beside the field of the amount, with what there is (detail.open: euro). */
export const amountRefused = (code: string, status: 409 | 422, open: Cents) =>
  new AppError(code, status, { fields: { amount: code }, detail: { open: open / 100 } })

/** All that is ready when `amount` is missing. */
interface MoneyRequest {
  sources: MoneySource[]
  amount?: Cents | undefined
  readiness?: Readiness
}

type LineOrigin = Pick<Tables['ledger'], 'kind' | 'cause'> & { payout_id?: number; transfer_id?: number }

/**
 * Appends one line to the ledger for each amount (R506, only added to), with the order whose money it is; `sign` is −1
 * for money that leaves. Causes are numbered and unique, so that no line is written twice.
 */
export async function writeLedgerLines(
  tx: Db,
  registryId: number,
  amounts: MoneyPart[],
  line: LineOrigin & { sign: 1 | -1; now: Date },
): Promise<void> {
  const { sign, now, cause, ...origin } = line
  await appendLedgerLines(
    tx,
    amounts.map(({ giftId, account, orderId, cents }, index) => ({
      ...origin,
      registry_id: registryId,
      source_order_id: orderId,
      gift_id: giftId,
      account,
      cents: sign * cents,
      cause: `${cause} ${index + 1}`,
      created_at: now,
    })),
  )
}

/** The hash of a request's content tells a reused key from a repeated request (R605). */
export interface IdempotencyKey {
  key: string
  fingerprint: string
}

/** A random key where the caller gave none. */
export function idempotencyKeyFor(given: string | undefined, content: object): IdempotencyKey {
  return {
    key: given ?? randomUUID(),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

/**
 * The one registry of these gifts, owned by the caller: nobody else takes money out, a co-host neither (R606). Throws
 * `refused_missing` 404 for anybody else, `registry_is_secret` 403 while it is a surprise.
 */
export async function ownRegistryOfGifts(ctx: CustomerContext, giftIds: number[]): Promise<RegistryRow> {
  // Also of removed gifts.
  const gifts = await Promise.all(giftIds.map(id => findRow(ctx.db, 'gift', { id }, ['registry_id'])))
  const ids = new Set(gifts.map(gift => gift?.registry_id))
  const [id] = ids
  const registry = await registryByIdFor(ctx, orNotFound(ids.size === 1 ? id : null), 'edit')
  authorize(canOwn(registry, ctx.customer))
  refuseDuringSurprise(registry, ctx)
  return registry
}

/** After so many failures to lower a certificate, staff are told of all that the registry lacks. */
export const attemptsBeforeTelling = 5

/**
 * Handles a change of a registry's money. When the shop refunded what had been paid out, what the registry's open money
 * can't make up for is stored, and staff are told by a note on the order and by e-mail (R513, R615 negative balance), but
 * not before it is known what an unspent certificate makes up for.
 */
export async function trackNegativeBalance(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  ctx: JobContext,
): Promise<void> {
  const { negativeBalance: owed } = await readBalance(tx, registryId)
  const before = (await findRow(tx, 'negative_balance', { registry_id: registryId }, ['cents']))?.cents ?? 0
  if (owed === before) return
  if (owed > before && (await hasOpenLowering(tx, registryId, attemptsBeforeTelling))) return
  const row = { registry_id: registryId, cents: owed, changed_at: ctx.now }
  await saveRow(tx, 'negative_balance', ['registry_id'], row)
  if (owed < before) return
  const cents = owed - before
  const receipt = (await findReceiptNumbers(tx, [orderId])).get(orderId)
  await ctx.tellStaff(tx, {
    cause: `money-owed:${registryId}:${orderId}:${ctx.now.getTime()}-${owed}`,
    template: 'money-owed',
    props: {
      ...(await findRegistryNames(tx, registryId)),
      order: orderId,
      ...(receipt && { receipt }),
      cents,
    },
  })
  const note = `${toEuro(cents).toFixed(2)} EUR of this refund had been paid out to the host already.`
  await appendStaffNote(tx, orderId, note, ctx.now)
}

/**
 * Sums of the ledger for each order and account of a registry, goods left out. Lines without a gift are summed as gift
 * 0; no line of money is written without one.
 */
async function findMoneyLots(db: Db, registryId: number): Promise<MoneyLot[]> {
  const { rows } = await sql<MoneyLot>`
    select "giftId", account, "orderId", cents,
      case when is_paid and not is_disputed then paid_at end as "paidAt", held_until as "heldUntil"
    from (
      select coalesce(gift_id, 0) as "giftId", account, coalesce(source_order_id, order_id) as "orderId",
        sum(cents)::int as cents
      from ledger where registry_id = ${registryId} and account <> 'goods'
      group by 1, 2, 3 having sum(cents) <> 0) lot
    left join order_payment on order_payment.order_id = "orderId"
    order by "giftId", account desc, "orderId"`.execute(db)
  return rows
}

/** When these orders were paid; not those that aren't (R510) or are disputed (R514). */
export async function findPaymentMoments(db: Db, orderIds: number[]): Promise<Map<number, OrderPaid>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_payment')
    .select(['order_id', 'paid_at as paidAt', 'held_until as heldUntil'])
    .where('order_id', 'in', orderIds)
    .where('is_paid', '=', true)
    .where('is_disputed', '=', false)
    .execute()
  return new Map(rows.map(({ order_id, ...paid }) => [order_id, paid]))
}

/** A gift that has or had money, also a removed one. */
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
  /** What the shop sells of it in one order, and has left (R321). */
  min_quantity: number
  max_quantity: number | null
  stock: number | null
  removed: boolean
  /** All that was collected and not refunded, whatever became of it. */
  collected: Cents
  units: number
  /** The shop's questions to its buyer in the language, and the host's answers (R322). */
  product_modifiers: ShopModifier[]
  modifiers: HostAnswer[]
}

/** Gifts that money came in for, and open group gifts that could take some. */
export async function findGiftsWithMoney(
  db: Db,
  registryId: number,
  language: Language,
): Promise<GiftWithMoney[]> {
  const { rows } = await sql<GiftWithMoney>`
    with money as (
      select gift_id,
        greatest(0, coalesce(sum(cents) filter (
          where account = 'gift' and kind in ('gift', 'contribution', 'gift_card', 'moved')), 0))::int as collected
      from ledger where registry_id = ${registryId} and account <> 'goods' group by gift_id
    ), bought as (
      select gift_id, sum(credited_units)::int as units from purchase
      where registry_id = ${registryId} and state = 'paid' and kind = 'units' group by gift_id
    )
    select gift.id, gift.product_id, gift.variant_id, gift.quantity, gift.is_group,
      gift_price(gift, product, variant) as price,
      coalesce(text.name, gift.sku) as name,
      product_image(product, variant) as image,
      coalesce(product.type, 'physical') as type,
      coalesce(product.category_ids, '{}') as category_ids,
      is_gift_available(gift, product, variant) as is_available,
      coalesce(product.min_quantity, 1) as min_quantity, product.max_quantity,
      gift_stock(gift, product, variant) as stock,
      product_modifiers_in(product, ${language}) as product_modifiers, gift.modifiers,
      gift.removed_at is not null as removed,
      coalesce(money.collected, 0) as collected,
      coalesce(bought.units, 0) as units
    from gift
    left join money on money.gift_id = gift.id
    left join bought on bought.gift_id = gift.id
    left join product on product.id = gift.product_id
    left join variant on variant.id = gift.variant_id
    left join product_text_in(${language}) text on text.product_id = gift.product_id
    where gift.registry_id = ${registryId} and (money.gift_id is not null or (gift.is_group and gift.removed_at is null))
    order by gift.position, gift.id`.execute(db)
  return rows
}

export async function findRegistryNames(db: Db, id: number): Promise<{ code: string; registry: string }> {
  const { code, registry_name } = await getRow(db, 'registry', { id }, ['code', 'registry_name'])
  return { code, registry: registry_name }
}
