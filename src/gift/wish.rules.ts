interface Variant {
  id: number
  available: boolean | number
  chosen: { option_id: number; value_id: number }[]
}

export interface ProductWithOptions {
  options: { id: number; name: string; values: { id: number; label: string; colour: string | null }[] }[]
  variants: Variant[]
}

/** Option id → chosen value id. */
export type OptionChoice = Readonly<Record<number, number>>

const maxOptions = 5

/** At most five options (R307); those that no variant uses are left out. */
export function listVariantOptions<P extends ProductWithOptions>({ options, variants }: P): P['options'] {
  const usedIds = new Set(variants.flatMap(({ chosen }) => chosen.map(({ option_id }) => option_id)))
  return options.filter(({ id, values }) => usedIds.has(id) && values.length > 0).slice(0, maxOptions)
}

/** Preferably an available variant; undefined while an option is not chosen. */
export function findChosenVariant<P extends ProductWithOptions>(
  product: P,
  choice: OptionChoice,
): P['variants'][number] | undefined {
  const options = listVariantOptions(product)
  if (options.some(({ id }) => choice[id] === undefined)) return undefined
  const matching = product.variants.filter(variant =>
    options.every(({ id }) => hasValue(variant, id, choice[id])),
  )
  return matching.find(({ available }) => available) ?? matching[0]
}

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
      hasValue(variant, option, value) &&
      others.every(({ id }) => hasValue(variant, id, choice[id])),
  )
}

function hasValue({ chosen }: Variant, option: number, value: number | undefined): boolean {
  return chosen.some(({ option_id, value_id }) => option_id === option && value_id === value)
}

const fieldPrefix = 'option_'

export function optionFieldName(option: number): string {
  return `${fieldPrefix}${option}`
}

export function parseOptionChoice(values: Record<string, string>): OptionChoice {
  const chosen = Object.entries(values).filter(
    ([name, value]) => name.startsWith(fieldPrefix) && value !== '',
  )
  return Object.fromEntries(
    chosen.map(([name, value]) => [Number(name.slice(fieldPrefix.length)), Number(value)]),
  )
}
