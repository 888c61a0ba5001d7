import type { Cents } from '../../../base/money.ts'
import { ShopFailure } from '../../port.ts'
import { runInBackground } from '../../port-background.ts'
import type { GraphqlClient } from '../graphql-client.ts'
import type { RestClient } from '../rest-client.ts'
import { fetchTaxClassIds, type TaxFacts } from './tax-rates.ts'

/** The facts as they were read last, and when (ms). */
export interface KeptTaxFacts extends TaxFacts {
  readAt: number
}

/** Where the facts are kept for the time that they can't be read; of all processes together. */
export interface TaxMemory {
  load(): Promise<KeptTaxFacts | null>
  save(facts: KeptTaxFacts): Promise<void>
}

/** An amount of the storefront, which may or may not have tax in it. */
export interface GivenAmount {
  /** In hundredths of a cent. */
  exact: number
}

/** A product with its price as the storefront gives it. */
interface GivenProduct {
  entityId: number
  /** With tax, where the storefront adds it. */
  prices: { priceRange: { max: GivenAmount } } | null
  /** The same without tax. */
  net: { priceRange: { max: GivenAmount } } | null
}

interface GivenVariant {
  prices: { price: GivenAmount } | null
}

/** The same with prices as guests pay them, in whole cents incl. VAT; null when they are not known. */
export type TaxedProduct<P> = Omit<P, 'prices' | 'net'> & { prices: { priceRange: { max: Cents } } | null }
export type TaxedVariant<V> = Omit<V, 'prices'> & { prices: { price: Cents } | null }

interface WithVariants<P, V> {
  product: P
  variants: V[]
}

/** Adds the tax that a given amount lacks; null when the rate isn't known. */
type AddTax = (amount: GivenAmount) => Cents | null

export interface TaxBook {
  /** Reads the facts anew, from now on prices go by them. Throws ShopFailure; then the last ones stand. */
  refresh(): Promise<TaxFacts>
  /** The facts of the last hour, else the last ones; null when none were ever read. */
  current(): Promise<TaxFacts | null>
  /** These products with the prices that guests pay (R304). */
  addTax<P extends GivenProduct, V extends GivenVariant>(
    products: WithVariants<P, V>[],
  ): Promise<WithVariants<TaxedProduct<P>, TaxedVariant<V>>[]>
}

/** What products are read with. */
export interface ProductReader {
  query: GraphqlClient
  tax: TaxBook
}

const freshMs = 3_600_000
/** After a failure guests don't wait for another attempt so long. */
const pauseMs = 60_000
/** The platform lists at most 250 products a page. */
const maxIdsPerCall = 250

/** What is known of the store's tax: read when a price needs it, hourly, and kept. */
export function createTaxBook(
  rest: RestClient,
  read: () => Promise<TaxFacts>,
  { memory = memoryOfProcess(), now }: { memory?: TaxMemory | undefined; now: () => number },
): TaxBook {
  let reading: Promise<KeptTaxFacts> | undefined
  let pausedUntil = 0
  const refresh = () => {
    reading ??= readAndKeep().finally(() => {
      reading = undefined
    })
    return reading
  }
  async function readAndKeep(): Promise<KeptTaxFacts> {
    pausedUntil = now() + pauseMs
    const facts = { ...(await read()), readAt: now() }
    await memory.save(facts)
    pausedUntil = 0
    return facts
  }
  async function current(): Promise<TaxFacts | null> {
    const kept = await memory.load()
    const isFresh = kept !== null && now() - kept.readAt < freshMs
    if (isFresh || (reading === undefined && now() < pausedUntil)) return kept
    // Guests wait only where nothing is known yet.
    const next = kept ? runInBackground(refresh) : refresh()
    const facts = next.catch(error => {
      if (error instanceof ShopFailure) return null
      throw error
    })
    if (!kept) return facts
    // The catalogue's sweep reads them too, and logs what keeps failing.
    void facts.catch(() => {})
    return kept
  }
  return {
    refresh,
    current,
    async addTax(products) {
      const addTaxOf = await readMissingTax(
        products.map(({ product }) => product),
        { current, rest },
      )
      return products.map(one => applyTax(one, addTaxOf(one.product.entityId)))
    },
  }
}

function applyTax<P extends GivenProduct, V extends GivenVariant>(
  { product: { prices, net: _, ...product }, variants }: WithVariants<P, V>,
  addTax: AddTax,
): WithVariants<TaxedProduct<P>, TaxedVariant<V>> {
  const max = prices && addTax(prices.priceRange.max)
  return {
    product: { ...product, prices: max === null ? null : { priceRange: { max } } },
    variants: variants.map(({ prices, ...variant }) => {
      const price = prices && addTax(prices.price)
      return { ...variant, prices: price === null ? null : { price } }
    }),
  }
}

/** How prices of each of these products are made whole. */
async function readMissingTax(
  products: GivenProduct[],
  { current, rest }: Pick<TaxBook, 'current'> & { rest: RestClient },
): Promise<(productId: number) => AddTax> {
  const untaxed = new Set(products.filter(isWithoutTax).map(product => product.entityId))
  if (untaxed.size === 0) return () => toCents
  const facts = await current()
  // A price that was entered with tax has it, whether the storefront can tell them apart or not.
  if (facts?.pricesIncludeTax) return () => toCents
  const classIds = facts ? await readClassIds(rest, [...untaxed]) : new Map<number, number>()
  return productId => {
    if (!untaxed.has(productId)) return toCents
    const factor = facts?.classes.find(({ id }) => id === classIds.get(productId))?.factor ?? null
    return amount => (factor === null ? null : toCents({ exact: amount.exact * factor }))
  }
}

/**
 * Whether the storefront says the same price with tax and without: the product's class has a rate of 0 %, or the
 * storefront adds no tax.
 */
function isWithoutTax({ prices, net }: GivenProduct): boolean {
  const amount = prices?.priceRange.max.exact ?? 0
  return amount !== 0 && (net === null || amount === net.priceRange.max.exact)
}

/** Empty while the shop can't be asked: then no price is said. */
async function readClassIds(rest: RestClient, productIds: number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  try {
    for (let start = 0; start < productIds.length; start += maxIdsPerCall) {
      const ids = productIds.slice(start, start + maxIdsPerCall)
      for (const [id, taxClass] of await fetchTaxClassIds(rest, ids)) found.set(id, taxClass)
    }
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
  }
  return found
}

/**
 * Half a cent is rounded up; multiplying leaves errors far behind the point, which must not decide that. What costs nothing
 * has no price: nobody can give it.
 */
function toCents({ exact }: GivenAmount): Cents | null {
  const cents = Math.round(Number((exact / 100).toFixed(6)))
  return cents > 0 ? cents : null
}

function memoryOfProcess(): TaxMemory {
  let kept: KeptTaxFacts | null = null
  return {
    load: async () => kept,
    save: async facts => {
      kept = facts
    },
  }
}
