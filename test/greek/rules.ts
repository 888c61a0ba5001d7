/** A rule of docs/greek.md: what of a Greek text breaks it. */
export interface GreekRule {
  name: string
  find: (text: string) => string[]
}

const matches = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([found]) => found)

/** Words and forms that the product does not use, and what it says instead. */
const wordsToAvoid: [RegExp, string][] = [
  [/(?<![\p{L}@.‑-])(?:e?mails?|e[-‑]mails)(?![\p{L}@])/giu, 'e‑mail'],
  [/browser/giu, 'πρόγραμμα περιήγησης'],
  [/εκδ[ηή]λωσ/giu, 'γιορτή'],
  [/όποιο[νς] (τη )?δημιούργησε/giu, 'κάτοχος'],
  [/(?<!έντυπ(?:ο|ου|α|ων) )προσκλητ[ηή]ρι/giu, 'πρόσκληση, or έντυπο προσκλητήριο'],
  [/ολοκλήρωση της αγοράς|την ολοκλήρωση αγοράς/giu, 'ταμείο'],
  [/ανοιχτ(ό|ά|ού|ών) δώρ|δώρ(ο|α) (ακόμη |είναι (ακόμη )?)?ανοιχτ|δώρα άνοιξαν/giu, 'διαθέσιμο δώρο'],
  [/(είναι|γίνεται) ξανά ελεύθερ|ελευθερώ[νθ]|(δώρο|έρθει,) ανοίγει ξανά/giu, 'διαθέσιμο'],
  [/προαιρετικ(ό|ή|ός)(?!\p{L})/giu, 'προαιρετικά'],
  [/(?<!ε)βδομάδ/giu, 'εβδομάδα'],
  [/ιστοτόπ/giu, 'ιστότοπος'],
  [/(?<!\p{L})(?:χωρ|μετρ|πουλ)άει/giu, '-ά'],
  [/(?<!\p{L})δωρητ/giu, 'καλεσμένος'],
  [/(?<!(?<!\p{L})(?:π|κ))άνε(?!\p{L})/giu, '-ούν'],
  [/χαρ[άα]σσ/giu, 'χαράζω'],
  [/τα?μπλέτ/giu, 'τάμπλετ'],
  [/στ[οα] πλυντήρι(?!\p{L}* (πιάτων|ρούχων))/giu, 'πλυντήριο πιάτων'],
  [/μηχανή στιγμής|με τη μία|Let’s/giu, 'its Greek name'],
  [/^Με ευχαριστίες$/gu, 'Δόθηκε, ευχαριστούμε'],
  [/απεστάλη/giu, 'στάλθηκε'],
]

/** Before a vowel, κ, π, τ, ξ, ψ, γκ, μπ and ντ a final ν stays; before all other consonants τη, στη and μη have none. */
const lacksNu =
  /(?<!\p{L})(?:σ?τη|μη(?! \p{L}*μέν)) (?:[αεηιουωάέήίόύώκπτξψ]|γκ|μπ|ντ)\p{L}*|(?<!\p{L})δε(?!\p{L})/giu
const keepsNu = /(?<!\p{L})(?:σ?την|μην) (?:[βδζθλρσφχ]|γ(?!κ)|μ(?!π)|ν(?!τ))\p{L}*/giu
/** Masculine nouns that these texts often name: ένα, το and στο before them lack their ν. */
const masculineLacksNu =
  /(?<!\p{L})(?:ένα|σ?το|αυτό το) (?:λογαριασμό|κωδικό|σύνδεσμο|καλεσμένο|κάτοχο|χρόνο|μήνα|αριθμό|κατάλογο|ιστότοπο|χαρακτήρα|πελάτη|αγοραστή|κούριερ)(?!\p{L})/giu

/** Words of one syllable in speech that look like two, and therefore have no accent. */
const oneSyllable = new Set(
  'μια μιας για πια πιο γεια ποια ποιας ποιαν ποιες ποιο ποιον ποιοι ποιου ποιους ποιων ποιος δυο'.split(' '),
)
/** Words that have an accent all the same: “one” and “two” as numbers, questions, “or”, and pronouns that would else be read as possessives. */
const accented = new Set('μία μίας δύο ή πού πώς μού σού τού τής μάς σάς τούς'.split(' '))

