/** Choosing a product's options one by one, each in a field of its own (spec §7: the first five). */

interface Variant {
  id: number
  available: boolean | number
  chosen: { option_id: number; value_id: number }[]
}

export interface ProductWithOptions {
  options: { id: number; name: string; values: { id: number; label: string; colour: string | null }[] }[]
  variants: Variant[]
}

/** Option id → value id. */
export type OptionChoice = Readonly<Record<number, number>>

const optionsMost = 5

/** The options that make a variant, as fields show them; what is not a choice among variants is none. */
export function listVariantOptions<P extends ProductWithOptions>({ options, variants }: P): P['options'] {
  const makes = new Set(variants.flatMap(({ chosen }) => chosen.map(one => one.option_id)))
  return options.filter(({ id, values }) => makes.has(id) && values.length > 0).slice(0, optionsMost)
}

/** The variant of a whole choice: one that can be bought, if there is one; nothing while an option is open. */
export function findChosenVariant<P extends ProductWithOptions>(
  product: P,
  choice: OptionChoice,
): P['variants'][number] | undefined {
  const options = listVariantOptions(product)
  if (options.some(({ id }) => choice[id] === undefined)) return undefined
  const fitting = product.variants.filter(variant => options.every(({ id }) => has(variant, id, choice[id])))
  return fitting.find(({ available }) => available) ?? fitting[0]
}

/** Whether a value can still be had with what is chosen of the other options. */
export function isOptionValueAvailable(
  product: ProductWithOptions,
  choice: OptionChoice,
  option: number,
  value: number,
): boolean {
  const others = listVariantOptions(product).filter(({ id }) => id !== option && choice[id] !== undefined)
  return product.variants.some(
    variant =>
      variant.available &&
      has(variant, option, value) &&
      others.every(({ id }) => has(variant, id, choice[id])),
  )
}

function has({ chosen }: Variant, option: number, value: number | undefined): boolean {
  return chosen.some(one => one.option_id === option && one.value_id === value)
}

/** The choice that makes this variant; empty for none. */
export function optionChoiceOfVariant({ variants }: ProductWithOptions, variantId: number): OptionChoice {
  const chosen = variants.find(({ id }) => id === variantId)?.chosen ?? []
  return Object.fromEntries(chosen.map(({ option_id, value_id }) => [option_id, value_id]))
}

const field = 'option_'

/** The name of an option's field in a form. */
export function optionFieldName(option: number): string {
  return `${field}${option}`
}

/** What the option fields of a form say. */
export function parseOptionChoice(values: Record<string, string>): OptionChoice {
  const chosen = Object.entries(values).filter(([name, value]) => name.startsWith(field) && value !== '')
  return Object.fromEntries(chosen.map(([name, value]) => [Number(name.slice(field.length)), Number(value)]))
}
