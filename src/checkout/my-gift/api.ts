import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { formatCode } from '../../base/fields.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import { findRegistryById, lockRegistries, type RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { ShopFailure } from '../../shop/port.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import type { HandoffRow } from '../hand-off/data.ts'
import { verifyGiverToken } from '../hand-off/reference-service.ts'
import { findPurchasesByHandoff, type PurchaseRow } from '../orders/data.ts'
import { appendStaffNote } from '../orders/staff-note-data.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

export const calls: Handler[] = [
  handle(contract.showMyGift, showMyGift),
  handle(contract.changeMyGift, changeMyGift),
  handle(contract.cancelMyGift, cancelMyGift),
]

const limit = { max: 120, seconds: 600 }

interface MyGift {
  handoff: HandoffRow
  registry: RegistryRow
  purchases: PurchaseRow[]
}

/** What the token's giver gave. Throws `refused_missing` 404 for any other token, and when nothing was bought. */
async function loadMyGift(token: string, ctx: RequestContext): Promise<MyGift> {
  await ctx.rateLimit(`my-gift ${ctx.address}`, limit.max, limit.seconds)
  const named = orNotFound(verifyGiverToken(token, ctx.config, ctx.now))
  const handoff = orNotFound(await data.findHandoffOfGiver(ctx.db, named))
  const registry = orNotFound(await findRegistryById(ctx.db, handoff.registry_id))
  const purchases = await findPurchasesByHandoff(ctx.db, handoff.id)
  orNotFound(purchases[0])
  return { handoff, registry, purchases }
}

async function showMyGift({ token }: { token: string }, ctx: RequestContext) {
  const { handoff, registry, purchases } = await loadMyGift(token, ctx)
  const lines = await data.findMyGiftLines(ctx.db, handoff.id, ctx.language)
  return {
    registry_id: registry.code,
    registry_name: registry.registry_name,
    hosts: hostNames(registry),
    state: overallState(purchases),
    giver_name: purchases[0]?.giver_name ?? '',
    visibility: handoff.visibility,
    message: handoff.message ?? '',
    orders: orderIdsOf(purchases),
    lines: lines.map(line => ({
      id: line.id,
      name: line.name,
      image: line.image,
      tile: tileColourOf({ id: line.product_id, category_ids: line.category_ids }),
      kind: line.kind,
      units: line.units,
      amount: line.units * line.cents,
      message: line.message ?? '',
    })),
    cancelling: await readCancellation({ handoff, purchases }, ctx),
    cancel_asked_at: handoff.cancel_requested_at?.toISOString() ?? null,
    has_own_messages: lines.some(line => line.message !== null),
  }
}

function overallState(purchases: PurchaseRow[]): PurchaseRow['state'] {
  const states = purchases.map(one => one.state)
  if (states.includes('paid')) return 'paid'
  return states.includes('pending') ? 'pending' : 'void'
}

const orderIdsOf = (purchases: PurchaseRow[]) => [...new Set(purchases.map(one => one.order_id))]

/** Whether the giver may still ask to cancel, by the shop's order status. */
async function readCancellation({ handoff, purchases }: Omit<MyGift, 'registry'>, ctx: RequestContext) {
  const notVoid = purchases.filter(one => one.state !== 'void')
  if (notVoid.length === 0) return 'over' as const
  if (handoff.cancel_requested_at) return 'asked' as const
  try {
    const orders = await Promise.all(orderIdsOf(notVoid).map(id => ctx.shop.fetchOrder(id)))
    const isTooLate = orders.some(order => order && isShipped(order, notVoid))
    return isTooLate ? ('shipped' as const) : ('possible' as const)
  } catch (error) {
    if (error instanceof ShopFailure) return 'away' as const
    throw error
  }
}

/** A completed order counts as shipped when goods are in it: money can be given back later too. */
function isShipped(order: ShopOrder, purchases: PurchaseRow[]): boolean {
  return order.isShipped || (order.isCompleted && purchases.some(one => one.kind === 'units'))
}

async function changeMyGift(input: ParsedOf<typeof contract.changeMyGift>, ctx: RequestContext) {
  const { handoff, registry } = await loadMyGift(input.token, ctx)
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    for (const { id, message } of input.messages ?? [])
      await data.updateLineMessage(tx, handoff.id, id, message || null)
    await data.updateGiverDetails(tx, handoff.id, {
      giver_name: input.giver_name || null,
      visibility: input.visibility,
      message: input.message || null,
    })
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}

/**
 * Asks the shop's staff to cancel by a note on the order; asking twice does nothing. Throws `my_gift_late` 409 when it
 * is too late (R516), `refused_shop_away` 503.
 */
async function cancelMyGift({ token }: { token: string }, ctx: RequestContext) {
  const { handoff, registry, purchases } = await loadMyGift(token, ctx)
  const cancellation = await readCancellation({ handoff, purchases }, ctx)
  if (cancellation === 'asked') return {}
  if (cancellation === 'away') throw new AppError('refused_shop_away', 503)
  if (cancellation !== 'possible') throw new AppError('my_gift_late', 409)
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    if (!(await data.requestCancellation(tx, handoff.id, ctx.now))) return
    const note = `The giver asks to cancel their gifts to registry ${formatCode(registry.code)} (asked ${ctx.now.toISOString()}, by the link in their e-mail).`
    for (const order of orderIdsOf(purchases)) {
      await appendStaffNote(tx, order, note, ctx.now)
      const props = { order, code: registry.code }
      await ctx.tellStaff(tx, {
        cause: `cancel-asked:${handoff.id}:${order}`,
        template: 'cancel-asked',
        props,
      })
    }
  })
  return {}
}
