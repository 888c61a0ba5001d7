/** How well a password would stand; `common` is one that attackers try first. */
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

/** Bits of a search through all likely passwords below which one is weak, and fair. */
const weakBelow = 36
const fairBelow = 60

/** Judges in the browser alone; the password goes nowhere for it. */
export function ratePassword(password: string): PasswordStrength {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  if (common.has(plain) || common.has(plain.replace(/[\d!.@#*]+$/, ''))) return 'common'
  const bits = steps(password) * Math.log2(alphabet(password))
  if (bits < weakBelow) return 'weak'
  return bits < fairBelow ? 'fair' : 'strong'
}

/** Letters that surprise: one that repeats or follows its neighbour (aaa, abc, 321) counts a quarter. */
function steps(password: string): number {
  const codes = [...password].map(letter => letter.codePointAt(0) ?? 0)
  return codes.reduce((sum, code, index) => {
    const before = codes[index - 1]
    return sum + (before !== undefined && Math.abs(code - before) <= 1 ? 0.25 : 1)
  }, 0)
}

/** How many letters an attacker has to try in each place. */
function alphabet(password: string): number {
  const kinds: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\p{Script=Greek}/u, 40],
    [/[^\p{L}\d]/u, 30],
  ]
  return kinds.reduce((sum, [kind, letters]) => sum + (kind.test(password) ? letters : 0), 1)
}
