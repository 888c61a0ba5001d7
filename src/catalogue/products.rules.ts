import { parseDay } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import { storefrontLink } from '../base/paths.ts'
import type { ModifierAnswer, ShopModifier } from '../base/shop-modifiers.ts'
import { countCharacters, isClean, normalizeText } from '../base/text.ts'
import type { ProductCard } from './products.contract.ts'

export function needsFile(modifiers: ShopModifier[]): boolean {
  return modifiers.some(({ kind, required }) => kind === 'file' && required)
}

/** Files can't be asked for (R323). */
export function askableModifiers(modifiers: ShopModifier[]): ShopModifier[] {
  return modifiers.filter(({ kind }) => kind !== 'file')
}

export function answerKindOf({ kind }: Pick<ShopModifier, 'kind'>): ModifierAnswer['kind'] {
  return kind === 'checkbox' || kind === 'file' ? 'choice' : kind
}

type CheckedAnswer = { ok: true; answer: ModifierAnswer | null } | { ok: false; key: string }

/** The answer that somebody typed or chose, null for none; or the message key of what is wrong with it. */
export function checkAnswer(modifier: ShopModifier, typed: string): CheckedAnswer {
  const text = normalizeText(typed.trim().replaceAll('\r\n', '\n'), 'NFC')
  if (modifier.kind === 'checkbox') return checkBox(modifier, text)
  if (text === '')
    return modifier.required ? { ok: false, key: 'modifier_required' } : { ok: true, answer: null }
  const { value, key } = parsers[modifier.kind](modifier as never, text)
  if (key !== undefined) return { ok: false, key }
  return { ok: true, answer: { option_id: modifier.id, kind: answerKindOf(modifier), value } }
}

type ModifierOf<K extends ShopModifier['kind']> = Extract<ShopModifier, { kind: K }>
type Parsed = { value: string; key?: undefined } | { value?: undefined; key: string }

const parsers = {
  text: parseText,
  number: parseNumber,
  date: parseDate,
  choice: parseChoice,
  file: (): Parsed => ({ key: 'modifier_file' }),
}

/** A box that is not ticked is no answer, unless the shop has it ticked at first. */
function checkBox(modifier: ModifierOf<'checkbox'>, text: string): CheckedAnswer {
  const { id, checked, unchecked, required, initial } = modifier
  const isTicked = text === 'on' || text === String(checked)
  if (!isTicked && text !== '' && text !== String(unchecked)) return { ok: false, key: 'modifier_choice' }
  if (!isTicked && required) return { ok: false, key: 'modifier_required' }
  if (!isTicked && initial === '') return { ok: true, answer: null }
  const value = String(isTicked ? checked : unchecked)
  return { ok: true, answer: { option_id: id, kind: 'choice', value } }
}

function parseText({ min, max, lines }: ModifierOf<'text'>, text: string): Parsed {
  if (!isClean(text)) return { key: 'field_characters' }
  if (text.split('\n').length > lines) return { key: 'modifier_lines' }
  const length = countCharacters(text)
  // The shop may count an accent as a character of its own.
  if (length < min) return { key: 'modifier_short' }
  return length > max || text.length > max ? { key: 'modifier_long' } : { value: text }
}

function parseNumber({ min, max, whole }: ModifierOf<'number'>, text: string): Parsed {
  const number = /^-?\d{1,12}([.,]\d{1,6})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (Number.isNaN(number)) return { key: 'modifier_number' }
  if (whole && !Number.isInteger(number)) return { key: 'modifier_whole' }
  if ((min !== null && number < min) || (max !== null && number > max)) return { key: 'modifier_range' }
  return { value: String(number) }
}

function parseDate({ from, to }: ModifierOf<'date'>, text: string): Parsed {
  const day = parseDay(text)
  if (day === null) return { key: 'modifier_date' }
  const isOutside = (from !== null && day < from) || (to !== null && day > to)
  return isOutside ? { key: 'modifier_range' } : { value: day }
}

function parseChoice({ values }: ModifierOf<'choice'>, text: string): Parsed {
  return values.some(({ id }) => String(id) === text) ? { value: text } : { key: 'modifier_choice' }
}

/** An answer as people read it; null when it does not answer this modifier, whose values may have changed. */
export function describeAnswer(
  modifier: ShopModifier,
  value: string,
  formatDate: (day: string) => string,
): string | null {
  if (!checkAnswer(modifier, value).ok) return null
  if (modifier.kind === 'choice') return modifier.values.find(({ id }) => String(id) === value)?.label ?? null
  if (modifier.kind === 'checkbox') return value === String(modifier.checked) ? modifier.label : null
  return modifier.kind === 'date' ? formatDate(value) : value
}

const tileColourCount = 6

/** The colour behind a product's picture, 0 to 5, by its first category. */
export function tileColourOf(product: { id: number; category_ids: number[] }): number {
  return (product.category_ids[0] ?? product.id) % tileColourCount
}

/** What one unit costs, in cents incl. VAT: the variant's own price, else the product's; null when the shop shows none. */
export function priceOf(
  product: { price_cents: Cents | null },
  variant?: { price_cents: Cents | null } | undefined,
): Cents | null {
  return variant?.price_cents ?? product.price_cents
}

/** Whether options must be chosen before the product can be added (R307): not where it has only a base variant. */
export function needsOptionChoice(variants: { options: unknown[] }[]): boolean {
  return variants.length > 1 || variants.some(variant => variant.options.length > 0)
}

export interface CardProduct {
  id: number
  name: string
  brand: string | null
  image: string | null
  /** Relative to the storefront's URL. */
  path: string
  /** `physical`, `digital` or `giftcertificate`. */
  type: string
  category_ids: number[]
  price_cents: Cents | null
  available: boolean
  has_options: boolean
  needs_file: boolean
  needs_answers: boolean
}

export function toProductCard(
  product: CardProduct,
  language: Language,
  storefronts: Record<Language, string>,
): ProductCard {
  return {
    id: product.id,
    name: product.name,
    brand: product.brand,
    image: product.image,
    url: storefrontLink(storefronts, product.path, language),
    tile: tileColourOf(product),
    type: product.type,
    price: product.price_cents,
    available: product.available && !product.needs_file,
    has_options: product.has_options,
    needs_file: product.needs_file,
    needs_answers: product.needs_answers,
  }
}
