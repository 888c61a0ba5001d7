import type { Day } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import type { ShopModifier } from '../../../base/shop-modifiers.ts'
import { type GraphqlClient, splitIntoChunks } from '../graphql-client.ts'
import { withAllValues } from '../option-values.ts'
import * as wire from '../wire-graphql.ts'
import * as documents from './documents.ts'

/** The longest texts, where the store sets no limit. */
const maxTextLength = 255
const maxLongTextLength = 1000
const maxLines = 20

/** The options of a product that make no variant, by its id; `nodes` are products as lists read them. */
export async function fetchModifiers(
  query: GraphqlClient,
  nodes: Pick<wire.WireProduct, 'entityId' | 'productOptions'>[],
  language: Language,
): Promise<Map<number, ShopModifier[]>> {
  const withModifiers = nodes.filter(hasModifiers).map(node => node.entityId)
  const products: wire.WireModifiers[] = []
  for (const ids of splitIntoChunks(withModifiers, documents.productsPerModifiersQuery))
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

/** Whether a product has options that make no variant, or may have. */
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

/** An unknown kind that may be left out is left out; one that may not can't be asked, like a file. */
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
