import { lockRegistries } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findCartsAwaitingOrder } from '../hand-off/data.ts'
import { recreditGifts } from '../orders/credit-service.ts'
import * as orders from '../orders/data.ts'
import { matchOrder, toPurchase } from '../orders/match-service.ts'
import type { OrderDifference } from '../orders/rules.ts'
import { syncOrder, voidOrder } from '../orders/service.ts'
import { findInvariantViolations } from './data.ts'

const lookBackMs = 30 * 86_400_000
const maxCarts = 1000

/**
 * Compares every order that has purchases, and every order changed in the last 30 days, with the shop, and returns
 * what differs (R521). Changes nothing. Throws ShopFailure.
 */
export async function findOrderDifferences(ctx: JobContext): Promise<OrderDifference[]> {
  const { db, shop, now } = ctx
  const changed = await shop.fetchChangedOrders(new Date(now.getTime() - lookBackMs))
  const ids = new Set([...(await orders.findCountedOrderIds(db)), ...changed.map(order => order.id)])
  for (const cart of await findCartsAwaitingOrder(db, now, maxCarts))
    for (const id of await shop.fetchOrderIdsOfCart(cart)) ids.add(id)
  const differences: OrderDifference[] = []
  for (const orderId of [...ids].sort((one, other) => one - other))
    differences.push(...(await compareOrder(orderId, ctx)))
  return differences
}

/**
 * Syncs the orders that differ, voids those that the shop no longer knows, recredits gifts that break an invariant,
 * and returns what still differs. Throws ShopFailure.
 */
export async function repairOrders(
  ctx: JobContext,
  differences: OrderDifference[],
): Promise<OrderDifference[]> {
  for (const orderId of new Set(differences.map(one => one.orderId))) {
    if (await ctx.shop.fetchOrder(orderId)) await syncOrder(orderId, ctx)
    else await voidOrder(orderId, ctx)
  }
  await recreditViolations(ctx)
  return findOrderDifferences(ctx)
}

async function recreditViolations({ db, registryChanged }: JobContext): Promise<void> {
  const violations = Object.values(await findInvariantViolations(db)).flat()
  const giftIds = [...new Set(violations.flatMap(one => one.gift_id ?? []))]
  for (const [registryId, ids] of await orders.groupGiftsByRegistry(db, giftIds))
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      if (await recreditGifts(tx, ids)) await registryChanged(tx, registryId)
    })
}

async function compareOrder(orderId: number, ctx: JobContext): Promise<OrderDifference[]> {
  const order = await ctx.shop.fetchOrder(orderId)
  const stored = (await orders.findPurchasesByOrder(ctx.db, orderId)).map(toComparedLine)
  const match = order && (await matchOrder(order, ctx))
  const expected = match ? match.matched.map(line => toComparedLine(toPurchase(line, match))) : []
  const lineIds = new Set([...stored, ...expected].map(line => line.lineId))
  return [...lineIds].flatMap(lineId => {
    const ours = describeLine(stored.find(line => line.lineId === lineId))
    const theirs = describeLine(expected.find(line => line.lineId === lineId))
    return ours === theirs
      ? []
      : [{ orderId, description: `line ${lineId} counts ${ours}, the shop says ${theirs}` }]
  })
}

type ComparedLine = ReturnType<typeof toComparedLine>

function toComparedLine(purchase: Pick<orders.NewPurchase, 'line_id' | 'state' | 'units' | 'cents'>) {
  const { line_id, state, units, cents } = purchase
  return { lineId: line_id, state, units, cents }
}

function describeLine(line: ComparedLine | undefined): string {
  if (!line || line.state === 'void') return 'nothing'
  return `${line.units} for ${line.cents} cents (${line.state})`
}
