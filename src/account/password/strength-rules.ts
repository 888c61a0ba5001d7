/** How hard a password is to guess; `common` ones are those that attackers try first. */
export type PasswordStrength = 'common' | 'weak' | 'fair' | 'strong'

/** Bits of entropy below which a password is weak, and fair. */
const weakBelow = 36
const fairBelow = 60

/**
 * Rates a password; runs in the browser, so that the password is not sent anywhere (R112). `isCommon` knows the common
 * ones; it is loaded only when a password is chosen.
 */
export function ratePassword(
  password: string,
  isCommon: (password: string) => boolean = () => false,
): PasswordStrength {
  if (isCommon(password)) return 'common'
  const bits = effectiveLength(password) * Math.log2(alphabetSize(password))
  if (bits < weakBelow) return 'weak'
  return bits < fairBelow ? 'fair' : 'strong'
}

/** The length, where a character that repeats or follows the one before it (aaa, abc, 321) counts a quarter. */
function effectiveLength(password: string): number {
  const codes = [...password].map(character => character.codePointAt(0) ?? 0)
  return codes.reduce((sum, code, index) => {
    const previous = codes[index - 1]
    return sum + (previous !== undefined && Math.abs(code - previous) <= 1 ? 0.25 : 1)
  }, 0)
}

/** How many characters an attacker has to try at each position. */
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
