import { defaultLanguage, type Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { type Shop, ShopFailure } from '../../port.ts'
import { connectShop } from '../connect.ts'
import type { ShopConnection } from '../connection.ts'
import { createHttpClient, type FetchFunction, type HttpClientOptions } from '../http.ts'
import { createRestClient, type RestClient } from '../rest-client.ts'
import {
  cartSample,
  certificateSample,
  customerSample,
  newMark,
  type Sample,
  type SampleBox,
  webhookSample,
} from './samples.ts'
import { nameRefusal, withNamedRefusals } from './scopes.ts'
import { describeFailure, type SetupFinding, storeChannels } from './setup-context.ts'

interface SmokeOptions {
  /** The public address of the registry. */
  siteUrl: string
  box: SampleBox
  httpOptions?: HttpClientOptions & { fetch: FetchFunction }
}

/** What is tried in the cart: a contribution of one euro. */
const contributionCents = 100

/**
 * Tries out a store with the connector that the product uses: reads the catalogue and makes, looks at and removes a
 * cart on each channel, a customer, a gift certificate and a webhook. A step that fails keeps no other; what could not
 * be removed is named.
 */
export async function tryStore(
  connection: ShopConnection,
  { siteUrl, box, httpOptions = { fetch: globalThis.fetch } }: SmokeOptions,
): Promise<SetupFinding[]> {
  const shop = connectShop(connection, httpOptions)
  const rest = withNamedRefusals(createRestClient(connection, createHttpClient(httpOptions)), () => {})
  const mark = newMark()
  const findings: SetupFinding[] = []
  const step = async (name: string, look: () => Promise<string>) => {
    findings.push(await lookAt(name, look))
  }
  for (const { id, languages } of storeChannels({ request: connection })) {
    const language = languages[0] ?? defaultLanguage
    await step(`channel ${id}: catalogue`, () => readCatalogue(shop, language))
    await step(`channel ${id}: cart`, () => passCart(shop, rest, language, box))
  }
  const others: Sample[] = [
    customerSample(rest, { channels: connection.channels, mark }),
    certificateSample(rest, { mark }),
    webhookSample(rest, { siteUrl, mark }),
  ]
  for (const sample of others) await step(sample.name, () => box.pass(sample))
  for (const name of await box.removeAll())
    findings.push({ name: 'left behind', state: 'wrong', text: `${name}; remove it by hand` })
  return findings
}

async function lookAt(name: string, look: () => Promise<string>): Promise<SetupFinding> {
  try {
    return { name, state: 'right', text: await look() }
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    return { name, state: 'wrong', text: describeFailure(nameRefusal(error)) }
  }
}

async function readCatalogue(shop: Shop, language: Language): Promise<string> {
  const { products } = await shop.fetchCataloguePage(language, null)
  const [first] = products
  if (!first) throw new ShopFailure('missing', 'the catalogue shows no products')
  const [price] = await shop.fetchPrices([{ productId: first.id, variantId: 0 }], language)
  const cost = price?.available ? formatEuro(price.cents ?? 0, language) : 'not to be bought'
  return `${products.length} products on the first page; “${first.name}”, ${cost}`
}

async function passCart(shop: Shop, rest: RestClient, language: Language, box: SampleBox): Promise<string> {
  let checkout = ''
  const line = {
    kind: 'contribution' as const,
    cents: contributionCents,
    name: 'Group gift: check',
    productId: 0,
    variantId: 0,
    reference: 'check',
  }
  const sample = cartSample(rest, async () => {
    const cart = await shop.createCart({ language, customerId: 0, lines: [line] })
    checkout = new URL(cart.checkoutUrl).host
    return cart.id
  })
  const seen = await box.pass(sample)
  if (!seen.startsWith('1.00 EUR'))
    throw new ShopFailure('invalid', `the store made ${seen} of a contribution of 1.00 EUR`)
  return `${seen}, checkout at ${checkout}`
}
