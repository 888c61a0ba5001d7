import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { metaOf } from '../base/fields.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import { registryByAddress, registryById } from '../registry/data.ts'
import { hostsOf, mayEdit } from '../registry/rules.ts'
import { isSecretTo } from '../registry/surprise-rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import { handOver } from './handoff.ts'
import { countReceived, type ReceivedRow, received } from './purchases-data.ts'
import { giverShown } from './rules.ts'

export const calls: Served[] = [
  serve(said.createCart, handOver),
  serve(said.handoffStatus, status),
  serve(said.giftsReceived, giftsReceived),
]

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

const receivedPerPage = 50

async function giftsReceived(input: ParsedOf<typeof said.giftsReceived>, visit: CustomerVisit) {
  const { db, customer, language } = visit
  const registry = found(await registryByAddress(db, input.registry_id))
  allow(mayEdit(registry, customer))
  if (isSecretTo(registry, customer, dayInAthens(visit.now))) throw new Refusal('registry_is_secret', 403)
  const page = { from: (input.page - 1) * receivedPerPage, most: receivedPerPage }
  const rows = await received(db, registry.id, language, page)
  return {
    data: rows.map(receivedView),
    meta: metaOf(input.page, receivedPerPage, await countReceived(db, registry.id)),
  }
}

function receivedView(row: ReceivedRow) {
  return {
    order_id: row.order_id,
    line_id: row.line_id,
    gift_id: row.gift_id,
    product_id: row.product_id,
    name: row.name,
    image: row.image,
    tile: tileOf({ id: row.product_id, category_ids: row.category_ids }),
    is_group_gifting: row.kind === 'contribution',
    units: row.units,
    amount: row.cents,
    surplus: row.state === 'paid' ? row.cents - row.credited_cents : 0,
    state: row.state,
    giver: giverShown(row.giver_name, row.visibility),
    message: row.message,
    ordered_at: row.ordered_at.toISOString(),
  }
}
