import type { ComplexRule, Product, ProductVariant } from './types.ts'

export interface Choice {
  id: number
  valueId: number
}

/** The rules that a choice meets, in their order. */
export function rulesMet(
  { complexRules = [] }: Pick<Product, 'complexRules'>,
  variant: ProductVariant,
  chosen: Choice[],
): ComplexRule[] {
  const isMet = ({ modifier_id, modifier_value_id, variant_id }: ComplexRule['conditions'][number]) =>
    (variant_id == null || variant_id === variant.id) &&
    (modifier_id == null ||
      chosen.some(({ id, valueId }) => id === modifier_id && valueId === modifier_value_id))
  const met = complexRules
    .filter(({ enabled, conditions }) => enabled && conditions.every(isMet))
    .toSorted((one, other) => one.sort_order - other.sort_order)
  const last = met.findIndex(({ stop }) => stop)
  return last === -1 ? met : met.slice(0, last + 1)
}

/** A price in cents as a choice changes it. */
export function adjustCents(
  product: Pick<Product, 'complexRules'> & { enteredFactor: number },
  variant: ProductVariant,
  chosen: Choice[],
  cents: number,
): number {
  const adjusted = rulesMet(product, variant, chosen).reduce((sum, { price_adjuster }) => {
    const { adjuster, adjuster_value: value = 0 } = price_adjuster
    if (adjuster === 'percentage') return Math.round((sum * (100 + value)) / 100)
    return adjuster === 'relative' ? sum + Math.round(value * 100 * product.enteredFactor) : sum
  }, cents)
  return Math.max(0, adjusted)
}
