import { normalizeText } from '../../base/text.ts'

/** `common` passwords are those that attackers try first. */
export type PasswordStrength = 'common' | 'weak' | 'fair' | 'strong'

/** Bits of entropy below which a password is weak, and fair. */
const weakBelow = 36
const fairBelow = 60

/** Runs in the browser, so that the password stays there (R112). `isCommon` is loaded once a password is chosen. */
export function ratePassword(
  password: string,
  isCommon: (password: string) => boolean = () => false,
): PasswordStrength {
  if (isCommon(password)) return 'common'
  const bits = effectiveLength(password) * Math.log2(alphabetSize(password))
  if (bits < weakBelow) return 'weak'
  return bits < fairBelow ? 'fair' : 'strong'
}

/** How much a character counts that can be guessed from those before it. */
const knownCharacterWeight = 0.25
/** Patterns up to this length are recognised when they repeat: aaaa, 1212, abcabc, abcdabcd. */
const longestRepeat = 4

/**
 * The length, where a character counts a quarter if it repeats (aaa, 1212) or is the neighbour in an alphabet or on a
 * keyboard of one of the two before it (abc, 321, qwerty, ασδφ, 1q2w3e).
 */
function effectiveLength(password: string): number {
  const characters = [...foldPassword(password)]
  return characters.reduce((sum, character, index) => {
    const before = (distance: number) => characters[index - distance]
    const isRepeated = Array.from({ length: longestRepeat }, (_, most) => before(most + 1)).includes(
      character,
    )
    const isKnown = isRepeated || isNeighbour(before(1), character) || isNeighbour(before(2), character)
    return sum + (isKnown ? knownCharacterWeight : 1)
  }, 0)
}

/** Characters in an order that many know: alphabets, digits, and the rows and columns of Latin and Greek keyboards. */
const knownOrders = [
  ...['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', '01234567890'],
  ...['qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', 'azertyuiop', 'qwertzuiop', '!@#$%^&*()'],
  ...[';σερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ', '1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm'],
]

const neighbours = new Set(
  knownOrders.flatMap(order =>
    [...order].slice(1).map((character, index) => order.charAt(index) + character),
  ),
)

function isNeighbour(one: string | undefined, other: string): boolean {
  return one !== undefined && (neighbours.has(one + other) || neighbours.has(other + one))
}

function alphabetSize(password: string): number {
  const scripts: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\p{Script=Greek}/u, 40],
    [/[^\p{L}\d]/u, 30],
  ]
  return scripts.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 1)
}

/** A password without accents and case, ς as σ, for comparing. */
export function foldPassword(text: string): string {
  return normalizeText(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}
