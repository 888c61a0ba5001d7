import { z } from 'zod'
import { type Language, languages } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import { get } from '../ask-rest.ts'
import { multipliers } from '../tax.ts'
import * as wire from '../wire.ts'
import { type Desk, right, step, wrong } from './desk.ts'

const store = z.object({
  name: z.string(),
  currency: z.string(),
  is_price_entered_with_tax: z.boolean(),
})
const time = z.object({ time: z.number() })
const channel = z.object({
  data: z.object({ name: z.string(), type: z.string(), status: z.string() }),
})
const currencies = z.object({
  data: z.object({ enabled_currencies: z.array(z.string()), default_currency: z.string() }),
})
const site = z.object({ data: z.object({ url: z.string() }) })

const currency = 'EUR'
/** The platform accepts a sign-in link for 30 seconds. */
const mostSecondsApart = 15

/** What each scope lets us read, in the words of the control panel; reading proves that it is ticked. */
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

/** Whether the store answers at all, with the token's scopes; false when there is no point in going on. */
export async function checkStore(desk: Desk): Promise<boolean> {
  const found = await step(desk, 'store', () => get(desk.ask, store, '/v2/store'))
  if (!found) return false
  right(desk, 'store', `${found.name} (${desk.wish.storeHash})`)
  if (found.is_price_entered_with_tax) right(desk, 'prices', 'are entered including tax')
  else
    wrong(
      desk,
      'prices',
      'are entered without tax; set “I enter prices inclusive of tax” in the tax settings',
    )
  for (const [scope, path] of scopes) await checkScope(desk, scope, path)
  await step(desk, 'clock', () => checkClock(desk))
  return true
}

async function checkScope(desk: Desk, scope: string, path: string): Promise<void> {
  try {
    await get(desk.ask, wire.anything, path.replace('{channel}', String(desk.wish.channels.en)))
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    if (error.kind === 'auth') return wrong(desk, 'scope', `${scope}: not ticked`)
    // Nothing there is an answer too: the scope let us look.
    if (error.kind !== 'missing') return wrong(desk, 'scope', `${scope}: ${error.message}`)
  }
  right(desk, 'scope', scope)
}

async function checkClock(desk: Desk): Promise<void> {
  const apart = Math.round((await get(desk.ask, time, '/v2/time')).time - desk.now.getTime() / 1000)
  if (Math.abs(apart) <= mostSecondsApart) right(desk, 'clock', 'agrees with the store')
  else wrong(desk, 'clock', `${Math.abs(apart)} seconds apart from the store; sign-in links would not work`)
}

/** The two channels: there, active, in euro; the first one's site is the storefront. */
export async function checkChannels(desk: Desk): Promise<void> {
  for (const language of languages) {
    const id = desk.wish.channels[language]
    const name = `channel ${id}`
    await step(desk, name, async () => {
      const { data } = await get(desk.ask, channel, `/v3/channels/${id}`)
      if (data.type !== 'storefront') return wrong(desk, name, `is no storefront but ${data.type}`)
      if (data.status !== 'active') return wrong(desk, name, `“${data.name}” is ${data.status}`)
      right(desk, name, `“${data.name}”, for ${language}`)
    })
    await step(desk, `${name}: currency`, () => checkCurrency(desk, id))
    await step(desk, `${name}: site`, () => checkSite(desk, language, id))
  }
}

async function checkCurrency(desk: Desk, id: number): Promise<void> {
  const { data } = await get(desk.ask, currencies, `/v3/channels/${id}/currency-assignments`)
  const name = `channel ${id}: currency`
  if (data.default_currency === currency) right(desk, name, currency)
  else wrong(desk, name, `is ${data.default_currency}; make ${currency} the channel's currency`)
}

async function checkSite(desk: Desk, language: Language, id: number): Promise<void> {
  const { url } = (await get(desk.ask, site, `/v3/channels/${id}/site`)).data
  right(desk, `channel ${id}: site`, url)
  if (language === 'en') desk.settings.SHOP_STOREFRONT_URL = url.replace(/\/+$/, '')
}

/** The id of a tax class without tax; null, noted as wrong, when the store has none. */
export async function zeroRated(desk: Desk): Promise<number | null> {
  const rates = await multipliers(desk.ask)
  const found = [...rates].find(([, rate]) => rate === 1)?.[0]
  if (found === undefined) {
    wrong(desk, 'tax', 'no class has a rate of 0 %; make one, “Zero rated”, in the tax settings')
    return null
  }
  right(desk, 'tax', `class ${found} has a rate of 0 %`)
  return found
}
