import { hourMs } from '../../base/durations.ts'
import type { Cents } from '../../base/money.ts'
import { ShopFailure } from '../port.ts'
import { runInBackground } from '../port-store.ts'
import type { ShopConnection } from './connection.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import type { HttpClient } from './http.ts'
import { getAllPages, getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

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
interface GivenAmount {
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
type TaxedProduct<P> = Omit<P, 'prices' | 'net'> & { prices: { priceRange: { max: Cents } } | null }
export type TaxedVariant<V> = Omit<V, 'prices'> & { prices: { price: Cents } | null }

interface WithVariants<P, V> {
  product: P
  variants: V[]
}

export type TaxedWithVariants<P, V> = WithVariants<TaxedProduct<P>, TaxedVariant<V>>

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
  ): Promise<TaxedWithVariants<P, V>[]>
}

export interface ProductReader {
  query: GraphqlClient
  tax: TaxBook
}

const freshMs = hourMs
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
): TaxedWithVariants<P, V> {
  const max = prices && addTax(prices.priceRange.max)
  return {
    product: { ...product, prices: max === null ? null : { priceRange: { max } } },
    variants: variants.map(({ prices, ...variant }) => {
      const price = prices && addTax(prices.price)
      return { ...variant, prices: price === null ? null : { price } }
    }),
  }
}

/** For each of these products the function that adds the tax that its prices lack. */
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

/** Empty while the shop can't be asked: then the prices are unknown. */
async function readClassIds(rest: RestClient, productIds: number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  try {
    for (const ids of splitIntoChunks(productIds, maxIdsPerCall))
      for (const [id, taxClass] of await fetchTaxClassIds(rest, ids)) found.set(id, taxClass)
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

/** What of a store's tax decides prices. */
export interface TaxFacts {
  pricesIncludeTax: boolean
  classes: TaxClass[]
}

interface TaxClass {
  id: number
  name: string
  /** From net to gross (1 + rate/100); null when no rate of it is known. */
  factor: number | null
}

/** The platform's own class, which it does not list. */
const defaultTaxClass = { id: 0, name: 'Default Tax Class' }

/** The class with that id or name, whatever its case; undefined when there is none. */
export function findTaxClass({ classes }: Pick<TaxFacts, 'classes'>, idOrName: string): TaxClass | undefined {
  const name = idOrName.toLowerCase()
  return classes.find(one => String(one.id) === idOrName || one.name.toLowerCase() === name)
}

/** The factor from net to gross for a rate in percent (R304). */
const taxMultiplier = (percent: number) => (100 + percent) / 100

/** How the store enters prices, and its factors by class: its own, or those of the configured tax service (R304). */
export async function fetchTaxFacts(
  { taxRates }: Pick<ShopConnection, 'taxRates'>,
  rest: RestClient,
  http: HttpClient,
): Promise<TaxFacts> {
  const store = getJson(rest, wire.storeTaxSchema, '/v2/store')
  const [{ is_price_entered_with_tax }, listed, factorOf] = await Promise.all([
    store,
    getJson(rest, wire.taxClassesSchema, '/v2/tax_classes?limit=250'),
    taxRates ? fetchExternalFactors(taxRates, http) : fetchOwnFactors(rest, store),
  ])
  const classes = [defaultTaxClass, ...listed.filter(({ id }) => id !== defaultTaxClass.id)]
  return {
    pricesIncludeTax: is_price_entered_with_tax,
    classes: classes.map(one => ({ ...one, factor: factorOf(one) ?? null })),
  }
}

type FactorOf = (taxClass: { id: number; name: string }) => number | undefined

/** The service knows the classes by their names in lower case. */
async function fetchExternalFactors(
  { url, authorization }: NonNullable<ShopConnection['taxRates']>,
  http: HttpClient,
): Promise<FactorOf> {
  const reply = await http({ method: 'GET', url, headers: { authorization }, repeatable: true })
  const { rates } = wire.parseReply(wire.externalTaxRatesSchema, reply, 'tax rates')
  const multipliers = new Map(
    Object.entries(rates).map(([name, rate]) => [name.toLowerCase(), taxMultiplier(rate)]),
  )
  return ({ name }) => multipliers.get(name.toLowerCase())
}

/** The shop's factors from net to gross, in the zone of the store's own country; none when the store has no such zone. */
async function fetchOwnFactors(rest: RestClient, store: Promise<wire.WireStoreTax>): Promise<FactorOf> {
  const [{ country_code }, zones, rates] = await Promise.all([
    store,
    getAllPages<wire.WireTaxZone>(rest, wire.taxZonesSchema, '/v3/tax/zones'),
    getAllPages<wire.WireTaxRate>(rest, wire.taxRatesSchema, '/v3/tax/rates'),
  ])
  const zone = chooseTaxZone(zones, country_code)
  const multipliers = combineRates(rates.filter(rate => rate.enabled && rate.tax_zone_id === zone?.id))
  return ({ id }) => multipliers.get(id)
}

/**
 * The zone of everybody in that country, whatever group or region; else the default zone, which names no shoppers and
 * is for those whom no other zone names.
 */
function chooseTaxZone(zones: wire.WireTaxZone[], country: string): wire.WireTaxZone | undefined {
  const forEverybody = zones.filter(
    zone => zone.enabled && zone.shopper_target_settings.customer_groups.length === 0,
  )
  const locationsOf = (zone: wire.WireTaxZone) => zone.shopper_target_settings.locations
  const isWholeCountry = (zone: wire.WireTaxZone) =>
    locationsOf(zone).some(
      location =>
        location.country_code === country &&
        location.subdivision_codes.length + location.postal_codes.length === 0,
    )
  return forEverybody.find(isWholeCountry) ?? forEverybody.find(zone => locationsOf(zone).length === 0)
}

/** Rates of one priority are added; those of the next one are taken of the sum. */
function combineRates(rates: wire.WireTaxRate[]): Map<number, number> {
  const percents = new Map<number, Map<number, number>>()
  for (const { priority, class_rates } of rates)
    for (const { tax_class_id, rate } of class_rates) {
      const byPriority = percents.get(tax_class_id) ?? new Map<number, number>()
      percents.set(tax_class_id, byPriority.set(priority, (byPriority.get(priority) ?? 0) + rate))
    }
  const multiply = (byPriority: Map<number, number>) =>
    [...byPriority.values()].reduce((factor, percent) => factor * taxMultiplier(percent), 1)
  return new Map([...percents].map(([taxClass, byPriority]) => [taxClass, multiply(byPriority)]))
}

/** Product id → id of its tax class; products that the shop doesn't have are left out. */
export async function fetchTaxClassIds(rest: RestClient, productIds: number[]): Promise<Map<number, number>> {
  const ids = [...new Set(productIds)]
  const path = `/v3/catalog/products?id:in=${ids.join(',')}&include_fields=tax_class_id&limit=250`
  const { data } = await getJson(rest, wire.taxedProductsSchema, path)
  return new Map(data.map(product => [product.id, product.tax_class_id]))
}
