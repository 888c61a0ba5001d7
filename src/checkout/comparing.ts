import type { Work } from '../server/visit.ts'
import { cartsWaiting, lockRegistries } from './data.ts'
import { brokenInvariants } from './invariants.ts'
import type { Difference } from './order-rules.ts'
import { placingOf, purchaseOf, recredit, syncOrder, voidOrder } from './orders.ts'
import * as kept from './purchases-data.ts'

const lookBackMs = 30 * 86_400_000
const cartsMost = 1000

/**
 * Reads every order that we know of, and those changed in the last 30 days, from the shop, and tells which differ
 * from what is counted. Changes nothing. Throws ShopFailure.
 */
export async function compareOrders(work: Work): Promise<Difference[]> {
  const { db, shop, now } = work
  const changed = await shop.ordersChangedSince(new Date(now.getTime() - lookBackMs))
  const ids = new Set([...(await kept.ordersCounted(db)), ...changed.map(order => order.id)])
  for (const cart of await cartsWaiting(db, now, cartsMost))
    for (const id of await shop.ordersOfCart(cart)) ids.add(id)
  const found: Difference[] = []
  for (const orderId of [...ids].sort((one, other) => one - other))
    found.push(...(await differencesOf(orderId, work)))
  return found
}

/**
 * Reads those orders anew, credits anew what breaks an invariant, and tells what differs still. An order that the
 * shop no longer knows stands for nothing afterwards.
 */
export async function readAnew(work: Work, found: Difference[]): Promise<Difference[]> {
  for (const orderId of new Set(found.map(one => one.orderId))) {
    if (await work.shop.order(orderId)) await syncOrder(orderId, work)
    else await voidOrder(orderId, work)
  }
  await creditAnew(work)
  return compareOrders(work)
}

async function creditAnew({ db, changed }: Work): Promise<void> {
  const breaches = Object.values(await brokenInvariants(db)).flat()
  const gifts = [...new Set(breaches.flatMap(one => one.gift_id ?? []))]
  for (const [registryId, ids] of await kept.byRegistry(db, gifts))
    await db.transaction().execute(async tx => {
      await lockRegistries(tx, [registryId])
      if (await recredit(tx, ids)) await changed(tx, registryId)
    })
}

async function differencesOf(orderId: number, work: Work): Promise<Difference[]> {
  const order = await work.shop.order(orderId)
  const counted = (await kept.purchasesOfOrder(work.db, orderId)).map(standOf)
  const placing = order && (await placingOf(order, work))
  const wanted = placing ? placing.placed.map(one => standOf(purchaseOf(one, placing))) : []
  const lines = new Set([...counted, ...wanted].map(one => one.lineId))
  return [...lines].flatMap(lineId => {
    const ours = wordsOf(counted.find(one => one.lineId === lineId))
    const theirs = wordsOf(wanted.find(one => one.lineId === lineId))
    return ours === theirs
      ? []
      : [{ orderId, sentence: `line ${lineId} counts ${ours}, the shop says ${theirs}` }]
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
