import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../src/base/language.ts'
import { callName, inputFor, publicCalls } from './access/call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from './access/private-registry.ts'
import { aHost } from './builders.ts'
import { opened } from './opened.ts'
import { testApp } from './test-app.ts'

type Texts = Record<string, unknown>
const texts = Object.fromEntries(
  languages.map(language => [
    language,
    JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as Texts,
  ]),
)

/** A code of ours, or the key of a message. */
const keyPattern = /^[a-z0-9]+(_[a-z0-9]+)+$/

/** How contracts and rules name the message of a wrong field. */
const rulePatterns = [
  /\.(?:check|refine|regex|minLength|maxLength|gt|gte|lt|lte)\([^\n']{0,150}'([a-z0-9]{1,30}_[a-z0-9_]{1,60})'/g,
  /(?:error|wrong|long|short|required|missing|few|many): '([a-z0-9]{1,30}_[a-z0-9_]{1,60})'/g,
]

/** Texts in the source that are thrown as an error's code, or stand beside a field. */
function keysInSource(): Map<string, string> {
  const keys = new Map<string, string>()
  const files = globSync('src/**/*.{ts,tsx}').filter(file => !/paraglide|\.test\.|^src\/shop\//.test(file))
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    const isRule = /(?:contract|fields|rules)[\w-]*\.ts$|-rules\.ts$/.test(file)
    const patterns = [
      /AppError\(\s{0,20}'([a-z0-9]{1,30}_[a-z0-9_]{1,60})'/g,
      // The name of a table, or the kind of a link, too, is the first text of a call that finds it.
      /(?:authorize|orNotFound|tooManyRequests)\([^;{}'\n]{0,150}(?<!(?:Rows?|Link)\([\w.]{1,20}, )'([a-z0-9]{1,30}_[a-z0-9_]{1,60})'/g,
      /throwFieldErrors\([^;'\n]{0,150}: '([a-z0-9]{1,30}_[a-z0-9_]{1,60})'/g,
      ...(isRule ? rulePatterns : []),
    ]
    for (const pattern of patterns) for (const [, key] of source.matchAll(pattern)) keys.set(key!, file)
  }
  return keys
}

describe('every refusal has a sentence', () => {
  const keys = keysInSource()

  test('codes are found at all', () => {
    expect(keys.size).toBeGreaterThan(120)
    for (const known of ['account_email_taken', 'cart_lost', 'registry_closed', 'refused_often'])
      expect(keys.keys().toArray()).toContain(known)
  })

  test.each(languages)('%s', language => {
    const missing = [...keys].filter(([key]) => texts[language]?.[key] === undefined)
    expect(missing).toEqual([])
  })
})

describe('no call answers a key', () => {
  const app = opened(() => testApp())
  let owned: PrivateRegistry
  let token: string
  beforeAll(async () => {
    owned = await aPrivateRegistry(app)
    token = (await aHost(app)).token
  })

  const isFull = Boolean(process.env.TEST_FULL)
  const askedLanguages = isFull ? languages : (['el'] as const)
  let calls = 0

  const wrongValues: Record<string, (value: unknown) => unknown> = {
    nothing: () => '',
    long: () => 'ξ'.repeat(3000),
    negative: () => -1,
    other: () => ({ other: ['x'] }),
  }

  test.each(publicCalls.map(call => [callName(call), call] as const))('%s', async (_, call) => {
    const input = inputFor(call, owned)
    const bodies = [
      input,
      { ...input, id: 'NOSUCHCODE12', registry_id: 'NOSUCHCODE12', code: 'x', token: 'x' },
      ...Object.values(wrongValues).map(wrong =>
        Object.fromEntries(Object.entries(input).map(([name, value]) => [name, wrong(value)])),
      ),
    ]
    const callers = call.endpoint.who === 'customer' ? [token] : [undefined, token]
    const found: unknown[] = []
    for (const language of askedLanguages)
      for (const [index, body] of bodies.entries())
        for (const as of isFull ? callers : callers.slice(0, 1)) {
          const caller = { ...(as && { as }), from: `10.3.${++calls >> 8}.${calls & 255}`, language }
          const answer = await app.call<unknown>(call.endpoint, body, caller)
          if (answer.status >= 400) found.push(...keysShownIn(answer).map(key => [language, index, key]))
        }
    expect(found).toEqual([])
  })
})

/** Keys among what people read: the message, the sentence of the error and those beside fields. */
function keysShownIn(answer: object): string[] {
  const { message, data } = answer as { message?: unknown; data?: { error?: unknown; fields?: object } }
  const shown = [message, data?.error, ...Object.values(data?.fields ?? {})]
  return shown.filter(
    (text): text is string => typeof text !== 'string' || text === '' || keyPattern.test(text),
  )
}
