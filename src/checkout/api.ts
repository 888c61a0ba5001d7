import { found } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import { registryById } from '../registry/data.ts'
import { hostsOf } from '../registry/rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import { handOverBuyer } from './arriving.ts'
import * as said from './contract.ts'
import * as data from './data.ts'

export const calls: Served[] = [serve(said.createCart, handOverBuyer), serve(said.handoffStatus, status)]

/** What became of a hand-off, by its reference or by the shop's cart: whoever has either may see it. */
async function status({ reference }: { reference: string }, { db, language, now }: Visit) {
  const handoff = found(await data.handoffByReference(db, reference))
  const registry = found(await registryById(db, handoff.registry_id))
  const lines = await data.namedLines(db, handoff.id, language)
  return {
    state: stateOf(handoff, await data.purchaseStates(db, handoff.id), now),
    registry_id: registry.code,
    registry_name: registry.registry_name,
    hosts: hostsOf(registry),
    lines: lines.map(line => ({
      gift_id: line.gift_id,
      name: line.name,
      image: line.image,
      tile: tileOf({ id: line.product_id, category_ids: line.category_ids }),
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
  return handoff.state === 'open' && handoff.held_until > now ? ('open' as const) : ('lapsed' as const)
}
