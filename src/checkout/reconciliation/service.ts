import type { JobContext } from '../../server/context/request-context.ts'
import { findCartsAwaitingOrder, lockRegistries } from '../hand-off/data.ts'
import * as kept from '../orders/data.ts'
import type { OrderDifference } from '../orders/rules.ts'
import { matchOrder, recreditGifts, syncOrder, toPurchase, voidOrder } from '../orders/service.ts'
import { findInvariantViolations } from './data.ts'

const lookBackMs = 30 * 86_400_000
const cartsMost = 1000

/**
 * Reads every order that we know of, and those changed in the last 30 days, from the shop, and tells which differ
 * from what is counted. Changes nothing. Throws ShopFailure.
 */
export async function findOrderDifferences(ctx: JobContext): Promise<OrderDifference[]> {
  const { db, shop, now } = ctx
  const changed = await shop.fetchChangedOrders(new Date(now.getTime() - lookBackMs))
  const ids = new Set([...(await kept.findCountedOrderIds(db)), ...changed.map(order => order.id)])
  for (const cart of await findCartsAwaitingOrder(db, now, cartsMost))
    for (const id of await shop.fetchOrderIdsOfCart(cart)) ids.add(id)
  const found: OrderDifference[] = []
  for (const orderId of [...ids].sort((one, other) => one - other))
    found.push(...(await differencesOf(orderId, ctx)))
  return found
}

/**
 * Reads those orders anew, credits anew what breaks an invariant, and tells what differs still. An order that the
 * shop no longer knows stands for nothing afterwards.
 */
export async function repairOrders(ctx: JobContext, found: OrderDifference[]): Promise<OrderDifference[]> {
  for (const orderId of new Set(found.map(one => one.orderId))) {
    if (await ctx.shop.fetchOrder(orderId)) await syncOrder(orderId, ctx)
    else await voidOrder(orderId, ctx)
  }
  await creditAnew(ctx)
  return findOrderDifferences(ctx)
}

async function creditAnew({ db, registryChanged }: JobContext): Promise<void> {
  const breaches = Object.values(await findInvariantViolations(db)).flat()
  const gifts = [...new Set(breaches.flatMap(one => one.gift_id ?? []))]
  for (const [registryId, ids] of await kept.groupGiftsByRegistry(db, gifts))
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      if (await recreditGifts(tx, ids)) await registryChanged(tx, registryId)
    })
}

async function differencesOf(orderId: number, ctx: JobContext): Promise<OrderDifference[]> {
  const order = await ctx.shop.fetchOrder(orderId)
  const counted = (await kept.findPurchasesByOrder(ctx.db, orderId)).map(standOf)
  const placing = order && (await matchOrder(order, ctx))
  const wanted = placing ? placing.matched.map(one => standOf(toPurchase(one, placing))) : []
  const lines = new Set([...counted, ...wanted].map(one => one.lineId))
  return [...lines].flatMap(lineId => {
    const ours = wordsOf(counted.find(one => one.lineId === lineId))
    const theirs = wordsOf(wanted.find(one => one.lineId === lineId))
    return ours === theirs
      ? []
      : [{ orderId, description: `line ${lineId} counts ${ours}, the shop says ${theirs}` }]
  })
}

type Stand = ReturnType<typeof standOf>

function standOf(one: Pick<kept.NewPurchase, 'line_id' | 'state' | 'units' | 'cents'>) {
  return { lineId: one.line_id, state: one.state, units: one.units, cents: one.cents }
}

function wordsOf(stand: Stand | undefined): string {
  if (!stand || stand.state === 'void') return 'nothing'
  return `${stand.units} for ${stand.cents} cents (${stand.state})`
}
