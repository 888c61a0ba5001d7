import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { metaOf } from '../base/fields.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { tileOf } from '../catalogue/rules.ts'
import { type RegistryRow, registryByAddress } from '../registry/data.ts'
import { noteChange } from '../registry/history-data.ts'
import { mayEdit } from '../registry/rules.ts'
import { isSecretTo } from '../registry/surprise-rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit } from '../server/visit.ts'
import * as said from './received-contract.ts'
import * as data from './received-data.ts'
import { giverShown } from './rules.ts'

export const calls: Served[] = [serve(said.giftsReceived, giftsReceived), serve(said.thankGiver, thankGiver)]

async function giftsReceived(input: ParsedOf<typeof said.giftsReceived>, visit: CustomerVisit) {
  const { db, language } = visit
  const { id } = await tellingRegistry(input.registry_id, visit)
  const wanted = { registryId: id, show: input.show, giftId: input.gift_id }
  const page = { from: (input.page - 1) * input.per_page, most: input.per_page }
  const { total, ...sums } = await data.receivedSums(db, wanted)
  return {
    data: (await data.received(db, wanted, language, page)).map(receivedView),
    meta: {
      ...metaOf(input.page, input.per_page, total),
      ...sums,
      gifts: await data.giftsGiven(db, id, language),
    },
  }
}

/** The tick is for the whole order: one giver, one message, one letter of thanks. */
async function thankGiver(input: ParsedOf<typeof said.thankGiver>, visit: CustomerVisit) {
  const { customer, now } = visit
  const { id: registryId } = await tellingRegistry(input.registry_id, visit)
  const at = input.thanked ? now : null
  await visit.db.transaction().execute(async tx => {
    const given = found(await data.thank(tx, { registryId, orderId: input.order_id, at }))
    const about = giverShown(given.giver_name, given.visibility)
    await noteChange(tx, { registryId, customerId: customer.id, what: 'thanked', about, at: now })
  })
  return { thanked_at: at?.toISOString() ?? null }
}

/** The caller's own registry, unless its hosts want to be surprised: `registry_is_secret` 403. */
async function tellingRegistry(id: string, { db, customer, now }: CustomerVisit): Promise<RegistryRow> {
  const registry = found(await registryByAddress(db, id))
  allow(mayEdit(registry, customer))
  if (isSecretTo(registry, customer, dayInAthens(now))) throw new Refusal('registry_is_secret', 403)
  return registry
}

function receivedView(row: data.ReceivedRow) {
  return {
    order_id: row.order_id,
    line_id: row.line_id,
    gift_id: row.gift_id,
    product_id: row.product_id,
    name: row.name,
    image: row.image,
    tile: tileOf({ id: row.product_id, category_ids: row.category_ids }),
    kind: row.kind,
    is_group_gifting: row.kind === 'contribution',
    units: row.units,
    amount: row.cents,
    surplus: row.state === 'paid' ? row.cents - row.credited_cents : 0,
    state: row.state,
    giver: giverShown(row.giver_name, row.visibility),
    message: row.message,
    ordered_at: row.ordered_at.toISOString(),
    thanked_at: row.thanked_at?.toISOString() ?? null,
  }
}
