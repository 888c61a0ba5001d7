import { sql } from 'kysely'
import { findCustomersByIds } from '../account/customer/customer.sql.ts'
import { dayInAthens } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { HandoffRow } from '../checkout/hand-off.sql.ts'
import { formatGiverName } from '../checkout/mark.rules.ts'
import { createGiverToken } from '../checkout/request.ts'
import { detachCustomer, eraseGiverWords, updateGiver } from '../checkout/reservation.sql.ts'
import { findHostKind } from '../registry/event-type.ts'
import { letterPictureOf } from '../registry/photo.ts'
import { hostNames } from '../registry/registry.rules.ts'
import { findRegistryById, type RegistryRow } from '../registry/registry.sql.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { getRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { eraseGiverOfPurchases, findGiftNames, findGiftPictures, type PurchaseRow } from './orders.sql.ts'
import { isReceipt } from './receipts.rules.ts'

interface RegistryOrder {
  registry: RegistryRow
  handoff: HandoffRow
  purchases: PurchaseRow[]
}

/**
 * Enqueues an e-mail to each host in their language, unless surprise mode is on (R221), and one to the giver in the
 * language of the hand-off.
 */
export async function enqueueGiftEmails(
  tx: Db,
  registryOrder: RegistryOrder,
  ctx: EmailContext,
): Promise<void> {
  const hosts = await findHostsToTell(tx, registryOrder.registry, ctx.now)
  for (const host of hosts) await enqueueHostEmail(tx, registryOrder, host, ctx)
  await enqueueGiverEmail(tx, registryOrder, ctx)
}

type EmailContext = Pick<JobContext, 'enqueueEmail' | 'now' | 'config'>

/** None in surprise mode (R221). */
async function findHostsToTell(tx: Db, registry: RegistryRow, now: Date) {
  if (isSurpriseActive(registry, dayInAthens(now))) return []
  return findCustomersByIds(tx, [registry.customer_id, registry.co_host_id])
}

/** Letters that the first paid purchase of an order for a registry causes, without their contents. */
export async function findGiftEmails(
  tx: Db,
  { registry, orderId, giverEmail }: { registry: RegistryRow; orderId: number; giverEmail: string | null },
  now: Date,
): Promise<{ cause: string; template: string; to: string }[]> {
  const cause = `order:${orderId}:${registry.code}`
  const hosts = await findHostsToTell(tx, registry, now)
  return [
    ...hosts.map(({ id, email }) => ({
      cause: `gift-given:${cause}:${id}`,
      template: 'gift-given',
      to: email,
    })),
    ...(giverEmail ? [{ cause: `gift-thanks:${cause}`, template: 'gift-thanks', to: giverEmail }] : []),
  ]
}

/**
 * The shop refunded or cancelled what an order gave (R1430): tells each host once, not in surprise mode, and, where the
 * shop doesn't, the giver. `before` and `after` are all lines of the order.
 */
export async function enqueueReturnEmails(
  tx: Db,
  { registryId, before, after }: { registryId: number; before: PurchaseRow[]; after: PurchaseRow[] },
  ctx: EmailContext,
): Promise<void> {
  const returned = findReturned(
    before.filter(one => one.registry_id === registryId),
    after,
  )
  const [first] = returned
  const registry = first && (await findRegistryById(tx, registryId))
  if (!registry) return
  const left = after.filter(one => one.registry_id === registryId)
  const sum = (column: 'units' | 'cents') => left.reduce((total, one) => total + one[column], 0)
  // Nothing is sent when the same state is reached again.
  const cause = `order:${first.order_id}:${registry.code}:${sum('units')}:${sum('cents')}`
  const props = async (language: Language) => ({
    code: registry.code,
    registry: registry.registry_name,
    giver: formatGiverName(first.giver_name, first.visibility),
    gifts: await giftProps(tx, returned, language),
  })
  for (const { id, email: to, language } of await findHostsToTell(tx, registry, ctx.now))
    await ctx.enqueueEmail(tx, {
      cause: `gift-returned:${cause}:${id}`,
      template: 'gift-returned',
      language,
      to,
      props: await props(language),
    })
  const to = first.giver_email
  if (!to || !ctx.config.TELL_GIVERS_OF_REFUNDS) return
  const { language } = await getRow(tx, 'handoff', { id: first.handoff_id }, ['language'])
  await ctx.enqueueEmail(tx, {
    cause: `gift-refunded:${cause}`,
    template: 'gift-refunded',
    language,
    to,
    props: await props(language),
  })
}

/** What was paid and no longer counts: units, or cents of money. */
function findReturned(before: PurchaseRow[], after: PurchaseRow[]): PurchaseRow[] {
  return before
    .filter(one => one.state === 'paid')
    .map(old => {
      const now = after.find(one => one.line_id === old.line_id && one.state !== 'void')
      return { ...old, units: old.units - (now?.units ?? 0), cents: old.cents - (now?.cents ?? 0) }
    })
    .filter(({ units, cents, is_money }) => units > 0 || (is_money && cents > 0))
}

