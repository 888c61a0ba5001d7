import { orNotFound } from '../../base/app-error.ts'
import { paths } from '../../base/paths.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import { findHostKind } from '../../registry/registry/event-type-data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { findRows } from '../../server/postgres/rows.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { createWordsToken } from './reference-service.ts'
import type { CheckoutInput } from './request-service.ts'
import { handOffCart } from './service.ts'

export const calls: Handler[] = [
  handle(contract.createCart, createCart),
  handle(contract.getHandoffStatus, getHandoffStatus),
]

/** Hands the cart off; a buyer who is a customer of the shop arrives at its checkout signed in (R419). */
async function createCart(input: CheckoutInput, ctx: RequestContext) {
  const { language, ...made } = await handOffCart(input, ctx)
  const handoff = { ...made, words_token: createWordsToken(made.reference, ctx.config, ctx.now) }
  const { redirects } = handoff
  const customerId = ctx.customer?.shopCustomerId
  if (!customerId) return handoff
  const loginUrl = ctx.shop.createLoginUrl({
    customerId,
    language,
    redirectTo: redirects.checkout_url,
    now: ctx.now,
  })
  return { ...handoff, redirects: { ...redirects, checkout_url: loginUrl ?? redirects.checkout_url } }
}

/** What became of a hand-off (R422); whoever knows its reference or its shop cart may see it. */
async function getHandoffStatus({ reference }: { reference: string }, { db, language, now }: RequestContext) {
  const handoff = orNotFound(await data.findHandoffByReference(db, reference))
  const registry = orNotFound(await findRegistryById(db, handoff.registry_id))
  const lines = await data.findNamedHandoffLines(db, handoff.id, language)
  const isPrivate = registry.privacy === 'private'
  const purchases = await findRows(db, 'purchase', {
    where: { handoff_id: handoff.id },
    columns: ['state', 'held_until'],
  })
  // Those that waited long enough are void.
  const states = purchases.map(({ state, held_until }) => (held_until && held_until <= now ? 'void' : state))
  return {
    reference: handoff.reference,
    state: stateOf(handoff, states, now),
    language: handoff.language,
    registry_id: registry.code,
    registry_name: registry.registry_name,
    event_day: isPrivate ? null : registry.event_day,
    hosts: hostNames(registry),
    host_kind: await findHostKind(db, registry.event_type),
    portrait: registry.photo && !isPrivate ? paths.image(registry.photo) : null,
    lines: lines.map(line => ({
      gift_id: line.gift_id,
      name: line.name,
      image: line.image,
      tile: tileColourOf({ id: line.product_id, category_ids: line.category_ids }),
      units: line.units,
      amount: line.cents,
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
