import { z } from 'zod'
import { type Language, languages } from '../../../base/language.ts'
import { trimEndOf } from '../../../base/text.ts'
import { getJson, getOne } from '../rest-client.ts'
import { channelSiteSchema, checkoutOriginsOf, shopCurrency } from '../wire.ts'
import { reportCorrect, reportWrong, runSetupStep, type SetupContext } from './setup-context.ts'

const channelSchema = z.object({
  data: z.object({ name: z.string(), type: z.string(), status: z.string() }),
})
const currenciesSchema = z.object({
  data: z.object({ enabled_currencies: z.array(z.string()), default_currency: z.string() }),
})

/** A channel, and the languages that it serves: one, or all (R954). */
interface ChannelOfLanguages {
  id: number
  languages: Language[]
}

/** The store's channels for our languages, each once. */
export function storeChannels({ request }: Pick<SetupContext, 'request'>): ChannelOfLanguages[] {
  const byId = Map.groupBy(languages, language => request.channels[language])
  return [...byId].map(([id, its]) => ({ id, languages: its }))
}

/**
 * Checks that each channel is an active storefront in euro, and finds out where it and its checkout are. False when one of
 * them can't be paid in euro: then the store can't be used at all (R1330).
 */
export async function checkChannels(ctx: SetupContext): Promise<boolean> {
  let isPaidInEuro = true
  for (const channel of storeChannels(ctx)) {
    const name = `channel ${channel.id}`
    await runSetupStep(ctx, name, async () => {
      const { data } = await getOne(ctx.rest, channelSchema, `/v3/channels/${channel.id}`)
      if (data.type !== 'storefront') return reportWrong(ctx, name, `is no storefront but ${data.type}`)
      if (data.status !== 'active') return reportWrong(ctx, name, `“${data.name}” is ${data.status}`)
      reportCorrect(ctx, name, `“${data.name}”, for ${channel.languages.join(' and ')}`)
    })
    const hasEuro = await runSetupStep(ctx, `${name}: currency`, () => checkCurrency(ctx, channel.id))
    if (hasEuro === false) isPaidInEuro = false
    await runSetupStep(ctx, `${name}: site`, () => checkSite(ctx, channel))
  }
  return isPaidInEuro
}

/** Whether the channel's orders can be paid in euro; only transactional currencies are assigned to a channel. */
async function checkCurrency(ctx: SetupContext, id: number): Promise<boolean> {
  const { data } = await getJson(ctx.rest, currenciesSchema, `/v3/channels/${id}/currency-assignments`)
  const name = `channel ${id}: currency`
  const { default_currency: first, enabled_currencies: all } = data
  if (!all.includes(shopCurrency) && first !== shopCurrency) {
    const remedy = `make ${shopCurrency} a transactional currency, assign it to the channel as its default, and run this again`
    reportWrong(ctx, name, `orders can't be paid in ${shopCurrency}, only in ${all.join(', ')}; ${remedy}`)
    return false
  }
  if (first === shopCurrency) reportCorrect(ctx, name, shopCurrency)
  else reportWrong(ctx, name, `is ${first}; make ${shopCurrency} the channel's currency`)
  return true
}

async function checkSite(ctx: SetupContext, channel: ChannelOfLanguages): Promise<void> {
  const name = `channel ${channel.id}: site`
  const { data } = await getJson(ctx.rest, channelSiteSchema, `/v3/channels/${channel.id}/site`)
  const url = trimEndOf(data.url, '/')
  for (const language of channel.languages) ctx.channels[language].url = url
  const others = channel.languages.filter(language => (ctx.request.storefrontUrls?.[language] ?? url) !== url)
  // Otherwise the settings are written anew.
  if (others.length > 0 && !ctx.mayChange)
    return reportWrong(ctx, name, `is ${url}, but the settings have another one for ${others.join(' and ')}`)
  reportCorrect(ctx, name, url)
  const checkouts = checkoutOriginsOf(data)
  listCheckouts(
    ctx,
    name,
    checkouts.filter(origin => origin !== new URL(url).origin),
  )
}

/** Lists checkouts that are on another origin than their storefront; the shop's guests are sent to no others (R425). */
function listCheckouts(ctx: SetupContext, name: string, checkouts: string[]): void {
  const listed = ctx.settings.SHOP_CHECKOUT_ORIGINS?.split(',') ?? ctx.request.checkoutOrigins ?? []
  const missing = checkouts.filter(origin => !listed.includes(origin))
  if (missing.length === 0) return
  const found = `has its checkout at ${missing.join(', ')}`
  if (!ctx.mayChange) {
    reportWrong(ctx, name, `${found}; add it to SHOP_CHECKOUT_ORIGINS`)
    return
  }
  reportCorrect(ctx, name, found)
  ctx.settings.SHOP_CHECKOUT_ORIGINS = [...listed, ...missing].join(',')
}
