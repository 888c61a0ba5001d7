import { describe, expect, test } from 'vitest'
import { createCart } from '../src/checkout/hand-off.contract.ts'
import { findRegistry, saveRegistry } from '../src/registry/registry.contract.ts'
import { searchRegistries } from '../src/registry/search/search.contract.ts'
import { aGift, aHost, aRegistry, lineOf, registryDraft } from './builders.ts'
import { opened } from './opened.ts'
import { draftOf } from './registry-search.ts'
import { testApp } from './test-app.ts'

/** What comes along with a text that is copied, which nobody sees and so nobody can correct (R929). */
const unseen = ['\u200b', '\u200e', '\u2060', '\u00ad', '\ufe0f', '\u202a'].map(
  one => [`U+${one.charCodeAt(0).toString(16).padStart(4, '0')}`, one] as const,
)

const app = opened(() => testApp())

const password = 'μέλι και καρύδια'
const register = (email: string, more: object = {}) =>
  app.post('/register', { email, password, repassword: password, name: 'Ελένη', surname: 'Παππά', ...more })

const give = async (giver_name: string) => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry)
  const line_items = [lineOf(gift, { units: 1 })]
  return app.call<{ reference: string; keys: object }>(createCart, {
    registry_id: registry.code,
    line_items,
    giver_name,
  })
}

describe.each(unseen)('%s', (name, one) => {
  const email = `maria-${name.slice(2)}@example.gr`

  test('behind or within an e-mail makes neither another account nor one that nobody can sign in to', async () => {
    expect((await register(email.replace('@', `${one}@`) + one)).status).toBe(200)
    for (const typed of [email, email + one])
      expect((await app.post('/login', { email: typed, password })).status).toBe(200)
    for (const typed of [email, one + email])
      expect((await register(typed)).body.data.code).toBe('account_email_taken')
  })

  test('around a telephone is left out', async () => {
    const { body } = await register(`phone-${email}`, { phone: `${one}+306944${one}123456${one}` })
    const me = await app.get('/me', { token: String(body.data.token) })
    expect(me.body.data.phone).toBe('+306944123456')
  })
})

/** The mark of a direction, which changes what is read, is refused in names. */
describe.each(unseen.filter(([, one]) => one !== '\u202a'))('%s', (name, one) => {
  test('alone is no name of a giver, and is left out of one', async () => {
    expect((await give(one + one)).data.keys).toEqual({ giver_name: 'field_characters' })
    const { data } = await give(`Μα${one}ρία ❤️ 👩‍👩‍👧 Κ.${one}`)
    const handoff = app.db.selectFrom('handoff').select('giver_name').where('reference', '=', data.reference)
    expect(await handoff.execute()).toEqual([{ giver_name: 'Μαρία ❤️ 👩‍👩‍👧 Κ.' }])
  })

  test('within a code is left out', async () => {
    const { code } = await aRegistry(app, await aHost(app))
    const { data } = await app.call<{ id: string }[]>(findRegistry, { id: [...code].join(one) + one })
    expect(data[0]?.id).toBe(code)
  })

  test('within a name of a registry doesn’t keep it from being found by what is seen', async () => {
    const seen = `Κυκλάμινα ${name.slice(2)}`
    const { token } = await aHost(app)
    const draft = draftOf(seen.replace('κλ', `κ${one}λ`), 'Ρέα', 'Κοσμά')
    expect((await app.call(saveRegistry, { ...registryDraft, ...draft }, token)).status).toBe(200)
    for (const q of [seen, seen.replace('μ', `μ${one}`)]) {
      const { data } = await app.call<{ registry_name: string }[]>(searchRegistries, { q })
      expect(data.map(({ registry_name }) => registry_name)).toEqual([seen])
    }
  })
})

test('a domain in letters of another alphabet and its punycode are one mailbox', async () => {
  expect((await register('άννα@παράδειγμα.gr')).status).toBe(200)
  expect((await register('άννα@xn--hxajbheg2az3al.gr')).body.data.code).toBe('account_email_taken')
  expect((await app.post('/login', { email: 'άννα@XN--hxajbheg2az3al.gr', password })).status).toBe(200)
})

test.each(['a.x.@example.gr', '.a@example.gr', 'a..x@example.gr', 'a@.example.gr', 'a@example..gr', 'a.x.@'])(
  '%s is no address',
  async email => expect((await register(email)).body.data.keys).toEqual({ email: 'email_invalid' }),
)
