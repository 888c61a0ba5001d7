import { fillOrderTaxes } from '../../checkout/orders/payment-data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import * as data from './data.ts'

const ordersPerRun = 100
/** Numbers of one run: all orders of the shop between the first and the last are read, four pages of its list at most. */
const numbersPerRun = 1000

/**
 * Reads the VAT of orders that were last read before it was kept, from the shop's list, once (R970). Their own next
 * reading brings it as well, but most of them are never read again. Throws ShopFailure.
 */
export async function readOlderTaxes({ db, shop }: JobContext): Promise<void> {
  const position = await data.findTaxPosition(db)
  if (position === null) return
  const ids = await data.findOrdersWithoutTax(db, position, ordersPerRun)
  const [first] = ids
  const last = ids.findLast(id => id < (first ?? 0) + numbersPerRun)
  if (first === undefined || last === undefined) return data.endTaxReading(db)
  const listed = await shop.fetchOrdersBetween(first, last)
  const taxes = new Map(listed.flatMap(({ id, taxCents }) => (taxCents === null ? [] : [[id, taxCents]])))
  await db.transaction().execute(async tx => {
    await fillOrderTaxes(tx, taxes)
    await data.fillHostOrderTaxes(tx, taxes)
    await data.moveTaxPosition(tx, position, last)
  })
}
