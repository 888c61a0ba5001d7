import type { ChoiceValue, ProductChoice } from './build-products.ts'
import type { Translated } from './types.ts'

const swatch = (en: string, el: string, colour: string): ChoiceValue => ({ label: { en, el }, colour })

/** Colours used by several brands. */
export const colourValues = {
  sand: swatch('Sand', 'Άμμος', '#d8c3a5'),
  sea: swatch('Sea blue', 'Μπλε της θάλασσας', '#1d5a74'),
  olive: swatch('Olive', 'Λαδί', '#56692b'),
  pomegranate: swatch('Pomegranate', 'Ροδί', '#a3233a'),
  charcoal: swatch('Charcoal', 'Ανθρακί', '#3b3d42'),
  white: swatch('White', 'Λευκό', '#f7f5ef'),
  sky: swatch('Sky blue', 'Γαλάζιο', '#a9cfe0'),
  rose: swatch('Powder pink', 'Απαλό ροζ', '#eac6c4'),
  mint: swatch('Mint', 'Μέντα', '#b8d8c4'),
  honey: swatch('Honey', 'Μελί', '#d99a2b'),
  tan: swatch('Tan', 'Ταμπά', '#a8683a'),
  black: swatch('Black', 'Μαύρο', '#1d1d1f'),
}

/** A choice of colours. */
export function colourChoice(...values: ChoiceValue[]): ProductChoice {
  return { name: { en: 'Colour', el: 'Χρώμα' }, values }
}

/** A choice of sizes; each value is its label in English and Greek and the cents it adds to the price. */
export function sizeChoice(...values: [en: string, el: string, extraCents?: number][]): ProductChoice {
  return choiceOf({ en: 'Size', el: 'Μέγεθος' }, ...values)
}

/** A choice of any other name; each value as in `sizeChoice`. */
export function choiceOf(
  name: Translated,
  ...values: [en: string, el: string, extraCents?: number][]
): ProductChoice {
  return { name, values: values.map(([en, el, extraCents]) => ({ label: { en, el }, extraCents })) }
}

/** The choice of an engraving. */
export const engravingChoice = choiceOf(
  { en: 'Engraving', el: 'Χάραξη' },
  ['None', 'Χωρίς χάραξη'],
  ['Initials', 'Αρχικά', 8_00],
  ['Date', 'Ημερομηνία', 8_00],
  ['Initials and date', 'Αρχικά και ημερομηνία', 12_00],
)
