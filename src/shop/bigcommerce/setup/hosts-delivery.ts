import { z } from 'zod'
import type { Language } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import { deleteOne, getJson } from '../rest-client.ts'
import type { Sample, SampleBox } from './samples.ts'
import {
  reportCorrect,
  reportUnproved,
  reportWrong,
  runSetupStep,
  type SetupContext,
  storeChannels,
} from './setup-context.ts'

const storeSchema = z.object({ name: z.string(), address: z.string(), country_code: z.string() })
type StoreAddress = z.output<typeof storeSchema>
const goodsSchema = z.object({
  data: z.array(z.object({ id: z.int(), base_variant_id: z.int().nullish() })),
})
const cartSchema = z.object({
  data: z.object({
    id: z.string().min(1),
    line_items: z.object({ physical_items: z.array(z.object({ id: z.string(), quantity: z.number() })) }),
  }),
})
const quoteSchema = z.object({
  data: z.object({
    consignments: z.array(
      z.object({ available_shipping_options: z.array(z.object({ description: z.string() })).default([]) }),
    ),
  }),
})

/** So many products are tried, because some can't be put into a cart as they are. */
const maxTries = 5

/**
 * Looks on each channel for the shipping method that delivers to the hosts (R420), by a quote for the store's own
 * address (R421): a cart is made, asked, and deleted. A run that may change nothing reports it as unproved.
 */
export async function checkHostsDelivery(ctx: SetupContext, box: SampleBox): Promise<void> {
  const methods = ctx.request.hostsDeliveryMethods
  if (!methods) return
  for (const channel of storeChannels(ctx))
    for (const language of channel.languages) {
      const name = `channel ${channel.id}: delivery to the hosts`
      const method = `“${methods[language]}”`
      if (!ctx.mayChange)
        reportUnproved(ctx, name, `${method}: only a run without --check can ask for a quote`)
      else await runSetupStep(ctx, name, () => checkMethod(ctx, name, { id: channel.id, language }, box))
    }
}

async function checkMethod(
  ctx: SetupContext,
  name: string,
  channel: { id: number; language: Language },
  box: SampleBox,
): Promise<void> {
  const method = ctx.request.hostsDeliveryMethods?.[channel.language] ?? ''
  const offered = await quoteShippingMethods(ctx, channel, box)
  if (offered === null)
    return reportUnproved(ctx, name, `“${method}”: the channel sells no goods that a cart takes as they are`)
  const isThere = offered.some(one => one.trim().toLowerCase() === method.trim().toLowerCase())
  if (isThere) return reportCorrect(ctx, name, `“${method}”`)
  const others =
    offered.length > 0 ? `it offers ${offered.map(one => `“${one}”`).join(', ')}` : 'it offers none'
  reportWrong(
    ctx,
    name,
    `there is no shipping method “${method}”, ${others}; add it under Settings → Shipping`,
  )
}

/** What the channel's checkout offers for goods to the store's address; null when nothing can be put into a cart. */
async function quoteShippingMethods(
  ctx: SetupContext,
  { id, language }: { id: number; language: Language },
  box: SampleBox,
): Promise<string[] | null> {
  const store = await getJson(ctx.rest, storeSchema, '/v2/store')
  const filter = `type=physical&is_visible=true&availability=available&channel_id:in=${id}`
  const path = `/v3/catalog/products?${filter}&include_fields=base_variant_id&limit=250`
  const { data: goods } = await getJson(ctx.rest, goodsSchema, path)
  for (const { id: productId } of goods.filter(one => one.base_variant_id != null).slice(0, maxTries)) {
    const line = { quantity: 1, product_id: productId }
    const cart = { customer_id: 0, channel_id: id, locale: language, line_items: [line] }
    const quote = quoteSample(ctx, cart, neutralAddress(ctx, store))
    try {
      await box.pass(quote.sample)
      return quote.offered
    } catch (error) {
      // The cart doesn't take the product like that: it is sold out, or something is asked of the buyer.
      const isRefused = error instanceof ShopFailure && error.kind === 'invalid' && !quote.isMade()
      if (!isRefused) throw error
    }
  }
  return null
}

/** A cart that is only asked how its goods could be sent to the address. */
function quoteSample({ rest }: SetupContext, cart: object, address: object) {
  const offered: string[] = []
  let items: { item_id: string; quantity: number }[] | null = null
  const sample: Sample = {
    name: 'cart',
    async make() {
      const call = { method: 'POST' as const, path: '/v3/carts', body: cart, repeatable: false }
      const { id, line_items } = (await rest(cartSchema, call)).data
      items = line_items.physical_items.map(item => ({ item_id: item.id, quantity: item.quantity }))
      return id
    },
    async look(id) {
      const { data } = await rest(quoteSchema, {
        method: 'POST',
        path: `/v3/checkouts/${id}/consignments?include=consignments.available_shipping_options`,
        body: [{ address, line_items: items }],
        repeatable: false,
      })
      const options = data.consignments.flatMap(one => one.available_shipping_options)
      offered.push(...options.map(option => option.description))
      return offered.join(', ')
    },
    remove: id => deleteOne(rest, `/v3/carts/${id}`),
  }
  return { sample, offered, isMade: () => items !== null }
}

/** The store's own address, as far as the store gives it in parts; it is nobody's home. */
function neutralAddress({ request }: SetupContext, { name, address, country_code }: StoreAddress) {
  return {
    email: `registry@${new URL(request.siteUrl).hostname}`,
    company: name,
    address1: address,
    country_code,
    state_or_province: '',
    postal_code: '',
  }
}
