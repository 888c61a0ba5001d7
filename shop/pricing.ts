import type { LiveCatalogue, LiveProduct } from './catalogue/live-catalogue.ts'
import type {
  CategoryAccess,
  CustomerGroup,
  PriceListAssignment,
  PriceRecord,
  PricingRules,
} from './catalogue/pricing-rules.ts'
import type { ProductVariant } from './catalogue/types.ts'
import { findCustomerById } from './customers.ts'
import { fromEnteredCents } from './money.ts'
import type { Store } from './store.ts'

/** Who is to pay, and where. */
export interface Payer {
  channelId: number
  /** 0 for guests. */
  groupId: number
}

/** The catalogue as a shopper pays for it; a customer of 0 is a guest. */
export async function catalogueOfShopper(
  store: Pick<Store, 'db' | 'liveCatalogue' | 'pricesEnteredWithTax'>,
  channelId: number,
  customerId: number,
): Promise<LiveCatalogue> {
  const customer = customerId ? await findCustomerById(store.db, customerId) : undefined
  const payer = { channelId, groupId: customer?.customer_group_id ?? 0 }
  return catalogueFor(await store.liveCatalogue(), payer, store)
}

const cache = new WeakMap<LiveCatalogue, Map<string, LiveCatalogue>>()

/**
 * The catalogue with the products of a shopper's channel, and the categories and prices of their group and channel: first those of a price list,
 * of the group before that of the channel, else what the group's rules take off. The same catalogue where nothing is priced otherwise.
 */
export function catalogueFor(
  live: LiveCatalogue,
  payer: Payer,
  entry: { pricesEnteredWithTax: boolean },
): LiveCatalogue {
  const { pricing } = live
  const guests = [...pricing.groups].find(([, group]) => group.is_group_for_guests)
  const groupId = payer.groupId || (guests?.[0] ?? 0)
  const group = pricing.groups.get(groupId)
  const list = findPriceList(pricing, { ...payer, groupId })
  const access = group?.category_access ?? { type: 'all' }
  const isHere = ({ channels }: LiveProduct) => !channels || channels.includes(payer.channelId)
  const isEverywhere = live.visibleProducts.every(isHere)
  if (!group?.discount_rules?.length && !list && access.type === 'all' && isEverywhere) return live
  const key = `${payer.channelId}:${groupId}`
  const known = cache.get(live) ?? new Map<string, LiveCatalogue>()
  cache.set(live, known)
  const priced =
    known.get(key) ??
    withCategories(
      withProducts({ ...live, visibleProducts: live.visibleProducts.filter(isHere) }, product =>
        priceProduct(product, group, list, entry),
      ),
      access,
    )
  known.set(key, priced)
  return priced
}

function findPriceList(pricing: PricingRules, { channelId, groupId }: Payer) {
  const rule = pricing.groups.get(groupId)?.discount_rules.find(({ type }) => type === 'price_list')
  const fits = (asked: number | null, own: number) => !asked || asked === own
  const assigned = pricing.assignments
    .filter(one => fits(one.customer_group_id, groupId) && fits(one.channel_id, channelId))
    // An assignment that names both a group and a channel comes first, then one of a group, then one of a channel.
    .sort((one, other) => rank(other) - rank(one))
  const id = assigned.find(one => one.customer_group_id)?.price_list_id ?? rule?.price_list_id
  return pricing.records.get(id ?? assigned[0]?.price_list_id ?? 0)
}

const rank = ({ customer_group_id, channel_id }: PriceListAssignment): number =>
  (customer_group_id ? 2 : 0) + (channel_id ? 1 : 0)

/** Without products that are in no category that may be entered. */
function withCategories(live: LiveCatalogue, { type, categories = [] }: CategoryAccess): LiveCatalogue {
  if (type === 'all') return live
  const seesCategory = (id: number) => type === 'specific' && categories.includes(id)
  const visibleProducts = live.visibleProducts.filter(product => product.categories.some(seesCategory))
  return { ...live, seesCategory, visibleProducts }
}

function withProducts(live: LiveCatalogue, change: (product: LiveProduct) => LiveProduct): LiveCatalogue {
  const products = new Map([...live.products].map(([id, product]) => [id, change(product)]))
  const own = (product: LiveProduct) => products.get(product.id) ?? product
  return {
    ...live,
    products,
    productByVariant: new Map([...live.productByVariant].map(([id, product]) => [id, own(product)])),
    visibleProducts: live.visibleProducts.map(own),
  }
}

function priceProduct(
  product: LiveProduct,
  group: CustomerGroup | undefined,
  list: Map<number, PriceRecord> | undefined,
  entry: { pricesEnteredWithTax: boolean },
): LiveProduct {
  const cents = (euros: number) => fromEnteredCents(entry, euros * 100, product.taxRates)
  const priceVariant = (variant: ProductVariant): ProductVariant => {
    const record = list?.get(variant.id)
    if (!record) return { ...variant, currentCents: ruleCents(product, variant, group) }
    const priceCents = record.price === null ? variant.priceCents : cents(record.price)
    const currentCents = record.sale_price ? cents(record.sale_price) : priceCents
    return { ...variant, priceCents, currentCents }
  }
  const variants = product.variants.map(priceVariant)
  const isOwn = variants.every(({ currentCents }) => currentCents === undefined)
  if (isOwn) return product
  const [first] = variants
  return {
    ...product,
    ...(list && { unlisted: product }),
    variants,
    priceCents: first?.priceCents ?? product.priceCents,
    ...(first?.currentCents !== undefined &&
      first.currentCents < first.priceCents && { saleCents: first.currentCents }),
  }
}

/** What a group's rules leave of a price; that of the product goes before that of its category, and that before all. */
function ruleCents(
  product: LiveProduct,
  variant: ProductVariant,
  group: CustomerGroup | undefined,
): number | undefined {
  const rules = group?.discount_rules ?? []
  const rule =
    rules.find(({ type, product_id }) => type === 'product' && Number(product_id) === product.id) ??
    rules.find(
      ({ type, category_id }) => type === 'category' && product.categories.includes(Number(category_id)),
    ) ??
    rules.find(({ type }) => type === 'all')
  if (!rule) return undefined
  const reduction = product.saleCents === undefined ? 0 : product.priceCents - product.saleCents
  const before = Math.max(0, variant.priceCents - reduction)
  const amount = Number(rule.amount ?? 0)
  if (rule.method === 'percent') return Math.round((before * (100 - amount)) / 100)
  const cents = Math.round(amount * 100 * product.enteredFactor)
  const after = rule.method === 'price' ? cents : before - cents
  return Math.max(0, after)
}
