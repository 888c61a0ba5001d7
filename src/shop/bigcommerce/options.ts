import type { Day } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { ShopModifier } from '../../base/shop-modifiers.ts'
import { ShopFailure } from '../port.ts'
import type { QuantityRules } from '../port-catalogue.ts'
import { type GraphqlClient, splitIntoChunks } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import * as wire from './wire-graphql.ts'

/** An option as lists read it: with its place among those of the product, and the first of its values. */
interface ListedOption {
  entityId: number
  cursor: string
  values?: { nodes: wire.WireOptionValue[]; next: string | null } | undefined
}

/**
 * These options of a product, from its first one on, with all their values (R1351); none where nothing is chosen from a list.
 * Throws ShopFailure when an option is another between two readings.
 */
export async function withAllValues<O extends ListedOption>(
  query: GraphqlClient,
  language: Language,
  productId: number,
  options: O[],
): Promise<(Omit<O, 'values'> & { values: wire.WireOptionValue[] })[]> {
  const whole: (Omit<O, 'values'> & { values: wire.WireOptionValue[] })[] = []
  for (const [index, { values: first, ...option }] of options.entries()) {
    const values = [...(first?.nodes ?? [])]
    const before = options[index - 1]?.cursor ?? null
    for (let after = first?.next ?? null; after !== null; ) {
      const variables = { id: productId, before, after }
      const { site } = await query(language, documents.moreValuesQuery, wire.moreValuesSchema, variables)
      const found = site.product?.productOptions[0]
      if (found?.entityId !== option.entityId || !found.values)
        throw new ShopFailure('unavailable', `product ${productId} has other options between two readings`)
      values.push(...found.values.nodes)
      after = found.values.next
    }
    whole.push({ ...option, values })
  }
  return whole
}

type WithRules = Pick<wire.WireProduct, 'minPurchaseQuantity' | 'maxPurchaseQuantity' | 'inventory'>

/** The rules of a product that is not in the shop. */
export const noQuantityRules = { minQuantity: 1, maxQuantity: null, stock: null, sharesStock: true }

/** A product's rules; the platform says null or 0 where a store names no limit. */
export function quantityRulesOf(product: WithRules): QuantityRules {
  return {
    minQuantity: Math.max(1, product.minPurchaseQuantity ?? 1),
    maxQuantity: product.maxPurchaseQuantity || null,
    stock: stockOf(product.inventory),
  }
}

/** Units left of a variant, which shares the product's where the store doesn't count its variants apart; null for none. */
export function variantStock(
  variant: wire.WireInventory,
  product: wire.WireProduct['inventory'],
): QuantityRules['stock'] {
  if (!product.hasVariantInventory) return stockOf(product)
  return variant ? stockOf(variant) : null
}

/** Null, which is no limit, where the store counts no units or sells on back-order; 0 when it is sold out. */
function stockOf({ isInStock, aggregated }: NonNullable<wire.WireInventory>): QuantityRules['stock'] {
  if (!isInStock) return 0
  const units = aggregated?.availableToSell ?? 0
  return units > 0 ? units : null
}

/** The longest texts, where the store sets no limit. */
const maxTextLength = 255
const maxLongTextLength = 1000
const maxLines = 20

const maxProductsPerQuery = 5

/** The options of a product that make no variant, by its id; `nodes` are products as lists read them. */
export async function fetchModifiers(
  query: GraphqlClient,
  nodes: Pick<wire.WireProduct, 'entityId' | 'productOptions'>[],
  language: Language,
): Promise<Map<number, ShopModifier[]>> {
  const withModifiers = nodes.filter(hasModifiers).map(node => node.entityId)
  const products: wire.WireModifiers[] = []
  for (const ids of splitIntoChunks(withModifiers, maxProductsPerQuery))
    products.push(...(await readModifiers(query, documents.modifiersOfProductsQuery, { ids }, language)))
  const modifiers = new Map<number, ShopModifier[]>()
  for (const product of products) {
    const options = await readAllOptions(query, product, language)
    if (options) {
      const whole = await withAllValues(query, language, product.entityId, options)
      modifiers.set(product.entityId, whole.flatMap(toModifier))
    }
  }
  return modifiers
}