/** The rules of docs/greek.md that a program can hold. */
export const greekRules: GreekRule[] = [
  {
    name: 'words',
    find: text =>
      wordsToAvoid.flatMap(([pattern, instead]) =>
        matches(pattern)(text).map(found => `${found} → ${instead}`),
      ),
  },
  { name: 'quotation marks', find: matches(/["“”„‘'`´]/gu) },
  { name: 'Greek punctuation', find: matches(/[?\u037e\u0387•]|\.\.\.|\p{L} - \p{L}/gu) },
  {
    name: 'spaces around punctuation',
    find: matches(/\s(?:[,.;:!»]|·(?! ))(?!\d)|[«(]\s|(?<!ό),\p{L}|[;·!][\p{L}«]| {2}|^ | $/giu),
  },
  { name: 'one alphabet in a word', find: matches(/\p{Script=Greek}[A-Za-z]|[A-Za-z]\p{Script=Greek}/gu) },
  { name: 'look-alike letters', find: matches(/(?<![\p{L}\d./‑-])[AEHOTYaoyu](?![\p{L}\d./‑-])/gu) },
  { name: 'hours from 0 to 23', find: matches(/\d\s?[πμ]\.?\s?μ\.?(?!\p{L})|\d ?(?:am|pm)(?!\p{L})/giu) },
  // With a no-break hyphen, U+2011: no line ends behind its «e». A label that is this word alone has no line to end.
  { name: 'no break in e‑mail', find: matches(/(?<=.)e-mail|e-mail(?=.)/gisu) },
  {
    name: 'no-break spaces',
    find: matches(/\p{Script=Greek}’ (?=\p{Script=Greek})|\d (?:λίτρ|κιλ|εκ\.|γρ\.|χλμ|ίντσ)/gu),
  },
  { name: 'numbers', find: matches(/\d,\d{3}(?!\d)|\d %|€ ?\d/gu) },
  { name: 'sigma', find: matches(/σ(?![\p{L}’])|ς(?=\p{L})/gu) },
  {
    name: 'final ν',
    find: text => [lacksNu, keepsNu, masculineLacksNu].flatMap(pattern => matches(pattern)(text)),
  },
  // «ό,τι» is one word.
  {
    name: 'accents',
    find: text => matches(/\p{Script=Greek}+/gu)(text.replace(/ό,τι/giu, '')).filter(hasWrongAccent),
  },
]

/** Rules of messages as they are written, with their parameters. */
export const parameterRules: GreekRule[] = [
  // Addressed, most names would change their ending: Γιώργο, Νίκο.
  { name: 'a name is never addressed', find: matches(/^\{(?:name|host|giver|person)\},/gu) },
  { name: 'a day has its article', find: matches(/(?<!\p{L})(?:από|έως|μέχρι) \{(?:moment|day|time)\}/giu) },
  {
    name: 'a verb after a number has forms',
    find: matches(
      /\{\w+\} από (?:τα |τις |τους )?\{\w+\} (?:\p{L}+ )?(?:έχουν|δόθηκαν|είναι|απομένουν)|\{(?:given|left|count)\} (?:έχουν|είναι|απομένουν)/gu,
    ),
  },
]

/** What of a text breaks which rule. */
export function findGreekFaults(text: string): string[] {
  return greekRules.flatMap(({ name, find }) => find(text).map(found => `${name}: ${found}`))
}

function hasWrongAccent(word: string): boolean {
  const accents = [...word.normalize('NFD')].filter(sign => sign === '\u0301').length
  if (word.length > 1 && word === word.toUpperCase()) return accents > 0
  const lower = word.toLowerCase()
  // «ηη/μμ/εεεε» stands for digits.
  if (/^(.)\1+$/u.test(lower)) return false
  if (accents === 0) return !oneSyllable.has(lower) && countSyllables(lower) > 1
  return !accented.has(lower) && (oneSyllable.has(withoutAccents(lower)) || countSyllables(lower) === 1)
}

const withoutAccents = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC')

/** The vowels of a word, where two letters of one sound count once: αι, ει, οι, υι, ου, αυ, ευ, ηυ; not άι or αϊ. */
function countSyllables(word: string): number {
  const sounds = word.replace(/[αεου][ιί]|[αεοη][υύ]/g, 'α')
  return (sounds.match(/[αεηιουωάέήίόύώϊϋΐΰ]/g) ?? []).length
}
