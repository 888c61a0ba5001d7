import { findRegistryByCodeOrSlug } from '../../registry/registry/address-data.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRow, findRows } from '../../server/postgres/rows.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { insertRecoveredHandoff } from '../hand-off/insert-data.ts'
import type { MarkedOrigin } from '../hand-off/mark-rules.ts'
import { verifyMark } from '../hand-off/reference-service.ts'
import * as data from './data.ts'

/** Clocks differ, and people name the time of a backup roughly; a hand-off that is stored is never touched. */
const slackMs = 86_400_000

/**
 * Makes the hand-offs of an order again that a restored database has lost, from the signed marks on its lines of money
 * (R522): registry and gifts have to be there, with the products that the marks name. Outside of a declared restore nothing is
 * made, because a mark could then be used a second time. Any number of processes may do it at once.
 */
export async function recoverLostHandoffs(order: ShopOrder, ctx: JobContext): Promise<void> {
  for (const [reference, origins] of await findLostOrigins(order, ctx)) {
    const [origin] = origins
    await ctx.db.transaction().execute(async tx => {
      const registry = await findRegistryByCodeOrSlug(tx, origin.registryCode)
      if (!registry) return
      await lockRegistries(tx, [registry.id])
      const marked = origins.map(({ line }) => line)
      const lines = await data.filterKnownLines(tx, registry.id, marked)
      if (lines.length === 0) return
      const itsGiver = { id: origin.customerId ?? 0, created_at: { '<=': origin.createdAt } }
      // Unless the account was lost as well.
      const giver = await findRow(tx, 'customer', itsGiver, ['id', 'erased_at'])
      const { cartId, channelId } = order
      const handoff = { reference, registryId: registry.id, cartId, channelId, giver }
      await insertRecoveredHandoff(tx, origin, lines, handoff, ctx.now)
    })
    ctx.log.warn({ order: order.id, registry: origin.registryCode }, 'a lost hand-off was looked for')
  }
}

async function findLostOrigins(
  { lines }: ShopOrder,
  { db, config, now }: JobContext,
): Promise<[string, [MarkedOrigin, ...MarkedOrigin[]]][]> {
  const marks = lines.flatMap(line => verifyMark(line.contribution?.reference ?? null, config, now) ?? [])
  const byReference = Map.groupBy(marks, mark => mark.reference)
  if (byReference.size === 0) return []
  const whole = await findRows(db, 'handoff', {
    where: { reference: { in: [...byReference.keys()] }, cart_id: { '<>': null } },
    columns: ['reference'],
  })
  const lost = [...byReference].filter(([one]) => !whole.some(({ reference }) => reference === one))
  if (lost.length === 0) return []
  const restores = await findRows(db, 'restore_point', { where: {}, columns: ['since', 'declared_at'] })
  return lost.flatMap(([reference, ofHandoff]): [string, [MarkedOrigin, ...MarkedOrigin[]]][] => {
    const [origin, ...others] = ofHandoff.flatMap(mark => mark.origin ?? [])
    const isLost = restores.some(
      ({ since, declared_at }) =>
        origin && origin.createdAt.getTime() >= since.getTime() - slackMs && origin.createdAt <= declared_at,
    )
    return origin && isLost ? [[reference, [origin, ...others]]] : []
  })
}
