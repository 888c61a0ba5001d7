import type { ParsedOf } from '../base/endpoint.ts'
import { found, Refusal } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import { type RegistryRow, registryById } from '../registry/data.ts'
import { hostsOf } from '../registry/rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import { ShopFailure, type ShopOrder } from '../shop/port.ts'
import { type HandoffRow, lockRegistries } from './data.ts'
import * as said from './my-gift-contract.ts'
import * as data from './my-gift-data.ts'
import { noteForOrder, type PurchaseRow, purchasesOfHandoff } from './purchases-data.ts'
import { handoffOfGiver } from './reference.ts'

export const calls: Served[] = [
  serve(said.showMyGift, show),
  serve(said.changeMyGift, change),
  serve(said.cancelMyGift, cancel),
]

const limitOf = { most: 120, seconds: 600 }

interface Mine {
  handoff: HandoffRow
  registry: RegistryRow
  purchases: PurchaseRow[]
}

/** What the token's giver gave. Throws `refused_missing` 404 for any other token, and for what nobody paid for. */
async function mine(token: string, visit: Visit): Promise<Mine> {
  await visit.limit(`my-gift ${visit.address}`, limitOf.most, limitOf.seconds)
  const id = found(handoffOfGiver(token, visit.config.SECRET))
  const handoff = found(await data.handoffById(visit.db, id))
  const registry = found(await registryById(visit.db, handoff.registry_id))
  const purchases = await purchasesOfHandoff(visit.db, id)
  found(purchases[0])
  return { handoff, registry, purchases }
}

async function show({ token }: { token: string }, visit: Visit) {
  const { handoff, registry, purchases } = await mine(token, visit)
  const lines = await data.givenLines(visit.db, handoff.id, visit.language)
  return {
    registry_id: registry.code,
    registry_name: registry.registry_name,
    hosts: hostsOf(registry),
    state: stateOf(purchases),
    giver_name: purchases[0]?.giver_name ?? '',
    visibility: handoff.visibility,
    message: handoff.message ?? '',
    orders: ordersOf(purchases),
    lines: lines.map(line => ({
      id: line.id,
      name: line.name,
      image: line.image,
      tile: tileOf({ id: line.product_id, category_ids: line.category_ids }),
      kind: line.kind,
      units: line.units,
      amount: line.units * line.cents,
      message: line.message ?? '',
    })),
    cancelling: await cancellingOf({ handoff, purchases }, visit),
    cancel_asked_at: handoff.cancel_asked_at?.toISOString() ?? null,
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
async function cancellingOf({ handoff, purchases }: Omit<Mine, 'registry'>, { shop }: Visit) {
  const standing = purchases.filter(one => one.state !== 'void')
  if (standing.length === 0) return 'over' as const
  if (handoff.cancel_asked_at) return 'asked' as const
  try {
    const orders = await Promise.all(ordersOf(standing).map(id => shop.order(id)))
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

async function change(input: ParsedOf<typeof said.changeMyGift>, visit: Visit) {
  const { handoff, registry } = await mine(input.token, visit)
  await visit.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    for (const one of input.messages ?? [])
      await data.changeLineWords(tx, handoff.id, one.id, one.message || null)
    await data.changeWords(tx, handoff.id, {
      giver_name: input.giver_name || null,
      visibility: input.visibility,
      message: input.message || null,
    })
    await visit.changed(tx, registry.id)
  })
  return {}
}

/** Asks the shop's staff by a note on the order. Throws `my_gift_late` 409 when it is too late, `refused_shop_away` 503. */
async function cancel({ token }: { token: string }, visit: Visit) {
  const { handoff, registry, purchases } = await mine(token, visit)
  const cancelling = await cancellingOf({ handoff, purchases }, visit)
  if (cancelling === 'asked') return {}
  if (cancelling === 'away') throw new Refusal('refused_shop_away', 503)
  if (cancelling !== 'possible') throw new Refusal('my_gift_late', 409)
  await visit.db.transaction().execute(async tx => {
    await lockRegistries(tx, [registry.id])
    if (!(await data.askToCancel(tx, handoff.id, visit.now))) return
    const note = `The giver asks to cancel his gifts to registry “${registry.registry_name}” (asked ${visit.now.toISOString()}, by the link in his letter).`
    for (const order of ordersOf(purchases)) await noteForOrder(tx, order, note, visit.now)
  })
  return {}
}
