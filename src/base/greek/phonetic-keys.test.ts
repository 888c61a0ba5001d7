import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { phoneticKeys, phoneticQueryKeys, phoneticSearchKeys } from './phonetic-keys.ts'

/** As the database asks: every word of the query begins a stored word, plain or by its sound. */
function finds(query: string, text: string): boolean {
  const stored = phoneticSearchKeys(text).split(' ')
  return phoneticQueryKeys(query).every(({ plain, sounds }) =>
    stored.some(key => key.startsWith(plain) || sounds.some(sound => key.startsWith(`~${sound}`))),
  )
}

describe('one name in both alphabets, each form found by each other', () => {
  test.each([
    ['Γιώργος', 'γιωργοσ', 'ΓΙΩΡΓΟΣ', 'Giorgos', 'Georgios'],
    ['Χρήστος', 'Christos', 'Xristos', 'Hristos'],
    ['Ψαρρού', 'Psarrou', '4arrou'],
    ['Ευαγγελία', 'Evangelia', 'Euaggelia'],
    ['Θάλεια', 'Thaleia', '8aleia'],
    ['Ντίνος', 'Ntinos', 'Dinos'],
    ['Μπάμπης', 'Mpampis', 'Babis'],
    ['Υπατία', 'Ypatia', 'Ipatia'],
    ['Ελένη', 'Eleni', 'Elenh', 'ΕΛΕΝΗ'],
    ['Ξένια', 'Xenia', 'Ksenia'],
    ['Παύλος', 'Pavlos', 'Paulos'],
    ['Ευτυχία', 'Eftychia', 'Eutuxia', 'Eftihia'],
    ['Ουρανία', 'Ourania', 'Urania'],
    ['Αγγελική', 'Angeliki', 'Aggeliki'],
    ['Βασίλης', 'Vasilis', 'Basilhs'],
    ['Γιάννης', 'Giannis', 'Yannis', 'Ioannis'],
    ['Κωνσταντίνος', 'Konstantinos', 'Kwnstantinos', 'Constantinos'],
    ['Ζωή', 'Zoi', 'Zwh'],
    ['Ηλίας', 'Ilias', 'Hlias'],
    ['Σοφία', 'Sofia', 'Sophia'],
    ['Χαρά', 'Chara', 'Hara', 'Xara'],
    ['Τζένη', 'Tzeni', 'Jenny'],
  ])('%s', (...forms) => {
    for (const stored of forms)
      for (const asked of forms) expect([asked, stored, finds(asked, stored)]).toEqual([asked, stored, true])
  })
})

test.each([
  ['Μάρα', 'Μαρία'],
  ['Maria', 'Μάρα'],
  ['Άννα', 'Ιωάννα'],
  ['Νίκη', 'Νίκος'],
  ['Πέτρος', 'Πάτρα'],
  ['Δανάη', 'Διονύσης'],
])('%s does not find %s', (asked, stored) => {
  expect(finds(asked, stored)).toBe(false)
})

test.each([
  ['homographs: Greek Α in Anna', 'Αnna', 'Anna'],
  ['homographs: Cyrillic in paypal', 'раypal', 'paypal'],
  ['Latin letters in a Greek word', 'Kατερίνα', 'Κατερίνα'],
  ['decomposed accents', 'Άννα'.normalize('NFD'), 'Άννα'],
  ['a ligature', 'ﬁsh', 'fish'],
  ['both accents of ΐ', 'Ταΐζω', 'ταιζω'],
  ['the first letters', 'κατσ', 'Κατσαρόλα από μαντέμι'],
  ['the first letters in Greeklish', 'katsar', 'Κατσαρόλα από μαντέμι'],
  ['words in another order', 'μαντέμι κατσαρόλα', 'Κατσαρόλα από μαντέμι'],
  ['an apostrophe', 'oneill', 'O’Neill'],
  ['a tonos as apostrophe', 'oneill', 'O΄Neill'],
  ['either half of a double name', 'Ελένη', 'Μαρία-Ελένη'],
  ['numbers', '20', 'Βαλίτσα 20L'],
])('%s', (_what, asked, stored) => {
  expect(finds(asked, stored)).toBe(true)
})

test('nothing is asked for nothing, and no more than eight words', () => {
  expect(phoneticQueryKeys(' ,.!  ')).toEqual([])
  expect(phoneticSearchKeys('')).toBe('')
  expect(phoneticQueryKeys('a b c d e f g h i j')).toHaveLength(8)
})

test('keys are words of letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const keys = phoneticSearchKeys(text.toWellFormed()).split(' ').filter(Boolean)
      expect(keys.filter(key => !/^~?[\p{L}\p{M}\p{N}]+$/u.test(key))).toEqual([])
    }),
  )
})

const greekWord = fc
  .array(fc.constantFrom(...'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊϋΐΰ'), { minLength: 2, maxLength: 12 })
  .map(letters => letters.join('').replace(/σ$/, 'ς'))

test('folding twice is folding once, and case and accents make no difference', () => {
  fc.assert(
    fc.property(greekWord, word => {
      expect(foldText(foldText(word))).toBe(foldText(word))
      expect(foldText(word.toUpperCase())).toBe(foldText(word))
      expect(foldText(word.toLocaleUpperCase('el'))).toBe(foldText(word))
    }),
  )
})

/** Words built as Greek builds them; ευ and αυ at the very end are no words. */
const syllable = fc
  .tuple(
    fc.constantFrom(...'βγδζθκλμνξπρστφχψ', 'μπ', 'ντ', 'γκ', 'στρ', 'πρ', 'χρ', 'λλ', 'γγ', 'φτ'),
    fc.constantFrom(...'αεηιουωά', 'αι', 'ει', 'οι', 'ού', 'αυλ', 'ευτ', 'εύα', 'ία'),
  )
  .map(parts => parts.join(''))
const spokenWord = fc
  .tuple(fc.array(syllable, { minLength: 1, maxLength: 4 }), fc.constantFrom('', 'ς', 'ν'))
  .map(([syllables, end]) => syllables.join('') + end)
  // In Latin, αι, οι, initial μπ, ξ and θ have two readings each; of a word no more than sixteen are kept.
  .filter(word => (word.match(/αι|οι|^μπ|ξ|θ/g) ?? []).length <= 4)

test('a Greek word is found by its ELOT 743 transcription', () => {
  fc.assert(
    fc.property(spokenWord, word => {
      expect(phoneticKeys(elot743(word))).toContain(phoneticKeys(word)[0])
    }),
    { numRuns: 500 },
  )
})

test('whatever is stored is found by itself', () => {
  fc.assert(fc.property(fc.oneof(greekWord, fc.stringMatching(/^[a-z]{2,12}$/)), word => finds(word, word)))
})

/** The official transcription, without its accents. */
function elot743(word: string): string {
  const bare = word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ς', 'σ')
  return bare
    .replace(/^μπ/, 'b')
    .replace(/([αεη])υ(?=[θκξπστφχψ]|$)/g, '$1f')
    .replace(/([αεη])υ/g, '$1v')
    .replace(/ου/g, 'ou')
    .replace(/γγ/g, 'ng')
    .replace(/γξ/g, 'nx')
    .replace(/γχ/g, 'nch')
    .replace(/./gu, letter => elot[letter] ?? letter)
}

const elot: Record<string, string> = Object.fromEntries(
  'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s τ:t υ:y φ:f χ:ch ψ:ps ω:o'
    .split(' ')
    .map(pair => pair.split(':') as [string, string]),
)
