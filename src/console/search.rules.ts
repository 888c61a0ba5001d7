import { parseCode, parseCodeEnd } from '../base/fields.ts'
import { stripAccents } from '../base/greek/fold.ts'
import { type PhoneticQueryWord, phoneticQueryKeys } from '../base/greek/phonetic-keys.ts'
import { foldReceiptNumber, isReceiptNumber } from '../orders/receipts.rules.ts'
import { foldSlug } from '../registry/slug.rules.ts'

/** Results of each kind that are shown; the page says when there are more. */
export const resultsPerKind = 10

const maxOrderId = 2_147_483_647

export type StaffQuery = ReturnType<typeof parseStaffQuery>

/** Possible meanings of the typed text, which may have several. */
export function parseStaffQuery(text: string) {
  const typed = text.trim()
  const plain = withoutNumberWord(typed)
  const isEmail = plain.includes('@')
  const digits = plain.replace(/[\s\-‐‑–—().+/]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const isPhone = isNumber && digits.length >= 8 && digits.length <= 15
  const folded = foldSlug(plain)
  const number = /^\d{1,10}$/.test(plain) ? Number(plain) : 0
  return {
    /** Of a registry or, with its prefix, of a gift card. */
    code: parseCode(plain.replace(/^[a-z]+-(?=.{12,})/i, '')) ?? parseCode(plain),
    /** The last four letters of a gift card's code, as the console shows them. */
    codeEnd: parseCodeEnd(plain),
    slug: !isEmail && folded.length >= 3 && folded.length <= 60 ? folded : null,
    email: isEmail ? plain : null,
    /** As typed; the server turns it into E.164. */
    phone: isPhone ? plain : null,
    /** The last ten digits of it, as phones of addresses are compared: hosts write these as they like. */
    phoneEnd: isPhone ? digits.slice(-10) : null,
    orderId: number > 0 && number <= maxOrderId ? number : null,
    cartId: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(plain) ? plain.toLowerCase() : null,
    reference: /^[\w-]{22}$/.test(plain) ? plain : null,
    /** The number of a receipt of the till, as it is compared. */
    receiptKeys: isEmail ? [] : receiptKeysOf([typed, plain]),
    /** Looks like the number that an error page shows. */
    isFailure: /^[\dA-F]{8}$/.test(plain),
    /** A text query of the index of names; null without words. */
    names: isEmail || isNumber ? null : toNamesQuery(plain),
  }
}

function receiptKeysOf(typed: string[]): string[] {
  const numbers = typed.filter(text => text.length <= 40 && isReceiptNumber(text))
  return [...new Set(numbers.map(foldReceiptNumber))]
}

/** “116” of “order no. 116”, «παραγγελία 116» and “# 116”, a phone of «τηλ. 694…»; any other text as it is. */
function withoutNumberWord(text: string): string {
  const folded = stripAccents(text)
  const number = folded.slice(Math.max(0, folded.search(/[+(\d]/)))
  const words = folded.slice(0, folded.length - number.length).split(/[\s.:#№]/)
  const isNumber = /\d/.test(number) && /^[\d\s\-‐‑–—().+/]*$/.test(number)
  return isNumber && words.every(word => word === '' || numberWords.has(word)) ? number : text
}

/** As `stripAccents` writes them. */
const numberWords = new Set([
  ...['order', 'παραγγελια', 'παραγγελιασ', 'παρ', 'number', 'no', 'nr', 'αριθμοσ', 'αριθμ', 'αρ'],
  ...['tel', 'phone', 'mobile', 'τηλεφωνο', 'τηλ', 'κινητο', 'κιν'],
])

function toNamesQuery(text: string): string | null {
  const words = phoneticQueryKeys(text).filter(({ plain }) => plain.length >= minWordLength)
  return toTextQuery(words) || null
}

const minWordLength = 2

/** Every word must begin a key of the entry, as it is spelled or as it sounds; empty without words. */
export function toTextQuery(words: PhoneticQueryWord[]): string {
  return words
    .map(({ plain, sounds }) => `(${[plain, ...sounds.map(sound => `~${sound}`)].map(toPrefix).join(' | ')})`)
    .join(' & ')
}

function toPrefix(key: string): string {
  return `'${key.replace(/['\\]/g, letter => letter + letter)}':*`
}
