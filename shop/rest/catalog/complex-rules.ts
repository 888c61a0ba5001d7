import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import type { ComplexRule, Modifier } from '../../catalogue/types.ts'
import { ShopError } from '../../store.ts'
import type { JsonObject } from '../requests.ts'
import { type Fields, flag, list, object, required, text, whole } from '../resources/fields.ts'

const adjuster = object(['adjuster', 'adjuster_value'], {})

/** Rules of a product as it is chosen; their weight and picture are kept, and change nothing here. */
export const complexRuleFields: Fields = {
  sort_order: whole(0),
  enabled: flag(true),
  stop: flag(false),
  price_adjuster: adjuster,
  weight_adjuster: adjuster,
  purchasing_disabled: flag(false),
  purchasing_disabled_message: text(''),
  purchasing_hidden: flag(false),
  image_url: text(''),
  conditions: required(list(['modifier_id', 'modifier_value_id', 'variant_id'])),
}

export const complexRulesJson = ({ id: product_id, complexRules = [] }: LiveProduct) =>
  complexRules.map(({ conditions, ...rule }) => ({
    ...rule,
    product_id,
    conditions: conditions.map(({ modifier_id, modifier_value_id, variant_id }) => ({
      rule_id: rule.id,
      modifier_id: modifier_id ?? null,
      modifier_value_id: modifier_value_id ?? null,
      variant_id: variant_id ?? null,
      combination_id: 0,
    })),
  }))

/** Throws 422 for what the product doesn't have, and for no known adjuster. */
export function checkComplexRule(product: LiveProduct, value: JsonObject): void {
  const refuse = (field: string) => {
    throw new ShopError(422, `The field ${field} is invalid.`, { [field]: 'invalid' })
  }
  for (const field of ['price_adjuster', 'weight_adjuster']) {
    const { adjuster = null, adjuster_value = 0 } = (value[field] ?? {}) as JsonObject
    if (![null, 'relative', 'percentage'].includes(adjuster as null) || typeof adjuster_value !== 'number')
      refuse(field)
  }
  const conditions = value.conditions as ComplexRule['conditions'] | undefined
  if (conditions?.length === 0) refuse('conditions')
  for (const { modifier_id, modifier_value_id, variant_id } of conditions ?? []) {
    const modifier = product.modifiers?.find(({ id }) => id === modifier_id)
    if (modifier_id == null && variant_id == null) refuse('conditions')
    if (modifier_id != null && !(modifier && valueIdsOf(modifier).includes(Number(modifier_value_id))))
      refuse('modifier_value_id')
    if (variant_id != null && !product.variants.some(({ id }) => id === variant_id)) refuse('variant_id')
  }
}

function valueIdsOf(modifier: Modifier): number[] {
  if (modifier.type === 'checkbox') return [modifier.checkedId, modifier.uncheckedId]
  return 'values' in modifier ? modifier.values.map(({ id }) => id) : []
}
