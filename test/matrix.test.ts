import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { calls } from '../src/app.ts'
import { orNotFound } from '../src/base/app-error.ts'
import type { Handler } from '../src/server/context/handler.ts'
import { createSessionToken } from '../src/server/context/session.ts'
import { aGift, aHost, aRegistry, lineOf } from './builders.ts'
import { type TestApp, testApp } from './test-app.ts'

/** R929, R932 and R933 for every call there is: whoever adds one adds its line to `inputs`. */
let w: TestApp
let owner: Awaited<ReturnType<typeof aHost>>
let other: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: Awaited<ReturnType<typeof aGift>>
/** A group gift with money, and one that could take some. */
let funded: Awaited<ReturnType<typeof aGift>>
let target: Awaited<ReturnType<typeof aGift>>
let expired: string
let guest: { id: number }
let left: string

/** Planted in what belongs to the owner alone, and in a registry that nobody else may see. */
const secrets = {
  street: 'Αμυγδαλεώνος 77',
  phone: '+306900000077',
  email: 'zumaia@owner.example',
  word: 'Ζουμάγια',
}
const address = {
  street: secrets.street,
  country: 'GR',
  region: 'GR-J',
  city: 'Ναύπλιο',
  postcode: '21100',
  phone: secrets.phone,
}

beforeAll(async () => {
  w = await testApp()
  other = await aHost(w)
  left = await aLeaver()
  expired = await plantOwner()
})

