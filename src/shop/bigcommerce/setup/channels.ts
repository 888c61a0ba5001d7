import { z } from 'zod'
import { type Language, languages } from '../../../base/language.ts'
import { trimEndOf } from '../../../base/text.ts'
import { getJson, getOne } from '../rest-client.ts'
import { shopCurrency } from '../wire.ts'
import { reportCorrect, reportWrong, runSetupStep, type SetupContext } from './setup-context.ts'

const channelSchema = z.object({
  data: z.object({ name: z.string(), type: z.string(), status: z.string() }),
})
const currenciesSchema = z.object({
  data: z.object({ enabled_currencies: z.array(z.string()), default_currency: z.string() }),
})
const siteSchema = z.object({
  data: z.object({
    url: z.string(),
    urls: z.array(z.object({ url: z.string(), type: z.string() })).default([]),
  }),
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

/** Checks that each channel is an active storefront in euro, and finds out where it and its checkout are. */
export async function checkChannels(ctx: SetupContext): Promise<void> {
  for (const channel of storeChannels(ctx)) {
    const name = `channel ${channel.id}`
    await runSetupStep(ctx, name, async () => {
      const { data } = await getOne(ctx.rest, channelSchema, `/v3/channels/${channel.id}`)
      if (data.type !== 'storefront') return reportWrong(ctx, name, `is no storefront but ${data.type}`)
      if (data.status !== 'active') return reportWrong(ctx, name, `“${data.name}” is ${data.status}`)
      reportCorrect(ctx, name, `“${data.name}”, for ${channel.languages.join(' and ')}`)
    })
    await runSetupStep(ctx, `${name}: currency`, () => checkCurrency(ctx, channel.id))
    await runSetupStep(ctx, `${name}: site`, () => checkSite(ctx, channel))
  }
}

async function checkCurrency(ctx: SetupContext, id: number): Promise<void> {
  const { data } = await getJson(ctx.rest, currenciesSchema, `/v3/channels/${id}/currency-assignments`)
  const name = `channel ${id}: currency`
  if (data.default_currency === shopCurrency) reportCorrect(ctx, name, shopCurrency)
  else reportWrong(ctx, name, `is ${data.default_currency}; make ${shopCurrency} the channel's currency`)
}

async function checkSite(ctx: SetupContext, channel: ChannelOfLanguages): Promise<void> {
  const name = `channel ${channel.id}: site`
  const { data } = await getJson(ctx.rest, siteSchema, `/v3/channels/${channel.id}/site`)
  const url = trimEndOf(data.url, '/')
  for (const language of channel.languages) ctx.channels[language].url = url
  const others = channel.languages.filter(language => (ctx.request.storefrontUrls?.[language] ?? url) !== url)
  // Otherwise the settings are written anew.
  if (others.length > 0 && !ctx.mayChange)
    return reportWrong(ctx, name, `is ${url}, but the settings have another one for ${others.join(' and ')}`)
  reportCorrect(ctx, name, url)
  const checkouts = data.urls.filter(one => one.type === 'checkout').map(one => new URL(one.url).origin)
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
