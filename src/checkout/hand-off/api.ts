import { orNotFound } from '../../base/app-error.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { handOffSignedIn } from './signed-in-service.ts'

export const calls: Handler[] = [
  handle(contract.createCart, handOffSignedIn),
  handle(contract.getHandoffStatus, status),
]

/** What became of a hand-off, by its reference or by the shop's cart: whoever has either may see it. */
async function status({ reference }: { reference: string }, { db, language, now }: RequestContext) {
  const handoff = orNotFound(await data.findHandoffByReference(db, reference))
  const registry = orNotFound(await findRegistryById(db, handoff.registry_id))
  const lines = await data.findNamedHandoffLines(db, handoff.id, language)
  return {
    state: stateOf(handoff, await data.findPurchaseStates(db, handoff.id), now),
    registry_id: registry.code,
    registry_name: registry.registry_name,
    hosts: hostNames(registry),
    lines: lines.map(line => ({
      gift_id: line.gift_id,
      name: line.name,
      image: line.image,
      tile: tileColourOf({ id: line.product_id, category_ids: line.category_ids }),
      units: line.units,
      amount: line.units * line.cents,
      is_group_gifting: line.kind === 'contribution',
    })),
  }
}

function stateOf(handoff: data.HandoffRow, purchases: ('paid' | 'pending' | 'void')[], now: Date) {
  if (purchases.includes('paid')) return 'paid' as const
  if (purchases.includes('pending')) return 'pending' as const
  if (purchases.length > 0) return 'void' as const
  return handoff.state === 'open' && handoff.reserved_until > now ? ('open' as const) : ('lapsed' as const)
}
