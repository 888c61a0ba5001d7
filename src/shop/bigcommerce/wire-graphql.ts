import { z } from 'zod'
import { currencySchema, exactAmountSchema, moment } from './wire.ts'
import { rowListOf, rowsOf } from './wire-rows.ts'

// The replies of the Storefront GraphQL API to the connector's documents. Its types promise what is demanded here, and a
// gift without one of these fields would be shown or sold wrong; of lists an odd row is set aside by itself (R1302).

export const graphqlReplySchema = z.object({
  data: z.unknown(),
  errors: z
    .array(
      z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
    )
    .optional(),
})

/** `{ edges: [{ node }] }` as a plain list. */
const list = <T>(node: z.ZodType<T>) =>
  z.object({ edges: z.nullable(z.array(edge(node))) }).transform(({ edges }) => edges ?? [])

const edge = <T>(node: z.ZodType<T>) => z.object({ node }).transform(one => (one as { node: T }).node)

/**
 * A list whose rows are checked one by one: a wrong one is set aside (R1302); `isWhole` says whether there was none.
 */
const rows = <T>(source: string, node: z.ZodType<T>) =>
  z
    .object({ edges: z.nullable(rowsOf(source, edge(node))) })
    .transform(({ edges }) => ({ rows: edges?.rows ?? [], isWhole: edges?.count === edges?.rows.length }))

/** The rows of such a list that can be read. */
const rowList = <T>(source: string, node: z.ZodType<T>) => rows(source, node).transform(({ rows }) => rows)

