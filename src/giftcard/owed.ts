import { toEuro } from '../base/money.ts'
import { noteForOrder } from '../checkout/purchases-data.ts'
import type { Db } from '../server/tables.ts'
import type { Events, Work } from '../server/visit.ts'
import { noteOwed, owedBefore } from './closing-data.ts'
import { sumsOf } from './data.ts'
import { postOwed } from './letters.ts'
import { purseOf, total } from './rules.ts'

/**
 * Hears of every change that an order makes to a registry's money. When the shop gave back what had been paid out,
 * the minus is written down and staff are told, on the order and by letter; it is never hidden.
 */
export async function watchOwed(tx: Db, { registryId, orderId }: Events['moneyChanged'], work: Work) {
  const missing = total(purseOf(await sumsOf(tx, registryId)).missing)
  const before = await owedBefore(tx, registryId)
  if (missing === before) return
  await noteOwed(tx, registryId, missing, work.now)
  if (missing < before) return
  const changes = `${work.now.getTime()}-${missing}`
  await postOwed(tx, { registryId, orderId, cents: missing - before, changes }, work)
  const note = `${toEuro(missing - before).toFixed(2)} EUR of this refund had been paid out to the host already.`
  await noteForOrder(tx, orderId, note, work.now)
}
