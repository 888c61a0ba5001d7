import type { Language } from '../../base/language.ts'
import { ShopFailure } from '../port.ts'
import type { GraphqlClient } from './graphql-client.ts'
import { moreValuesQuery } from './graphql-documents.ts'
import { moreValuesSchema, type WireOptionValue } from './wire-graphql.ts'

/** An option as lists read it: with its place among those of the product, and the first of its values. */
interface ListedOption {
  entityId: number
  cursor: string
  values?: { nodes: WireOptionValue[]; next: string | null } | undefined
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
): Promise<(Omit<O, 'values'> & { values: WireOptionValue[] })[]> {
  const whole: (Omit<O, 'values'> & { values: WireOptionValue[] })[] = []
  for (const [index, { values: first, ...option }] of options.entries()) {
    const values = [...(first?.nodes ?? [])]
    const before = options[index - 1]?.cursor ?? null
    for (let after = first?.next ?? null; after !== null; ) {
      const variables = { id: productId, before, after }
      const { product } = (await query(language, moreValuesQuery, moreValuesSchema, variables)).site
      const found = product?.productOptions[0]
      if (found?.entityId !== option.entityId || !found.values)
        throw new ShopFailure('unavailable', `product ${productId} has other options between two readings`)
      values.push(...found.values.nodes)
      after = found.values.next
    }
    whole.push({ ...option, values })
  }
  return whole
}
