import { beforeAll, describe, expect, test } from 'vitest'
import { callAsVisitor, inputFor, publicCallsByName, setField } from '../access/call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from '../access/private-registry.ts'
import { textFields } from '../access/text-fields.ts'
import { growsLinearly } from '../growth.ts'
import {
  dividedHeaders,
  form,
  harmlessText,
  hostileRequests,
  hostileTexts,
  post,
  repeat,
} from '../hostile-input.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Whatever somebody sends, twice as much of it takes about twice the work. */
const app = opened(() => testApp())
let owned: PrivateRegistry
beforeAll(async () => {
  owned = await aPrivateRegistry(app)
})

const names = Object.keys(hostileTexts)

describe('a text of a call', () => {
  const fields = publicCallsByName.flatMap(([name, call]) =>
    textFields(call.endpoint.input).map(path => [name, path.join('.'), call, path] as const),
  )
  /** In the quick run each field gets one of the texts, in turn; with TEST_FULL all of them. */
  const rows = fields.map(
    (field, turn) =>
      [...field, process.env.TEST_FULL ? names : [names[turn % names.length] as string]] as const,
  )

  test.each(rows)('%s %s', async (_, __, call, path, texts) => {
    const send = (make: (size: number) => string) => (size: number) =>
      callAsVisitor(app, call, setField(inputFor(call, owned), path, make(size)), owned.owner.token)
    const size = call.endpoint.method === 'GET' ? 6_000 : 30_000
    for (const name of texts)
      expect([
        name,
        await growsLinearly(send(hostileTexts[name] as never), size, send(harmlessText)),
      ]).toEqual([name, true])
  })

  test.each(names)('a list of guests and one of addresses made of %s', async name => {
    const make = hostileTexts[name] as (size: number) => string
    for (const [path, field] of [
      ['/me/registry/guest/import', 'list'],
      ['/v2/invitation/send', 'emails'],
    ] as const) {
      const send = (text: string) =>
        app.post(path, { registry_id: owned.registry.code, [field]: text }, { token: owned.owner.token })
      expect(
        await growsLinearly(
          size => send(make(size)),
          90_000,
          size => send(harmlessText(size)),
        ),
      ).toBe(true)
    }
  })
})

describe('the form of a request', () => {
  const send = (path: string, init: RequestInit) => app.request(path, init)
  const harmless = (size: number) => send('/api/login', post(form, repeat('a=1&'))(size))

  test.each(Object.entries(hostileRequests))('%s', async (_, make) => {
    expect(await growsLinearly(size => send('/api/login', make(size)), 400_000, harmless)).toBe(true)
  })

  test.each(Object.entries(dividedHeaders))('%s', async (_, make) => {
    expect(await growsLinearly(size => send('/api/me', { headers: make(size) }), 100_000, harmless)).toBe(
      true,
    )
  })

  test.each([
    ['slashes', repeat('/')],
    ['percent signs', repeat('%41')],
    ['names', (size: number) => `?${repeat('a=1&')(size)}`],
    ['dots', repeat('/.')],
  ])('a path of %s', async (_, make) => {
    const path = (text: string) => send(`/api/places/${text}`, {})
    expect(
      await growsLinearly(
        size => path(make(size)),
        60_000,
        size => path(harmlessText(size)),
      ),
    ).toBe(true)
  })
})

test('work that grows with the square is noticed', async () => {
  const harmless = (size: number) => harmlessText(size).includes('y')
  const planted = [
    (size: number) => / +$/.test(`${' '.repeat(size)}x`),
    (size: number) => `α${'\u0301\u0316'.repeat(size / 2)}`.normalize('NFC'),
    (size: number) =>
      Array.from({ length: size }, (_, at) => at).filter((at, _, all) => all.indexOf(at) === at),
  ]
  // So large that what comes between them, as collecting garbage, is little beside the work.
  for (const work of planted) expect(await growsLinearly(work, 11_000, harmless, 2)).toBe(false)
})