/** The cursor of the following page; null on the last one. */
const pageInfo = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
  .transform(({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null))

/** A page of a list; `next` is the cursor of the following page. */
const paged = <T>(node: z.ZodType<T>) =>
  z
    .object({ edges: z.nullable(z.array(edge(node))), pageInfo })
    .transform(({ edges, pageInfo: next }) => ({ nodes: edges ?? [], next }))

/** A page of a list whose rows know their cursors. */
const pagedWithCursors = <N extends z.ZodRawShape>(node: z.ZodObject<N>) =>
  z
    .object({ edges: z.nullable(z.array(z.object({ cursor: z.string(), node }))), pageInfo })
    .transform(({ edges, pageInfo: next }) => ({
      nodes: (edges ?? []).map(({ cursor, node }) => ({ ...node, cursor })),
      next,
    }))

/**
 * A page of such a list; `unread` has the ids of rows that were set aside, `isWhole` says whether every row has an id.
 */
const pagedRows = <T>(source: string, node: z.ZodType<T>) =>
  z
    .object({ edges: z.nullable(rowsOf(source, edge(node))), pageInfo })
    .transform(({ edges, pageInfo: next }) => ({
      nodes: edges?.rows ?? [],
      unread: edges?.unread ?? [],
      isWhole: edges?.count === edges?.ids.length,
      next,
    }))

const money = z
  .object({ currencyCode: currencySchema, value: exactAmountSchema })
  .transform(({ value }) => ({ exact: value }))
const entities: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  lt: '<',
  gt: '>',
}
/** A name or a label. Some that were imported have the entities of HTML, which are read once. */
const words = z
  .string()
  .transform(text => text.replace(/&(amp|quot|apos|#0?39|lt|gt);/g, (_, name) => entities[name] ?? ''))
const image = z.object({ url: z.string() }).transform(({ url }) => url)
const id = z.int()
const site = <T extends z.ZodRawShape>(shape: T) => z.object({ site: z.object(shape) })

const inventory = {
  isInStock: z.boolean(),
  /** Null where units are not counted, or the store hides their number. */
  aggregated: z.object({ availableToSell: z.int() }).nullable(),
}
const variantInventory = z.object(inventory).nullable()
export type WireInventory = z.output<typeof variantInventory>

const variant = z.object({
  entityId: id,
  sku: z.string(),
  isPurchasable: z.boolean(),
  inventory: variantInventory,
  prices: z.object({ price: money }).nullable(),
  defaultImage: image.nullable(),
  options: paged(
    z.object({
      entityId: id,
      displayName: words,
      values: list(z.object({ entityId: id, label: words })),
    }),
  ),
})
export type WireVariant = z.output<typeof variant>

const productInventory = z.object({ ...inventory, hasVariantInventory: z.boolean() })

const availability = {
  availabilityV2: z.object({ status: z.string() }),
  minPurchaseQuantity: z.int().nullable(),
  maxPurchaseQuantity: z.int().nullable(),
  inventory: productInventory,
}
const priceRange = z.object({ priceRange: z.object({ max: money }) }).nullable()

const product = z.object({
  entityId: id,
  sku: z.string(),
  type: z.string(),
  name: words,
  path: z.string(),
  description: z.string(),
  brand: z.object({ name: words }).nullable(),
  defaultImage: image.nullable(),
  prices: priceRange,
  net: priceRange,
  categories: list(z.object({ entityId: id })),
  ...availability,
  availabilityV2: z.object({
    status: z.string(),
    /** Of pre-orders alone; a day that can't be read counts as none, and the product is sold all the same. */
    willBeReleasedAt: z.object({ utc: moment }).nullish().catch(null),
  }),
  productOptions: paged(z.object({ isVariantOption: z.boolean() })),
  variants: paged(variant),
})
export type WireProduct = z.output<typeof product>
/** What of a product decides the tax of its variants. */
const taxedProduct = { entityId: id, prices: priceRange, net: priceRange }

export const productsPageSchema = site({ products: pagedRows('products', product) })
export const variantsPageSchema = site({
  product: z.object({ inventory: productInventory, variants: paged(variant) }).nullable(),
})
export const chosenVariantSchema = site({
  product: z.object({ ...taxedProduct, inventory: productInventory, variants: paged(variant) }).nullable(),
})
export const chosenPriceSchema = site({
  product: z.object({ ...taxedProduct, chosen: z.object({ price: money }).nullable() }).nullable(),
})

const optionValue = z.object({
  entityId: id,
  label: words,
  hexColors: z.array(z.string()).optional(),
  isDefault: z.boolean().optional(),
})
export type WireOptionValue = z.output<typeof optionValue>
const option = {
  entityId: id,
  displayName: words,
  isVariantOption: z.boolean(),
  /** Undefined where nothing is chosen from a list. */
  values: paged(optionValue).optional(),
}
const details = product.extend({
  images: list(image),
  productOptions: pagedWithCursors(z.object(option)),
})
export type WireDetails = z.output<typeof details>
export const productDetailsSchema = site({ product: details.nullable() })
export const moreOptionsSchema = site({
  product: z.object({ productOptions: details.shape.productOptions }).nullable(),
})
export const moreValuesSchema = site({
  product: z
    .object({ productOptions: list(z.object({ entityId: id, values: paged(optionValue).optional() })) })
    .nullable(),
})

const modifier = z.object({
  ...option,
  __typename: z.string(),
  isRequired: z.boolean(),
  defaultText: z.string().nullish(),
  minLength: z.int().nullish(),
  maxLength: z.int().nullish(),
  maxLines: z.int().nullish(),
  defaultNumber: z.number().nullish(),
  lowest: z.number().nullish(),
  highest: z.number().nullish(),
  isIntegerOnly: z.boolean().optional(),
  limitNumberBy: z.string().optional(),
  defaultDate: z.string().nullish(),
  earliest: z.string().nullish(),
  latest: z.string().nullish(),
  limitDateBy: z.string().optional(),
  label: words.optional(),
  checkedByDefault: z.boolean().optional(),
  checkedOptionValueEntityId: id.optional(),
  uncheckedOptionValueEntityId: id.optional(),
})
export const modifiersSchema = site({
  products: rowList(
    'options of products',
    z.object({ entityId: id, productOptions: pagedWithCursors(modifier) }),
  ),
})
export type WireModifiers = z.output<typeof modifiersSchema>['site']['products'][number]
/** With all its values. */
export type WireModifier = Omit<WireModifiers['productOptions']['nodes'][number], 'values'> & {
  values: WireOptionValue[]
}

export const pricesSchema = site({
  products: rows(
    'prices',
    z.object({
      entityId: id,
      name: words,
      prices: priceRange,
      net: priceRange,
      ...availability,
      variants: list(
        z.object({
          entityId: id,
          isPurchasable: z.boolean(),
          prices: z.object({ price: money }).nullable(),
          inventory: variantInventory,
        }),
      ),
    }),
  ),
})
export type WirePriced = z.output<typeof pricesSchema>['site']['products']['rows'][number]

export const listingOrderPageSchema = site({
  search: z.object({
    searchProducts: z.object({ products: pagedRows('sorted products', z.object({ entityId: id })) }),
  }),
})

export const searchReplySchema = site({
  search: z.object({
    searchProducts: z.object({ products: rowList('found products', z.object({ entityId: id })) }),
  }),
})

/** A category, a brand or a post. */
const namedPath = { entityId: id, name: words, path: z.string() }
const thirdLevel = z.object(namedPath)
const secondLevel = z.object({ ...namedPath, children: rowListOf('categories', thirdLevel) })
const firstLevel = z.object({ ...namedPath, children: rowListOf('categories', secondLevel) })
export type WireCategory = z.output<typeof thirdLevel> & { children?: WireCategory[] }
export const categoriesSchema = site({ categoryTree: rowListOf('categories', firstLevel) })

const pageLink = z.object({
  entityId: id,
  parentEntityId: id.nullable(),
  name: words,
  path: z.string().optional(),
  link: z.string().optional(),
})
/** A page without an address is no link. */
const leads = ({ path, link }: { path?: string | undefined; link?: string | undefined }) =>
  path !== undefined || link !== undefined
const pageLinks = rowList('pages', pageLink.refine(leads, { path: ['path'], error: 'no address' }))
const pageChildren = rowList(
  'pages',
  pageLink.extend({ htmlBody: z.string().optional() }).refine(leads, { path: ['path'], error: 'no address' }),
)
const post = {
  htmlBody: z.string(),
  /** Neither decides anything: a post is shown without them. */
  publishedDate: z
    .object({ utc: z.string().refine(text => !Number.isNaN(Date.parse(text)), 'no date') })
    .nullish()
    .catch(null),
  thumbnailImage: z.object({ url: z.string() }).nullish().catch(null),
}
export type WirePost = { [part in keyof typeof post]?: z.output<(typeof post)[part]> }
export type WirePageLink = z.output<typeof pageLinks>[number]
export const blogSchema = site({
  content: z.object({
    blog: z
      .object({
        name: words,
        path: z.string(),
        description: z.string(),
        posts: rowList('posts', z.object({ ...namedPath, ...post })),
      })
      .nullable(),
  }),
})
export const brandsSchema = site({ brands: rowList('brands', z.object(namedPath)) })
export const pagesSchema = site({ content: z.object({ pages: pageLinks }) })
export const pageSchema = site({
  route: z.object({
    node: z
      .object({
        __typename: z.string(),
        name: words.optional(),
        path: z.string().optional(),
        htmlBody: post.htmlBody.optional(),
        publishedDate: post.publishedDate,
        thumbnailImage: post.thumbnailImage,
        children: pageChildren.optional(),
      })
      .nullable(),
  }),
})
