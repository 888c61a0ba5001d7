import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../src/app.ts'
import { callAsVisitor, callName, inputFor, setField } from '../access/call-inputs.ts'
import { aPrivateRegistry, type PrivateRegistry } from '../access/private-registry.ts'
import { opened } from '../opened.ts'
import { testApp } from '../test-app.ts'

/** Our letters carry no stranger's link, and speak of nobody by one (R1202). */
const app = opened(() => testApp())
let owned: PrivateRegistry
beforeAll(async () => {
  owned = await aPrivateRegistry(app)
})

const send = (name: string, field: string, text: string) => {
  const call = calls.find(one => callName(one) === name)
  if (!call) throw new Error(name)
  const input = setField(
    inputFor(call, owned),
    field.split('.').map(step => (step === '0' ? 0 : step)),
    text,
  )
  return callAsVisitor(app, call, input, owned.owner.token)
}
const keysOf = ({ data }: { data: unknown }) => (data as { keys?: Record<string, string> } | null)?.keys ?? {}

describe('words that our letters carry', () => {
  test.each([
    ['POST /v2/invitation-content/save', 'subject'],
    ['POST /v2/invitation-content/save', 'message'],
    ['POST /v2/send-sms', 'message'],
    ['POST /cart/create', 'message'],
    ['POST /cart/create', 'giver_name'],
    ['POST /my-gift/change', 'message'],
    ['POST /my-gift/change', 'giver_name'],
    ['POST /guest/reply', 'word'],
    ['POST /me/registry/guest/save', 'name'],
    ['POST /registry/save', 'registry_name'],
    ['POST /registry/update', 'registry_name'],
  ])('%s %s', async (name, field) => {
    for (const text of ['Κερδίσατε! paypal.com', 'Δείτε https://evil.zzz/x', 'www.evil.gr τώρα'])
      expect([text, keysOf(await send(name, field, text))]).toEqual([
        text,
        expect.objectContaining({ [field]: 'text_address' }),
      ])
    expect(keysOf(await send(name, field, 'Άννα & Νίκος, 8.30 μ.μ.'))).not.toHaveProperty(field)
  })

  test('a text message may name our own address', async () => {
    expect(keysOf(await send('POST /v2/send-sms', 'message', 'https://doron.test/registry/x'))).toEqual({})
  })
})

test.each([
  ['POST /register', 'name'],
  ['POST /register', 'surname'],
  ['POST /me/update', 'name'],
  ['POST /registry/save', 'name'],
  ['POST /registry/save', 'surname'],
  ['POST /registry/update', 'name'],
])('a person is not named like a site: %s %s', async (name, field) => {
  expect(keysOf(await send(name, field, 'paypal.com'))).toMatchObject({ [field]: 'name_special' })
})

test('a registry is not named like a mailbox', async () => {
  const { registry_name } = keysOf(await send('POST /registry/save', 'registry_name', 'help@paypal'))
  expect(registry_name).toBe('text_address')
})
