import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import { findRegistryById, type RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { ShopFailure, type ShopOrder } from '../../shop/port.ts'
import { type HandoffRow, lockRegistries } from '../hand-off/data.ts'
import { verifyGiverToken } from '../hand-off/reference-service.ts'
import { appendStaffNote, findPurchasesByHandoff, type PurchaseRow } from '../orders/data.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

export const calls: Handler[] = [
  handle(contract.showMyGift, show),
  handle(contract.changeMyGift, change),
  handle(contract.cancelMyGift, cancel),
]

const limitOf = { most: 120, seconds: 600 }

interface Mine {
  handoff: HandoffRow
  registry: RegistryRow
  purchases: PurchaseRow[]
}

/** What the token's giver gave. Throws `refused_missing` 404 for any other token, and for what nobody paid for. */
async function mine(token: string, ctx: RequestContext): Promise<Mine> {
  await ctx.rateLimit(`my-gift ${ctx.address}`, limitOf.most, limitOf.seconds)
  const id = orNotFound(verifyGiverToken(token, ctx.config.SECRET))
  const handoff = orNotFound(await data.findHandoffById(ctx.db, id))
  const registry = orNotFound(await findRegistryById(ctx.db, handoff.registry_id))
  const purchases = await findPurchasesByHandoff(ctx.db, id)
  orNotFound(purchases[0])
  return { handoff, registry, purchases }
}

async function show({ token }: { token: string }, ctx: RequestContext) {
  const { handoff, registry, purchases } = await mine(token, ctx)
  const lines = await data.findMyGiftLines(ctx.db, handoff.id, ctx.language)
  return {
    registry_id: registry.code,
    registry_name: registry.registry_name,
    hosts: hostNames(registry),
    state: stateOf(purchases),
    giver_name: purchases[0]?.giver_name ?? '',
    visibility: handoff.visibility,
    message: handoff.message ?? '',
    orders: ordersOf(purchases),
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
    cancelling: await cancellingOf({ handoff, purchases }, ctx),
    cancel_asked_at: handoff.cancel_requested_at?.toISOString() ?? null,
    has_own_messages: lines.some(line => line.message !== null),
  }
}

function stateOf(purchases: PurchaseRow[]): PurchaseRow['state'] {
  const states = purchases.map(one => one.state)
  if (states.includes('paid')) return 'paid'
  return states.includes('pending') ? 'pending' : 'void'
}

const ordersOf = (purchases: PurchaseRow[]) => [...new Set(purchases.map(one => one.order_id))]

/** Whether the shop still may cancel, by its own word; what it is asked for stays asked for. */
async function cancellingOf({ handoff, purchases }: Omit<Mine, 'registry'>, { shop }: RequestContext) {
  const standing = purchases.filter(one => one.state !== 'void')
  if (standing.length === 0) return 'over' as const
  if (handoff.cancel_requested_at) return 'asked' as const
  try {
    const orders = await Promise.all(ordersOf(standing).map(id => shop.fetchOrder(id)))
    return orders.some(order => order && isSent(order, standing))
      ? ('shipped' as const)
      : ('possible' as const)
  } catch (error) {
    if (error instanceof ShopFailure) return 'away' as const
    throw error
  }
}

/** Sent, sent in part, or completed with goods in it; money alone can be given back later too. */
function isSent({ statusId }: ShopOrder, purchases: PurchaseRow[]): boolean {
  const [shipped, partly, completed] = [2, 3, 10]
  if (statusId === shipped || statusId === partly) return true
  return statusId === completed && purchases.some(one => one.kind === 'units')
}

async function change(input: ParsedOf<typeof contract.changeMyGift>, ctx: RequestContext) {
  const { handoff, registry } = await mine(input.token, ctx)
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    for (const one of input.messages ?? [])
      await data.updateLineMessage(tx, handoff.id, one.id, one.message || null)
    await data.updateGiverDetails(tx, handoff.id, {
      giver_name: input.giver_name || null,
      visibility: input.visibility,
      message: input.message || null,
    })
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}

/** Asks the shop's staff by a note on the order. Throws `my_gift_late` 409 when it is too late, `refused_shop_away` 503. */
async function cancel({ token }: { token: string }, ctx: RequestContext) {
  const { handoff, registry, purchases } = await mine(token, ctx)
  const cancelling = await cancellingOf({ handoff, purchases }, ctx)
  if (cancelling === 'asked') return {}
  if (cancelling === 'away') throw new AppError('refused_shop_away', 503)
  if (cancelling !== 'possible') throw new AppError('my_gift_late', 409)
  await ctx.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    if (!(await data.requestCancellation(tx, handoff.id, ctx.now))) return
    const note = `The giver asks to cancel his gifts to registry “${registry.registry_name}” (asked ${ctx.now.toISOString()}, by the link in his letter).`
    for (const order of ordersOf(purchases)) await appendStaffNote(tx, order, note, ctx.now)
  })
  return {}
}
