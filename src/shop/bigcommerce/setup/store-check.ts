import { z } from 'zod'
import { defaultLanguage, type Language, languages } from '../../../base/language.ts'
import { trimEndOf } from '../../../base/text.ts'
import { ShopFailure } from '../../port.ts'
import { getJson } from '../rest-client.ts'
import { fetchTaxMultipliers } from '../tax.ts'
import * as wire from '../wire.ts'
import { reportCorrect, reportWrong, runSetupStep, type SetupContext } from './setup-context.ts'

const storeSchema = z.object({
  name: z.string(),
  currency: z.string(),
  is_price_entered_with_tax: z.boolean(),
})
const timeSchema = z.object({ time: z.number() })
const channelSchema = z.object({
  data: z.object({ name: z.string(), type: z.string(), status: z.string() }),
})
const currenciesSchema = z.object({
  data: z.object({ enabled_currencies: z.array(z.string()), default_currency: z.string() }),
})
const siteSchema = z.object({ data: z.object({ url: z.string() }) })

const currency = 'EUR'
/** The platform accepts a sign-in link for 30 seconds only. */
const maxClockDifference = 15

/** A path that each scope of the token allows to read, with its name in the control panel. */
const scopes: [string, string][] = [
  ['Information & settings: read-only', '/v2/store'],
  ['Orders: modify', '/v2/orders?limit=1'],
  ['Customers: modify', '/v3/customers?limit=1'],
  ['Newsletter subscribers: modify', '/v3/customers/subscribers?limit=1'],
  ['Marketing: modify', '/v2/gift_certificates?limit=1'],
  ['Products: modify', '/v3/catalog/products?limit=1'],
  ['Channel settings: read-only', '/v3/channels?limit=1'],
  ['Sites & routes: read-only', '/v3/channels/{channel}/site'],
  ['Carts: modify', '/v3/carts/00000000-0000-4000-8000-000000000000'],
]

/** Checks the store, the scopes of the token and the clock; false when the store does not reply at all. */
export async function checkStore(ctx: SetupContext): Promise<boolean> {
  const store = await runSetupStep(ctx, 'store', () => getJson(ctx.rest, storeSchema, '/v2/store'))
  if (!store) return false
  reportCorrect(ctx, 'store', `${store.name} (${ctx.request.storeHash})`)
  const entered = store.is_price_entered_with_tax ? 'including' : 'without'
  reportCorrect(ctx, 'prices', `are entered ${entered} tax; guests see and pay them with tax`)
  for (const [scope, path] of scopes) await checkScope(ctx, scope, path)
  await runSetupStep(ctx, 'clock', () => checkClock(ctx))
  return true
}

async function checkScope(ctx: SetupContext, scope: string, path: string): Promise<void> {
  try {
    await getJson(
      ctx.rest,
      wire.ignoredReplySchema,
      path.replace('{channel}', String(ctx.request.channels.en)),
    )
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    if (error.kind === 'auth') return reportWrong(ctx, 'scope', `${scope}: not ticked`)
    // A missing thing proves the scope as well: the token was allowed to look for it.
    if (error.kind !== 'missing') return reportWrong(ctx, 'scope', `${scope}: ${error.message}`)
  }
  reportCorrect(ctx, 'scope', scope)
}

async function checkClock(ctx: SetupContext): Promise<void> {
  const difference = Math.round(
    (await getJson(ctx.rest, timeSchema, '/v2/time')).time - ctx.now.getTime() / 1000,
  )
  if (Math.abs(difference) <= maxClockDifference) reportCorrect(ctx, 'clock', 'agrees with the store')
  else
    reportWrong(
      ctx,
      'clock',
      `${Math.abs(difference)} seconds apart from the store; sign-in links would not work`,
    )
}

/** Checks that each language's channel is an active storefront in euro; the default one's site is the storefront. */
export async function checkChannels(ctx: SetupContext): Promise<void> {
  for (const language of languages) {
    const id = ctx.request.channels[language]
    const name = `channel ${id}`
    await runSetupStep(ctx, name, async () => {
      const { data } = await getJson(ctx.rest, channelSchema, `/v3/channels/${id}`)
      if (data.type !== 'storefront') return reportWrong(ctx, name, `is no storefront but ${data.type}`)
      if (data.status !== 'active') return reportWrong(ctx, name, `“${data.name}” is ${data.status}`)
      reportCorrect(ctx, name, `“${data.name}”, for ${language}`)
    })
    await runSetupStep(ctx, `${name}: currency`, () => checkCurrency(ctx, id))
    await runSetupStep(ctx, `${name}: site`, () => checkSite(ctx, language, id))
  }
}

async function checkCurrency(ctx: SetupContext, id: number): Promise<void> {
  const { data } = await getJson(ctx.rest, currenciesSchema, `/v3/channels/${id}/currency-assignments`)
  const name = `channel ${id}: currency`
  if (data.default_currency === currency) reportCorrect(ctx, name, currency)
  else reportWrong(ctx, name, `is ${data.default_currency}; make ${currency} the channel's currency`)
}

async function checkSite(ctx: SetupContext, language: Language, id: number): Promise<void> {
  const { url } = (await getJson(ctx.rest, siteSchema, `/v3/channels/${id}/site`)).data
  reportCorrect(ctx, `channel ${id}: site`, url)
  if (language === defaultLanguage) ctx.settings.SHOP_STOREFRONT_URL = trimEndOf(url, '/')
}

/** The id of a tax class of 0 %; null, reported as wrong, when the store has none. */
export async function findZeroRatedTaxClass(ctx: SetupContext): Promise<number | null> {
  const multipliers = await fetchTaxMultipliers(ctx.rest)
  const taxClass = [...multipliers].find(([, multiplier]) => multiplier === 1)?.[0]
  if (taxClass === undefined) {
    reportWrong(ctx, 'tax', 'no class has a rate of 0 %; make one, “Zero rated”, in the tax settings')
    return null
  }
  reportCorrect(ctx, 'tax', `class ${taxClass} has a rate of 0 %`)
  return taxClass
}
