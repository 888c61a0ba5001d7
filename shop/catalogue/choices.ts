import type { Choice, ChoiceValue } from './build.ts'
import type { Words } from './types.ts'

const swatch = (en: string, el: string, colour: string): ChoiceValue => ({ label: { en, el }, colour })

/** Colours that several makers use. */
export const colours = {
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

/** A choice of colours, in the order given. */
export function colour(...values: ChoiceValue[]): Choice {
  return { name: { en: 'Colour', el: 'Χρώμα' }, values }
}

/** A choice of sizes: label in English and Greek, and the cents that it adds to the price. */
export function size(...values: [en: string, el: string, plusCents?: number][]): Choice {
  return choice({ en: 'Size', el: 'Μέγεθος' }, ...values)
}

/** Any other choice; each value as in `size`. */
export function choice(name: Words, ...values: [en: string, el: string, plusCents?: number][]): Choice {
  return { name, values: values.map(([en, el, plusCents]) => ({ label: { en, el }, plusCents })) }
}

/** The engravings that the workshops offer. */
export const engraving = choice(
  { en: 'Engraving', el: 'Χάραξη' },
  ['None', 'Χωρίς χάραξη'],
  ['Initials', 'Αρχικά', 8_00],
  ['Date', 'Ημερομηνία', 8_00],
  ['Initials and date', 'Αρχικά και ημερομηνία', 12_00],
)
