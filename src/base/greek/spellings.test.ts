import { describe, expect, test } from 'vitest'
import { greekNames, latinSpellingsOf } from '../../../test/greek-names.ts'
import { indexedNameWords, nameKeys, nameRanks, queryNameWords, rankName } from './name-keys.ts'
import { maxReadings, phoneticKeys, phoneticQueryKeys, phoneticSearchKeys } from './phonetic-keys.ts'

/** Whether a registry with the text is found: each word of the query by its letters or its sound, no typo forgiven. */
function findsRegistry(query: string, text: string): boolean {
  const keys = indexedNameWords(text).flatMap(nameKeys)
  return queryNameWords(query).every(word =>
    keys.some(key => (rankName(word, key) ?? nameRanks.typo) <= nameRanks.sound),
  )
}

/** Whether a product with the text is found. */
function findsProduct(query: string, text: string): boolean {
  const stored = phoneticSearchKeys(text).split(' ')
  return phoneticQueryKeys(query).every(({ plain, sounds }) =>
    stored.some(key => key.startsWith(plain) || sounds.some(sound => key.startsWith(`~${sound}`))),
  )
}

const names = greekNames()
const spellings = names.map(name => ({ name, written: latinSpellingsOf(name).map(([, latin]) => latin) }))

test('there are three thousand names, and every pair of neighbours is among them', () => {
  expect(names).toHaveLength(3000)
  const all = names.join(' ').toLowerCase()
  const neighbours = 'νθ νχ μφ μψ γχ γξ ντσ ντζ κχ τθ πφ σθ ρθ λθ φθ χθ σχ σφ γγ γκ μπ ντ νδ τσ τζ ευφ αυξ'
  for (const pair of neighbours.split(' ')) expect([pair, all.includes(pair)]).toEqual([pair, true])
})

describe('each of them is found', () => {
  const styles = latinSpellingsOf(names[0] ?? '').map(([style]) => style)
  test.each(styles.map((style, index) => [style, index] as const))('written %s', (_style, index) => {
    const lost = spellings.flatMap(({ name, written: all }) => {
      const written = all[index] ?? ''
      // Two of five styles write a name as an earlier one does, which was searched already.
      if (all.indexOf(written) < index) return []
      const isFound =
        findsRegistry(written, name) && findsRegistry(name, written) && findsProduct(written, name)
      return isFound ? [] : [`${name}: ${written}`]
    })
    expect(lost).toEqual([])
  })

  test('in one style when it was written in another', () => {
    const lost = spellings.flatMap(({ name, written }) =>
      written.flatMap((one, index) => {
        const other = written[(index + 1) % written.length] ?? ''
        return one === other || findsRegistry(one, other) ? [] : [`${name}: ${one}, ${other}`]
      }),
    )
    expect(lost).toEqual([])
  })
})

test('no word has more readings than are kept', () => {
  const most = spellings.flatMap(({ written }) => written.map(one => phoneticKeys(one).length))
  expect(Math.max(...most)).toBeLessThan(maxReadings)
})

test.each([
  ['xanthakis', 'Ξανθάκης'],
  ['ksanthakis', 'Ξανθάκης'],
  ['3an8akhs', 'Ξανθάκης'],
  ['anthi', 'Ανθή'],
  ['an8h', 'Ανθή'],
  ['anthh', 'Ανθή'],
  ['synchoros', 'Σύγχωρος'],
  ['Nymfi', 'Νύμφη'],
  ['nymphi', 'Νύμφη'],
  ['Lampsas', 'Λάμψας'],
  ['lam4as', 'Λάμψας'],
  ['Anchialos', 'Αγχίαλος'],
  ['agxialos', 'Αγχίαλος'],
  ['aghialos', 'Αγχίαλος'],
  ['sfinx', 'Σφιγξ'],
  ['sfigks', 'Σφιγξ'],
  ['Bentsos', 'Μπέντσος'],
  ['mpentsos', 'Μπέντσος'],
  ['kalantzis', 'Καλαντζής'],
  ['kalanjis', 'Καλαντζής'],
  ['kalandjis', 'Καλαντζής'],
  ['Bakchos', 'Βάκχος'],
  ['bakxos', 'Βάκχος'],
  ['vakhos', 'Βάκχος'],
  ['Matthaios', 'Ματθαίος'],
  ['mathaios', 'Ματθαίος'],
  ['mat8aios', 'Ματθαίος'],
  ['Sappho', 'Σαπφώ'],
  ['sapfw', 'Σαπφώ'],
  ['safo', 'Σαπφώ'],
  ['Effrosyni', 'Ευφροσύνη'],
  ['Euphrosyni', 'Ευφροσύνη'],
  ['dimosthenis', 'Δημοσθένης'],
  ['parthena', 'Παρθένα'],
  ['par8ena', 'Παρθένα'],
  ['Kwnstanths', 'Κωνσταντής'],
  ['xalamph', 'Χαλάμπη'],
  ['Danae', 'Δανάη'],
  ['Frankos', 'Φράγκος'],
  ['mayra', 'Μαύρα'],
])('%s finds %s, as a host and as a product', (query, name) => {
  expect([findsRegistry(query, name), findsProduct(query, name)]).toEqual([true, true])
})

test.each([
  ['Ανθή', 'Αντή'],
  ['Ξανθή', 'Ξαντή'],
  ['Ξανθάκης', 'Ξαντάκης'],
  ['Ξανθάκης', 'Χανθάκης'],
  ['Ξένος', 'Χένος'],
  ['Άνχη', 'Άνκη'],
  ['Αγχίνη', 'Αγκίνη'],
  ['Σφίγξη', 'Σφίγκη'],
  ['Λάμψας', 'Λάμπας'],
  ['Λάμψη', 'Λάμπη'],
  ['Νύμφη', 'Νύμπη'],
  ['Σαπφώ', 'Σάππω'],
  ['Ματθαίος', 'Ματαίος'],
  ['Βάκχος', 'Βάκκος'],
  ['Μπέντσος', 'Μπένσος'],
  ['Καλαντζής', 'Καλατζής'],
  ['Μάρθα', 'Μάρτα'],
  ['Παρθένα', 'Παρτένα'],
  ['Μοσθένης', 'Μοστένης'],
  ['Μόσχος', 'Μόσκος'],
  ['Θέκλα', 'Τέκλα'],
  ['Ευφημία', 'Ευθυμία'],
  ['Anthi', 'Αθή'],
  ['Xanthi', 'Ξάντα'],
  ['Lampsas', 'Λάμπρας'],
  ['Nymphi', 'Νίμα'],
  ['Matthaios', 'Μάταιος'],
  ['Sappho', 'Σάπω'],
  ['Bakchos', 'Μπάκας'],
  ['ksanthos', 'Κσαντός'],
  ['Anchialos', 'Αγγίαλος'],
  ['8ekla', 'Τέκλα'],
])('%s and %s do not meet, as hosts or as products', (one, other) => {
  expect([findsRegistry(one, other), findsRegistry(other, one)]).toEqual([false, false])
  expect([findsProduct(one, other), findsProduct(other, one)]).toEqual([false, false])
})