function causeOf({ registry, purchases: [first] }: RegistryOrder): string {
  const isTill = first !== undefined && isReceipt(first.order_id)
  // Lines of a receipt are recorded separately (R967), and have letters of their own.
  return `order:${first?.order_id}:${registry.code}${isTill ? `:${first.line_id}` : ''}`
}

/** False when it won't be sent. */
export async function enqueueHostEmail(
  tx: Db,
  registryOrder: RegistryOrder,
  host: { id: number; email: string; language: Language },
  { enqueueEmail, config }: Pick<EmailContext, 'enqueueEmail' | 'config'>,
): Promise<boolean> {
  return enqueueEmail(tx, {
    cause: `gift-given:${causeOf(registryOrder)}:${host.id}`,
    template: 'gift-given',
    language: host.language,
    to: host.email,
    props: {
      ...(await giftEmailProps(tx, registryOrder, host.language)),
      ...(await letterPictureOf(tx, registryOrder.registry, 'host', config)),
    },
  })
}

/** With the giver's private link; false when it won't be sent. */
export async function enqueueGiverEmail(
  tx: Db,
  registryOrder: RegistryOrder,
  { enqueueEmail, now, config }: EmailContext,
): Promise<boolean> {
  const { handoff, purchases } = registryOrder
  const to = purchases[0]?.giver_email
  if (!to) return false
  return enqueueEmail(tx, {
    cause: `gift-thanks:${causeOf(registryOrder)}`,
    template: 'gift-thanks',
    language: handoff.language,
    to,
    props: {
      ...(await giftEmailProps(tx, registryOrder, handoff.language)),
      ...(await letterPictureOf(tx, registryOrder.registry, 'guest', config)),
      mine: createGiverToken(handoff.reference, config, now),
    },
  })
}

async function giftEmailProps(tx: Db, { registry, handoff, purchases }: RegistryOrder, language: Language) {
  const [first] = purchases
  const paid = purchases.filter(one => one.state === 'paid')
  return {
    code: registry.code,
    registry: registry.registry_name,
    hosts: hostNames(registry),
    host_kind: await findHostKind(tx, registry.event_type),
    giver: formatGiverName(first?.giver_name ?? null, first?.visibility ?? 'full'),
    message: first?.message ?? '',
    ...(handoff.recovered_at && { recovered: true }),
    surplus: paid.reduce((sum, one) => sum + (one.is_money ? one.cents - one.credited_cents : 0), 0),
    second: paid.reduce((sum, one) => sum + (one.is_money ? 0 : one.units - one.credited_units), 0),
    gifts: await giftProps(tx, paid, language),
  }
}

async function giftProps(tx: Db, purchases: PurchaseRow[], language: Language) {
  const ids = purchases.map(one => one.gift_id)
  const names = await findGiftNames(tx, ids, language)
  const pictures = await findGiftPictures(tx, ids)
  return purchases.map(({ gift_id, kind, units, cents }) => ({
    name: names.get(gift_id) ?? '',
    picture: pictures.get(gift_id) ?? null,
    kind,
    units,
    cents,
  }))
}

/** In the hand-off and all its purchases; call it under the registry's lock. */
export async function updateGiverName(tx: Db, handoffId: number, name: string, now: Date): Promise<void> {
  await updateGiver(tx, handoffId, { giver_name: name })
  await updateRows(tx, 'purchase', {
    set: { giver_name: name, changed_at: now },
    where: { handoff_id: handoffId },
  })
}

/**
 * Erases name, e-mail and words of a giver from these hand-offs, their purchases, and letters that have not left (R125).
 * What was given stays counted, and reading the order again doesn't bring them back. Call it under the registries'
 * locks.
 */
export async function eraseGiverOfHandoffs(
  tx: Db,
  ids: number[],
  ctx: Pick<JobContext, 'eraseGiverFromEmails'>,
): Promise<void> {
  const orders = await tx
    .selectFrom('purchase')
    .innerJoin('registry', 'registry.id', 'purchase.registry_id')
    .select(['order_id', 'code'])
    .distinct()
    .where('handoff_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  await ctx.eraseGiverFromEmails(
    tx,
    orders.map(({ order_id, code }) => `order:${order_id}:${code}`),
  )
  await eraseGiverOfPurchases(tx, ids)
  await eraseGiverWords(tx, ids)
}

/** Erases the giver from all hand-offs that were made with this account (R125). */
export async function eraseGiver(
  tx: Db,
  { customerId }: { customerId: number },
  ctx: JobContext,
): Promise<void> {
  await eraseGiverOfHandoffs(tx, await detachCustomer(tx, customerId), ctx)
}