/** All options of a product that was read with its first ones; undefined when one of them can't be read (R1302). */
async function readAllOptions(
  query: GraphqlClient,
  { entityId, productOptions }: wire.WireModifiers,
  language: Language,
) {
  const options = [...productOptions.nodes]
  for (let after = productOptions.next; after !== null; ) {
    const variables = { ids: [entityId], after }
    const [product] = await readModifiers(query, documents.moreModifiersQuery, variables, language)
    if (!product) return undefined
    options.push(...product.productOptions.nodes)
    after = product.productOptions.next
  }
  return options
}

export const hasModifiers = ({ productOptions: { nodes, next } }: Pick<wire.WireProduct, 'productOptions'>) =>
  next !== null || nodes.some(one => !one.isVariantOption)

async function readModifiers(
  query: GraphqlClient,
  document: string,
  variables: { ids: number[]; after?: string },
  language: Language,
): Promise<wire.WireModifiers[]> {
  return (await query(language, document, wire.modifiersSchema, variables)).site.products
}

/** An optional modifier of an unknown kind is left out; a required one counts as a file, which can't be asked for. */
function toModifier(node: wire.WireModifier): ShopModifier[] {
  if (node.isVariantOption) return []
  const common = { id: node.entityId, name: node.displayName, required: node.isRequired }
  const kind = kindOf(node)
  if (kind) return [{ ...common, ...kind }]
  return node.isRequired ? [{ ...common, initial: '', kind: 'file' }] : []
}

type Kind = ShopModifier extends infer M
  ? M extends ShopModifier
    ? Omit<M, 'id' | 'name' | 'required'>
    : never
  : never

function kindOf(node: wire.WireModifier): Kind | null {
  const min = node.minLength ?? 0
  const initial = node.defaultText ?? ''
  switch (node.__typename) {
    case 'TextFieldOption':
      return { kind: 'text', initial, min, max: node.maxLength || maxTextLength, lines: 1 }
    case 'MultiLineTextFieldOption': {
      const max = node.maxLength || maxLongTextLength
      return { kind: 'text', initial, min, max, lines: node.maxLines || maxLines }
    }
    case 'NumberFieldOption':
      return numberKind(node)
    case 'DateFieldOption':
      return dateKind(node)
    case 'CheckboxOption':
      return checkboxKind(node)
    case 'MultipleChoiceOption':
      return choiceKind(node)
    default:
      return null
  }
}

/** A limit that the store has switched off still has a value. */
const isLimited = (by: string | undefined, side: string) => by === 'RANGE' || by === side

function numberKind(node: wire.WireModifier): Kind {
  return {
    kind: 'number',
    initial: node.defaultNumber == null ? '' : String(node.defaultNumber),
    min: isLimited(node.limitNumberBy, 'LOWEST_VALUE') ? (node.lowest ?? null) : null,
    max: isLimited(node.limitNumberBy, 'HIGHEST_VALUE') ? (node.highest ?? null) : null,
    whole: node.isIntegerOnly === true,
  }
}

const dayOf = (moment: string | null | undefined): Day | null => moment?.slice(0, 10) ?? null

function dateKind(node: wire.WireModifier): Kind {
  return {
    kind: 'date',
    initial: dayOf(node.defaultDate) ?? '',
    from: isLimited(node.limitDateBy, 'EARLIEST_DATE') ? dayOf(node.earliest) : null,
    to: isLimited(node.limitDateBy, 'LATEST_DATE') ? dayOf(node.latest) : null,
  }
}

function checkboxKind(node: wire.WireModifier): Kind | null {
  const { checkedOptionValueEntityId: checked, uncheckedOptionValueEntityId: unchecked } = node
  if (checked === undefined || unchecked === undefined) return null
  const initial = node.checkedByDefault ? String(checked) : ''
  return { kind: 'checkbox', initial, label: node.label ?? node.displayName, checked, unchecked }
}

/** A choice without values can't be made. */
function choiceKind({ values }: wire.WireModifier): Kind | null {
  if (values.length === 0) return null
  return {
    kind: 'choice',
    initial: String(values.find(value => value.isDefault)?.entityId ?? ''),
    values: values.map(({ entityId, label }) => ({ id: entityId, label })),
  }
}
