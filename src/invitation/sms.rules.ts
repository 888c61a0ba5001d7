import { normalizeText } from '../base/text.ts'

/** The characters of the 7-bit alphabet (GSM 03.38), and those that count as two. */
const gsmCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const doubleCharacters = new Set('^{}\\[~]|€\f')

/** Paid parts of one text (R715). */
export const maxSmsParts = 3

interface SmsLength {
  /** `latin` is the 7-bit alphabet with Greek capitals; one other character makes the whole message `greek`. */
  alphabet: 'latin' | 'greek'
  /** As the network counts them; some count as two. */
  characters: number
  /** Messages to pay for. */
  parts: number
  /** Characters that still fit into the last part. */
  charactersLeft: number
}

/** Measures a text as SMS (R715): a single message has 160 or 70 characters, each of several parts 153 or 67. */
export function measureSms(text: string): SmsLength {
  const letters = [...text]
  const isGsm = letters.every(letter => gsmCharacters.has(letter) || doubleCharacters.has(letter))
  const [perSingle, perPart] = isGsm ? [160, 153] : [70, 67]
  const doubles = letters.filter(letter => doubleCharacters.has(letter)).length
  const characters = isGsm ? letters.length + doubles : text.length
  const parts = characters <= perSingle ? 1 : Math.ceil(characters / perPart)
  const capacity = parts === 1 ? perSingle : parts * perPart
  return { alphabet: isGsm ? 'latin' : 'greek', characters, parts, charactersLeft: capacity - characters }
}

/** Whether unaccented capitals make fewer messages of a text, so that it should begin with them (R715). */
export function isCheaperInCapitals(text: string): boolean {
  return measureSms(toUnaccentedCapitals(text)).parts < measureSms(text).parts
}

/** The first of the texts that fits into one message, in capitals if need be; the last one if none does (R715). */
export function findSingleMessage(texts: [string, ...string[]]): string {
  const isSingle = (text: string) => measureSms(toUnaccentedCapitals(text)).parts === 1
  return texts.find(isSingle) ?? texts[texts.length - 1] ?? texts[0]
}

/** Greek capitals that the 7-bit alphabet has only as Latin letters. */
const latinLookAlikes: Record<string, string> = {
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/** Greek in unaccented capitals of the 7-bit alphabet, which costs half (R715). Web addresses are not changed. */
export function toUnaccentedCapitals(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? part : toCapitals(part)))
    .join('')
}

function toCapitals(text: string): string {
  const decomposed = normalizeText(text, 'NFD').replace(/(\p{Script=Greek})\p{M}+/gu, '$1')
  const unaccented = normalizeText(decomposed, 'NFC')
  return unaccented.replace(/\p{Script=Greek}/gu, letter => {
    const capital = letter.toLocaleUpperCase('el')
    return latinLookAlikes[capital] ?? capital
  })
}
