import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { toPageMeta } from '../../base/fields.ts'
import { tileColourOf } from '../../catalogue/products/rules.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { registryFor } from '../../registry/registry/access.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { refuseDuringSurprise } from '../../registry/surprise/access.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { formatGiverName } from '../hand-off/giver-rules.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

export const calls: Handler[] = [
  handle(contract.listReceivedGifts, listReceivedGifts),
  handle(contract.thankGiver, thankGiver),
]

async function listReceivedGifts(input: ParsedOf<typeof contract.listReceivedGifts>, ctx: CustomerContext) {
  const { db, language } = ctx
  const { id } = await registryForReceivedGifts(input.registry_id, ctx)
  const filter = { registryId: id, show: input.show, giftId: input.gift_id }
  const page = { offset: (input.page - 1) * input.per_page, limit: input.per_page }
  const { total, ...sums } = await data.sumReceivedGifts(db, filter)
  return {
    data: (await data.findReceivedGifts(db, filter, language, page)).map(toReceivedGift),
    meta: {
      ...toPageMeta(input.page, input.per_page, total),
      ...sums,
      gifts: await data.findGivenGifts(db, id, language),
    },
  }
}

/** Thanks are for the whole order, which has one giver (R518). */
async function thankGiver(input: ParsedOf<typeof contract.thankGiver>, ctx: CustomerContext) {
  const { customer, now } = ctx
  const { id: registryId } = await registryForReceivedGifts(input.registry_id, ctx)
  const at = input.thanked ? now : null
  await ctx.db.transaction().execute(async tx => {
    const purchase = orNotFound(await data.setOrderThanked(tx, { registryId, orderId: input.order_id, at }))
    const about = formatGiverName(purchase.giver_name, purchase.visibility)
    await addHistoryEntry(tx, { registryId, customerId: customer.id, what: 'thanked', about, at: now })
  })
  return { thanked_at: at?.toISOString() ?? null }
}

/** The registry for one of its hosts. Throws `refused_missing` 404, and `registry_is_secret` 403 in surprise mode (R221). */
async function registryForReceivedGifts(address: string, ctx: CustomerContext): Promise<RegistryRow> {
  const registry = await registryFor(ctx, address, 'edit')
  refuseDuringSurprise(registry, ctx)
  return registry
}

function toReceivedGift(row: data.ReceivedGiftRow) {
  return {
    order_id: row.order_id,
    line_id: row.line_id,
    gift_id: row.gift_id,
    product_id: row.product_id,
    name: row.name,
    image: row.image,
    tile: tileColourOf({ id: row.product_id, category_ids: row.category_ids }),
    kind: row.kind,
    is_group_gifting: row.kind === 'contribution',
    units: row.units,
    amount: row.cents,
    surplus: row.state === 'paid' && row.is_money ? row.cents - row.credited_cents : 0,
    second_units: row.state === 'paid' && !row.is_money ? row.units - row.credited_units : 0,
    state: row.state,
    giver: formatGiverName(row.giver_name, row.visibility),
    message: row.message,
    recovered: row.recovered,
    receipt: row.receipt,
    ordered_at: row.ordered_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    thanked_at: row.thanked_at?.toISOString() ?? null,
  }
}
