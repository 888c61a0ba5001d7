import { found } from '../base/refusal.ts'
import { lockRegistries } from '../checkout/data.ts'
import type { Difference } from '../checkout/order-rules.ts'
import type { Db } from '../server/tables.ts'
import type { Events, Work } from '../server/visit.ts'
import { writeLines } from './data.ts'
import { postReturned } from './letters.ts'
import * as kept from './payout-data.ts'
import { takenBack } from './rules.ts'

/**
 * Hears of every reading of an order that was placed for a host. What the shop took back of it, by cancelling or
 * refunding, is the registry's money again; an order that is taken up again takes it along, even where that leaves
 * less than nothing, which is then owed like any refund after payout.
 */
export async function followOrder(tx: Db, { order }: Events['outsideOrderRead'], work: Work): Promise<void> {
  const known = await kept.orderedUnder(tx, order.externalId ?? '')
  if (!known) return
  await lockRegistries(tx, [known.registry_id])
  const payout = await kept.payoutById(tx, known.id)
  const back = takenBack(payout, order)
  const cents = back.returned_cents - payout.returned_cents
  const before = await kept.noteReturned(tx, payout.id, back)
  if (cents === 0) return
  // An order is paid from one pocket.
  const from = found((await kept.partsOfPayout(tx, payout.id))[0])
  const line = { kind: 'returned' as const, payout_id: payout.id, now: work.now }
  const cause = `payout ${payout.id} returned ${before + 1}`
  await writeLines(tx, payout.registry_id, [{ ...from, cents: Math.abs(cents) }], {
    ...line,
    cause,
    sign: cents > 0 ? 1 : -1,
  })
  if (cents > 0) await postReturned(tx, payout, { cents, cause }, work.post)
  await work.tell('moneyChanged', tx, { registryId: payout.registry_id, orderId: order.id })
  await work.changed(tx, payout.registry_id)
}

/**
 * Reads every order that was placed for a host from the shop, and tells of which the shop took back more or less than
 * is counted; one that the shop no longer knows is taken back whole. Changes nothing. Throws ShopFailure.
 */
export async function compareHostOrders({ db, shop }: Work): Promise<Difference[]> {
  const differ: Difference[] = []
  for (const payout of await kept.hostOrders(db)) {
    const order = await shop.order(payout.shop_id)
    const { returned_cents: theirs } = takenBack(payout, order ?? { state: 'void', lines: [] })
    const ours = payout.returned_cents
    if (ours !== theirs)
      differ.push({
        orderId: payout.shop_id,
        sentence: `placed for a host, counts ${ours} cents returned, the shop says ${theirs}`,
      })
  }
  return differ
}
