import { beforeAll, describe, expect, test } from 'vitest'
import { queryNameWords } from '../../src/base/greek/name-keys.ts'
import { searchProducts } from '../../src/catalogue/search.contract.ts'
import { searchRegistries } from '../../src/registry/search/search.contract.ts'
import { typoKeys } from '../../src/registry/search/search.rules.ts'
import { openCatalogueApp } from '../catalogue-app.ts'
import { opened } from '../opened.ts'
import { registrySearchApp } from '../registry-search.ts'

/** Whatever is searched for costs a bounded look-up, and none fails. */

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789αβγδεζηθικλμνξοπρστυφχψω']
const repeated = letters.flatMap(letter => [letter.repeat(8), letter.repeat(120)])
const oddWords = [
  ...[
    'ababababab',
    'ουουουου',
    'μπντγκμπντγκ',
    'xyzxyzxyz',
    'ksxksxksxksx',
    'chxhchxhchxh',
    "o'o'o'o'o'o'",
    '------',
  ],
  ...['%%%%%%', '______', '~~~~~~', '^^^^^^', '\\\\\\\\', "''''''", '&&&|||!!!', ':*:*:*', '<->(a|b)', '*'],
  ...['aei aei aei aei aei aei aei', 'αβγ', 'xxx', 'μμμ', 'iii', 'hih', 'ab cd ef gh ij kl mn op qr st'],
  ...[
    'ξ',
    'ΰΰΰΰΰΰΰΰ',
    'ﬃﬃﬃﬃﬃﬃ',
    '１２３４５６',
    '𝒜𝒜𝒜𝒜𝒜𝒜',
    '👩‍👩‍👧‍👦'.repeat(8),
    'и'.repeat(9),
    'ّ'.repeat(40),
    'ΐ'.normalize('NFD').repeat(30),
  ],
]
const hostile = [...repeated, ...oddWords]
/** In the quick run every third of them. */
const searched = process.env.TEST_FULL ? hostile : hostile.filter((_, index) => index % 3 === 0)

test('a misspelt word is looked up by few keys, and by none that looks like everything', () => {
  const several = hostile.map((word, index) => `${word} ${hostile.at(-1 - index)} ${word.slice(0, 7)}`)
  for (const query of [...hostile, ...several]) {
    const keys = typoKeys(queryNameWords(query))
    expect(keys.length).toBeLessThanOrEqual(24)
    expect(keys.filter(key => key.replace('~', '').length < 5)).toEqual([])
  }
  expect(typoKeys(queryNameWords('Παπαδόπουλος'))).not.toEqual([])
})

describe('registries', () => {
  const app = opened(() => registrySearchApp())
  beforeAll(() => app.createRegistry({ registry_name: 'Ελένη & Γιώργος' }))

  test('are searched for by every text without a failure', async () => {
    for (const [index, q] of searched.entries())
      for (const input of [{ q: q.slice(0, 120) }, { type: 'wedding', name: q.slice(0, 60) }]) {
        const { status } = await app.call(searchRegistries, input, {
          from: `203.0.${index >> 8}.${index & 255}`,
        })
        expect([q, status < 500]).toEqual([q, true])
      }
  })
})

describe('products', () => {
  const catalogue = opened(() => openCatalogueApp())
  beforeAll(() => catalogue.sync())

  test('are searched for by every text without a failure', async () => {
    for (const search of searched) {
      const { status } = await catalogue.app.call(searchProducts, { search: search.slice(0, 80) })
      expect([search, status < 500]).toEqual([search, true])
    }
  })
})