/** An owner with a private registry full of secrets; the token of a session of his that has ended. */
async function plantOwner(): Promise<string> {
  owner = await aHost(w)
  await w.db
    .updateTable('customer')
    .set({ email: secrets.email, phone: secrets.phone })
    .where('id', '=', owner.id)
    .execute()
  registry = await aRegistry(w, owner, { privacy: 'private' })
  await w.db
    .updateTable('registry')
    .set({
      registry_name: secrets.word,
      message: secrets.word,
      greeting: secrets.word,
      home_address: JSON.stringify(address),
      shipping_address: JSON.stringify(address),
    })
    .where('id', '=', registry.id)
    .execute()
  gift = await aGift(w, registry, { quantity: 3 })
  funded = await aGift(w, registry, { group: true, cents: 9000 })
  target = await aGift(w, registry, { group: true, cents: 9000 })
  await aContribution(4000)
  guest = await w.db
    .insertInto('guest')
    .values({
      registry_id: registry.id,
      name: secrets.word,
      email: secrets.email,
      email_key: secrets.email,
      phone: secrets.phone,
      language: 'el',
      people: 2,
      notes: secrets.street,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await w.job('search-index')
  const { token, hash } = createSessionToken()
  const expires_at = new Date(w.clock.now.getTime() - 1000)
  await w.db.insertInto('session').values({ token_hash: hash, customer_id: owner.id, expires_at }).execute()
  return token
}

/** Money towards the funded gift, as an order would have left it. */
async function aContribution(cents: number): Promise<void> {
  const order = { order_id: funded.id, line_id: 1, registry_id: registry.id, gift_id: funded.id }
  const { id: handoff_id } = await w.db
    .insertInto('handoff')
    .values({
      reference: createSessionToken().token,
      idempotency_key: 'given',
      fingerprint: '',
      registry_id: registry.id,
      customer_id: null,
      language: 'el',
      channel_id: 1,
      giver_name: secrets.word,
      giver_email: secrets.email,
      visibility: 'full',
      message: secrets.word,
      cart_id: null,
      state: 'ordered',
      reserved_until: w.clock.now,
      cart_creation_until: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const giver = { giver_name: secrets.word, giver_email: secrets.email, message: secrets.word }
  await w.db
    .insertInto('purchase')
    .values({
      ...order,
      ...giver,
      handoff_id,
      kind: 'contribution',
      state: 'paid',
      units: 1,
      cents,
      credited_units: 1,
      credited_cents: cents,
      visibility: 'full',
      ordered_at: w.clock.now,
    })
    .execute()
  const cause = `order ${funded.id} line 1`
  await w.db
    .insertInto('ledger')
    .values({ ...order, kind: 'contribution', account: 'gift', cents, cause })
    .execute()
}

/** Somebody who asked to leave, and whose session was left behind. */
async function aLeaver(): Promise<string> {
  const { id, token } = await aHost(w)
  await w.db
    .updateTable('customer')
    .set({ deletion_requested_at: w.clock.now })
    .where('id', '=', id)
    .execute()
  return token
}
afterAll(() => w.close())

const handler = calls.filter(({ endpoint }) => !endpoint.inside)
const nameOf = ({ endpoint }: Handler) => `${endpoint.method} ${endpoint.path}`
const draft = {
  type: 'wedding',
  name: 'Ελένη',
  surname: 'Δοκιμή',
  registry_name: 'Μια λίστα',
  registry_date: '2027-06-19',
  guest_count: 9,
  home_address: address,
  same_as_home: true,
  terms: true,
}

/** An input that each call takes, about the owner's registry where it is about one. */
const inputs: Record<string, () => Record<string, unknown>> = {
  'POST /register': () => ({
    name: 'Νίκη',
    surname: 'Δοκιμή',
    email: `new${visitors}@owner.example`,
    password: 'abcdef',
    repassword: 'abcdef',
  }),
  'POST /login': () => ({ email: 'nobody@owner.example', password: 'abcdef' }),
  'POST /logout': () => ({}),
  'GET /me': () => ({}),
  'POST /me/update': () => ({ name: 'Νίκη', surname: 'Δοκιμή', language: 'el' }),
  'POST /me/password-update': () => ({
    current_password: 'abcdef',
    password: 'ghijkl',
    repassword: 'ghijkl',
  }),
  'GET /me/sessions': () => ({}),
  'POST /me/sessions/end': () => ({}),
  'GET /me/data': () => ({}),
  'POST /me/deactivate': () => ({ password: 'abcdef' }),
  'POST /email-confirmation': () => ({ code: 'x' }),
  'POST /email-confirmation-send': () => ({ email: 'nobody@owner.example' }),
  'POST /password-email': () => ({ email: 'nobody@owner.example' }),
  'POST /password-code-check': () => ({ email: 'nobody@owner.example', code: 'x' }),
  'POST /password-reset': () => ({ email: 'nobody@owner.example', code: 'x', password: 'abcdef' }),
  'GET /bigcommerce/products': () => ({ search: 'tea' }),
  'GET /bigcommerce/categories': () => ({}),
  'GET /bigcommerce/product': () => ({ id: gift.productId }),
  'POST /cart/create': () => ({ registry_id: registry.code, line_items: [lineOf(gift, { units: 1 })] }),
  'POST /cart/status': () => ({ reference: 'no-such-reference' }),
  'POST /my-gift/show': () => ({ token: 'no-such-token' }),
  'POST /my-gift/change': () => ({ token: 'no-such-token', visibility: 'full' }),
  'POST /my-gift/cancel': () => ({ token: 'no-such-token' }),
  'POST /registry/gifts-received': () => ({ registry_id: registry.code }),
  'POST /registry/thank': () => ({ registry_id: registry.code, order_id: funded.id, thanked: true }),
  'POST /registry/show/products': () => ({ registry_id: registry.code }),
  'POST /registry/show/statistic': () => ({ registry_id: registry.code }),
  'POST /me/registry/add/products': () => ({
    registry_id: registry.code,
    products: [{ product_id: gift.productId }],
  }),
  'POST /me/registry/change/product': () => ({ gift_id: gift.id, quantity: 4 }),
  'POST /me/registry/remove/product': () => ({ gift_id: gift.id }),
  'POST /me/registry/move/product': () => ({ gift_id: gift.id, place: 1 }),
  'POST /me/registry/show/substitutes': () => ({ gift_id: gift.id }),
  'POST /me/registry/swap/product': () => ({ gift_id: gift.id, product_id: gift.productId }),
  'POST /registry/types': () => ({}),
  'POST /registry/type': () => ({ slug: 'wedding' }),
  'POST /registry/save': () => draft,
  'POST /registry/find': () => ({ id: registry.code }),
  'POST /customer/registries': () => ({}),
  'POST /registry/settings': () => ({ id: registry.code }),
  'GET /registry/slug/check': () => ({ id: registry.code, slug: 'nikh-kai-aris' }),
  'POST /registry/hosts': () => ({ id: registry.code }),
  'POST /registry/co-host/invite': () => ({ id: registry.code, email: 'co-host@owner.example' }),
  'POST /registry/co-host/remove': () => ({ id: registry.code }),
  'POST /co-host/invitation': () => ({ token: 'no-such-token' }),
  'POST /co-host/accept': () => ({ token: 'no-such-token' }),
  'POST /registry/update': () => ({ id: registry.code, message: 'νέο' }),
  'POST /registry/change-searchable': () => ({ id: registry.code, searchable: false }),
  'POST /registry/change-surprise': () => ({ id: registry.code, surprise: true }),
  'POST /me/registry/delete': () => ({ registry_id: registry.code }),
  'GET /places': () => ({ country: 'GR' }),
  'GET /shop/page': () => ({ path: '/no-such-page' }),
  'GET /shop/navigation': () => ({}),
  'GET /notification/ad': () => ({}),
  'POST /contact': () => ({ name: 'Νίκη', email: 'niki@owner.example', message: 'Μια ερώτηση για εσάς' }),
  'GET /v2/invitation-content/list/:registry': () => ({ registry: registry.code }),
  'POST /v2/invitation-content/save': () => ({
    registry_id: registry.code,
    font_family: 'literata',
    text_color: '#000000',
    background_color: '#ffffff',
    font_size: 18,
    text_align: 'left',
    subject: 'Ελάτε',
    message: 'Ελάτε',
  }),
  'GET /v2/invitation/list': () => ({ registry_id: registry.code }),
  'POST /v2/invitation/send': () => ({ registry_id: registry.code, emails: 'guest@owner.example' }),
  'POST /v2/invitation/invite-guests': () => ({ registry_id: registry.code }),
  'POST /v2/invitation/test': () => ({ registry_id: registry.code }),
  'POST /v2/invitation/resend': () => ({ registry_id: registry.code, id: guest.id }),
  'POST /v2/invitation/remove': () => ({ registry_id: registry.code, id: guest.id }),
  'POST /me/registry/guests': () => ({ registry_id: registry.code }),
  'POST /me/registry/guest/save': () => ({ registry_id: registry.code, id: guest.id, name: 'Νέο' }),
  'POST /me/registry/guest/remove': () => ({ registry_id: registry.code, id: guest.id }),
  'POST /me/registry/guest/import': () => ({ registry_id: registry.code, list: 'Άννα' }),
  'POST /v2/send-sms': () => ({ registry_id: registry.code, phone: '6944000000', message: 'Ελάτε' }),
  'POST /guest/invitation': () => ({ token: '1-no-such-token' }),
  'POST /guest/opened': () => ({ token: '1-no-such-token' }),
  'POST /guest/reply': () => ({ token: '1-no-such-token', reply: 'not_coming' }),
  'POST /guest/stop-invitations': () => ({ token: '1-no-such-token' }),
  'GET /v2/get-gifts': () => ({ registry_id: registry.code }),
  'POST /v2/create-gift-certificate': () => ({ gift_id: gift.id, id: funded.id }),
  'GET /v2/create-gift-certificate': () => ({ gift_id: gift.id, id: funded.id }),
  'POST /v2/set-redeem': () => ({ gift_id: gift.id, id: funded.id, with_own_money: true }),
  'GET /v2/set-redeem': () => ({ gift_id: gift.id, id: funded.id }),
  'POST /me/registry/move-change': () => ({ gift_id: gift.id, id: funded.id, to: target.id }),
  'GET /me/registry/statement': () => ({ registry_id: registry.code }),
  'GET /v2/find-registry': () => ({ q: secrets.word }),
}
const inputOf = (call: Handler): Record<string, unknown> => (inputs[nameOf(call)] ?? (() => ({})))()

/** Whether the owner's registry or gift is what it is about; to others both are missing (find answers an empty list). */
function isAboutTheirs(call: Handler): boolean {
  const { id, registry_id, gift_id, registry: named } = inputOf(call)
  const isFind = call.endpoint.path === '/registry/find'
  return !isFind && ([id, registry_id, named].includes(registry.code) || gift_id === gift.id)
}

/** What the inputs above come to for the owner, where that is no plain yes: what they name does not stand, or may not be. */
const otherwise: Record<string, number> = {
  'POST /login': 401,
  'POST /email-confirmation': 422,
  'POST /password-code-check': 422,
  'POST /password-reset': 422,
  'POST /me/password-update': 422,
  'POST /me/deactivate': 422,
  'POST /co-host/invitation': 404,
  'POST /co-host/accept': 404,
  'POST /me/registry/delete': 409,
  'POST /me/registry/swap/product': 409,
  'POST /cart/status': 404,
  'POST /my-gift/show': 404,
  'POST /my-gift/change': 404,
  'POST /my-gift/cancel': 404,
  'POST /v2/invitation/remove': 404,
  'POST /guest/invitation': 404,
  'POST /guest/opened': 404,
  'POST /guest/reply': 404,
  'POST /guest/stop-invitations': 404,
  'GET /v2/set-redeem': 409,
  'GET /shop/page': 404,
}

/** A co-host does all the rest. Money that is not his to take is missing to him; the rest is refused by name. */
const ownersOnly = [
  'POST /me/registry/delete',
  'POST /registry/co-host/invite',
  'POST /v2/create-gift-certificate',
  'GET /v2/create-gift-certificate',
  'POST /v2/set-redeem',
  'GET /v2/set-redeem',
  'POST /me/registry/move-change',
]

let visitors = 0
const ask = (call: Handler, input: object, as?: string) =>
  w.call<unknown>(call.endpoint, input, {
    ...(as && { as }),
    from: `10.1.${visitors >> 8}.${visitors++ & 255}`,
  })
/** Those that stand; ended ones are swept away at any time. */
const sessionsOf = (id: number) =>
  w.db
    .selectFrom('session')
    .select('customer_id')
    .where('customer_id', '=', id)
    .where('expires_at', '>', w.clock.now)
    .execute()
const theirs = () =>
  Promise.all([
    w.db.selectFrom('registry').selectAll().where('customer_id', '=', owner.id).orderBy('id').execute(),
    w.db.selectFrom('guest').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('gift').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('handoff').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('purchase').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('ledger').selectAll().where('registry_id', '=', registry.id).orderBy('id').execute(),
    w.db.selectFrom('payout').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('slug').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('co_host_invitation').selectAll().where('registry_id', '=', registry.id).execute(),
    w.db.selectFrom('customer').selectAll().where('id', '=', owner.id).execute(),
    sessionsOf(owner.id),
    w.db.selectFrom('outbox').select('cause').where('recipient', '=', secrets.email).orderBy('id').execute(),
  ])

test('every operation of /api/openapi.json stands in the matrix', async () => {
  const { paths } = (await (await w.request('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      method => `${method.toLocaleUpperCase('en')} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(operations.sort()).toEqual(Object.keys(inputs).sort())
  expect(handler.map(nameOf).sort()).toEqual(operations)
})

describe.each(handler.map(call => [nameOf(call), call] as const))('%s', (_, call) => {
  test.each([
    ['a guest', () => undefined],
    ['another host', () => other.token],
    ['a wrong token', () => 'no-such-token'],
    ['an ended session', () => expired],
    ['somebody who is leaving', () => left],
  ])('tells %s nothing of the owner, and changes nothing of his', async (who, token) => {
    const before = await theirs()
    const extra = { customer_id: owner.id, how_many_sale: 99, is_owner: 1, shop_customer_id: 1 }
    const answer = await ask(call, { ...inputOf(call), ...extra }, token())
    expect(answer.status).toBeLessThan(500)
    if (call.endpoint.bearer && who === 'a guest') expect(answer.status).toBe(405)
    else if (call.endpoint.who === 'customer' && who !== 'another host') expect(answer.status).toBe(401)
    else if (isAboutTheirs(call)) expect(answer.status).toBe(404)
    const said = JSON.stringify(answer)
    for (const secret of Object.values(secrets)) expect(said).not.toContain(secret)
    expect(await theirs()).toEqual(before)
    if (call.endpoint.path === '/logout' && who === 'another host') other = await aHost(w)
  })
})

describe('the owner', () => {
  beforeEach(async () => {
    await plantOwner()
  })
  test.each(handler.map(call => [nameOf(call), call] as const))('%s is open to him', async (name, call) => {
    expect((await ask(call, inputOf(call), owner.token)).status).toBe(otherwise[name] ?? 200)
  })
})

describe('a co-host', () => {
  let coHost: Awaited<ReturnType<typeof aHost>>
  beforeEach(async () => {
    await plantOwner()
    coHost = await aHost(w)
    await w.db.updateTable('registry').set({ co_host_id: coHost.id }).where('id', '=', registry.id).execute()
  })
  test.each(ownersOnly)('%s is not for him, and changes nothing', async name => {
    const call = orNotFound(handler.find(one => nameOf(one) === name))
    const before = await theirs()
    const { status } = await ask(call, inputOf(call), coHost.token)
    expect(status).toBe(/^\/v2\/|move-change/.test(call.endpoint.path) ? 404 : 403)
    expect(await theirs()).toEqual(before)
  })
  const shared = handler.filter(
    call => call.endpoint.who === 'customer' && !ownersOnly.includes(nameOf(call)),
  )
  test.each(shared.map(call => [nameOf(call), call] as const))('%s is open to him', async (name, call) => {
    const { status } = await ask(call, inputOf(call), coHost.token)
    expect(status).toBe(otherwise[name] ?? 200)
  })
})

const typedInto = handler.flatMap(call => {
  const schema: object = z.toJSONSchema(call.endpoint.input, { io: 'input', unrepresentable: 'any' })
  const texts = textFields(schema)
  return texts.map(path => [nameOf(call), path.join('.'), call, path] as const)
})
/** Each field meets a third of the texts in the quick run, in turn, and all of them in the whole one. */
const turns = process.env.TEST_FULL ? 1 : 3
const tried = typedInto.map(
  (one, turn) => [...one, nasty().filter((_, index) => index % turns === turn % turns)] as const,
)
test.each(tried)('%s takes or refuses whatever is typed into %s', async (_, __, call, path, texts) => {
  const session = await aHost(w)
  for (const typed of texts) {
    const { status } = await ask(call, put(inputOf(call), path, typed), session.token)
    expect({ typed: typed.slice(0, 20), status }).toEqual({
      typed: typed.slice(0, 20),
      status: expect.toSatisfy((one: number) => one < 500),
    })
  }
})

test('what is private is on no page for machines', async () => {
  for (const path of ['/sitemap.xml', '/robots.txt', '/api/openapi.json'])
    expect(await (await w.request(path)).text()).not.toContain(secrets.word)
})

/** What databases, parsers and people stumble over. */
function nasty(): string[] {
  return [
    '\0',
    'a\0b',
    '\ud800',
    '\ufeffx',
    '\u202Eabc',
    'e\u0301'.repeat(40),
    '\u200b\u200b\u200b',
    "'; drop table registry; --",
    '"><script>alert(1)</script>',
    '{{7*7}}',
    '%00%c0%af',
    '1e309',
    '-99999999999999999999',
    'x'.repeat(30_000),
    '👩‍👩‍👧‍👦'.repeat(30),
  ]
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Where in an input a text may stand. */
function textFields(schema: Schema, at: (string | number)[] = []): (string | number)[][] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, inner]) => textFields(inner, [...at, name]))
  if (schema.items) return textFields(schema.items, [...at, 0])
  return at.length > 0 ? [at] : []
}

function put(input: unknown, [step, ...rest]: (string | number)[], value: string): object {
  if (typeof step === 'number') return [rest.length ? put((input as unknown[])?.[0], rest, value) : value]
  const object = { ...(input as Record<string, unknown>) }
  if (step !== undefined) object[step] = rest.length ? put(object[step], rest, value) : value
  return object
}
