import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { openStorage } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('only this module touches what browsers store', () => {
  const files = ['src', 'shop'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  const others = files.filter(
    name =>
      /(?<!\.test)\.(?:tsx?|js)$/.test(name) &&
      !name.startsWith('src/paraglide/') &&
      /\b(?:localStorage|sessionStorage|indexedDB)\b/.test(readFileSync(name, 'utf8')),
  )
  expect(others).toEqual(['src/ui/browser/storage.ts'])
})

const kept = new Map<string, string>()
const working = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const full = {
  ...working,
  setItem() {
    throw new DOMException('full', 'QuotaExceededError')
  },
}
const forgetful = { ...working, setItem() {} }

test.each([
  ['there', { localStorage: working }, true],
  ['null', { localStorage: null }, false],
  ['full', { localStorage: full }, false],
  ['one that forgets', { localStorage: forgetful }, false],
  [
    'refused',
    {
      get localStorage() {
        throw new DOMException('denied', 'SecurityError')
      },
    },
    false,
  ],
])('a storage that is %s says whether it keeps', (_, window, isKept) => {
  kept.clear()
  vi.stubGlobal('window', window)
  const storage = openStorage('local')
  expect(storage.write('cart', 'x')).toBe(isKept)
  expect(storage.read('cart')).toBe(isKept ? 'x' : null)
  storage.remove('cart')
  expect(storage.read('cart')).toBeNull()
})
