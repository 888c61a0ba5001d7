import { beforeAll, describe, expect, test, vi } from 'vitest'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Nobody is sent what they said they can't read (R1204). */
const app = opened(() => testApp({ pages: true, listens: true }))
let asset: string
beforeAll(async () => {
  const html = await (await ask('/faq', '')).text()
  asset = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  // The second one is kept.
  await vi.waitFor(async () => expect((await ask('/faq', 'br')).headers.get('etag')).toBeTruthy(), 60_000)
})

const ask = (path: string, encodings: string) =>
  app.request(path, { headers: { accept: 'text/html', 'accept-encoding': encodings } }, { process: 'A' })

const refused = [
  '',
  'br;q=0',
  'gzip, br;q=0',
  'gzip;q=1, *;q=0',
  'br; q=0.000',
  'brotli',
  'identity, br;q=0.5',
]
const taken = ['br', 'gzip, deflate, br, zstd', 'gzip, BR;q=0.8', '*', '*;q=0, br', 'br, identity;q=0']

describe.each([
  ['a page that is kept', () => '/faq'],
  ['a page that is not', () => '/find-registry?name=x'],
  ['an answer of the API', () => '/api/openapi.json'],
  ['a built file', () => asset],
])('%s', (name, path) => {
  test.each(refused)('is not brotli for %j', async encodings => {
    expect((await ask(path(), encodings)).headers.get('content-encoding')).not.toBe('br')
  })
  // Built files are compressed for who names brotli alone.
  const plain = name === 'a built file' ? ['br', 'gzip, deflate, br, zstd'] : taken
  test.each(plain)('is brotli for %j', async encodings => {
    expect((await ask(path(), encodings)).headers.get('content-encoding')).toBe('br')
  })
})
