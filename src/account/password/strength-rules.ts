/** How hard a password is to guess; `common` ones are those that attackers try first. */
export type PasswordStrength = 'common' | 'weak' | 'fair' | 'strong'

const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 121212 123123 123321 654321 666666 112233 696969 555555
  777777 987654321 password passw0rd password1 qwerty qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e
  1q2w3e4r 1qaz2wsx qazwsx abc123 abcdef abcd1234 iloveyou letmein welcome admin login master monkey dragon sunshine
  princess football baseball superman batman shadow michael secret trustno1 starwars whatever freedom hello123 kodikos
  kalimera kalispera sagapo agapi mou123 ellada hellas athina olympiakos panathinaikos paok1926 aek1924 giorgos maria
  dimitris kostas nikos eleni katerina test123 changeme wedding gamos2026 gamos2027 doron123
  κωδικος καλημερα σαγαπω αγαπη ελλαδα αθηνα ολυμπιακος παναθηναϊκος γιωργος μαρια`.split(/\s+/),
)

/** Bits of entropy below which a password is weak, and fair. */
const weakBelow = 36
const fairBelow = 60

/** Rates a password; runs in the browser, so that the password is not sent anywhere (R112). */
export function ratePassword(password: string): PasswordStrength {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  if (common.has(plain) || common.has(plain.replace(/[\d!.@#*]+$/, ''))) return 'common'
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
