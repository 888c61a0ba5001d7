import { calls } from '../../src/app.ts'
import type { Handler } from '../../src/server/context/handler.ts'
import { lineOf } from '../builders.ts'
import type { TestApp } from '../test-app.ts'
import { type PrivateRegistry, secretAddress, secrets } from './private-registry.ts'
import type { Host, RegistryState } from './registry-states.ts'

/** Every call that is served over HTTP. */
export const publicCalls = calls.filter(({ endpoint }) => !endpoint.inside)

/** Method and path, as `callInputs` names a call. */
export const callName = ({ endpoint }: Handler) => `${endpoint.method} ${endpoint.path}`

/** The same calls as rows of `test.each`: name and handler. */
export const publicCallsByName = publicCalls.map(call => [callName(call), call] as const)

let visitorCount = 0

/** Sends a call from an address that no other call came from, so that rate limits stay out of the way. */
export function callAsVisitor(app: TestApp, call: Handler, input: object, token?: string) {
  return app.call<unknown>(call.endpoint, input, {
    ...(token && { as: token }),
    from: `10.1.${visitorCount >> 8}.${visitorCount++ & 255}`,
  })
}

const registryDraft = {
  type: 'wedding',
  name: 'Ελένη',
  surname: 'Δοκιμή',
  registry_name: 'Μια λίστα',
  registry_date: '2027-06-19',
  guest_count: 9,
  home_address: secretAddress,
  same_as_home: true,
  terms: true,
}

/** A valid input of each call (R929, R932, R933); whoever adds a call adds its line here. */
export const callInputs: Record<string, (owned: PrivateRegistry) => Record<string, unknown>> = {
  'POST /register': () => ({
    name: 'Νίκη',
    surname: 'Δοκιμή',
    email: `new${visitorCount}@owner.example`,
    password: 'abcdef',
    repassword: 'abcdef',
  }),
  // About one e-mail the shop is asked a few times only, and then the answer is 503.
  'POST /login': () => ({ email: `nobody${visitorCount}@owner.example`, password: 'abcdef' }),
  'POST /logout': () => ({}),
  'GET /me': () => ({}),
  'POST /me/shop-tie': () => ({ password: 'abcdef' }),
  'POST /me/update': () => ({ name: 'Νίκη', surname: 'Δοκιμή', language: 'el' }),
  'POST /me/password-update': () => ({
    current_password: 'abcdef',
    password: 'ghijkl',
    repassword: 'ghijkl',
  }),
  'POST /me/proof': () => ({ password: 'abcdef' }),
  'GET /me/proof': () => ({}),
  'GET /me/second-factor': () => ({}),
  'POST /me/second-factor/setup': () => ({}),
  'POST /me/second-factor': () => ({ setup: 'x', code: '123456' }),
  'POST /me/second-factor/recovery-codes': () => ({}),
  'POST /me/second-factor/remove': () => ({}),
  'POST /second-factor-recovery/stop': () => ({ code: 'x' }),
  'POST /me/email-change': () => ({ email: 'new@owner.example', password: 'abcdef' }),
  'GET /me/email-change': () => ({}),
  'POST /me/email-change/cancel': () => ({}),
  'POST /email-change/confirm': () => ({ code: 'x' }),
  'POST /email-change/stop': () => ({ code: 'x' }),
  'GET /me/sessions': () => ({}),
  'POST /me/sessions/end': () => ({}),
  'POST /me/data': () => ({}),
  'POST /me/deactivate': () => ({ password: 'abcdef' }),
  'POST /email-confirmation': () => ({ code: 'x' }),
  'POST /email-confirmation-check': () => ({ code: 'x' }),
  'POST /email-confirmation-send': () => ({ email: 'nobody@owner.example' }),
  'POST /password-email': () => ({ email: 'nobody@owner.example' }),
  'POST /password-code-check': () => ({ email: 'nobody@owner.example', code: 'x' }),
  'POST /password-reset': () => ({ email: 'nobody@owner.example', code: 'x', password: 'abcdef' }),
  'GET /bigcommerce/products': () => ({ search: 'tea' }),
  'GET /bigcommerce/categories': () => ({}),
  'GET /bigcommerce/product': ({ gift }) => ({ id: gift.productId }),
  'POST /cart/create': ({ registry, gift }) => ({
    registry_id: registry.code,
    line_items: [lineOf(gift, { units: 1 })],
  }),
  'POST /cart/status': () => ({ reference: 'no-such-reference' }),
  'POST /cart/own': () => ({}),
  'POST /cart/resume': () => ({ reference: 'no-such-reference' }),
  'POST /cart/end': () => ({ reference: 'no-such-reference' }),
  'POST /my-gift/show': () => ({ token: 'no-such-token' }),
  'POST /my-gift/change': () => ({ token: 'no-such-token', visibility: 'full' }),
  'POST /my-gift/withdraw': () => ({ token: 'no-such-token' }),
  'POST /registry/gifts-received': ({ registry }) => ({ registry_id: registry.code }),
  'POST /registry/thank': ({ registry, orderId }) => ({
    registry_id: registry.code,
    order_id: orderId,
    thanked: true,
  }),
  'POST /registry/show/products': ({ registry }) => ({ registry_id: registry.code }),
  'POST /registry/show/unavailable': ({ registry }) => ({ registry_id: registry.code }),
  'POST /registry/show/statistic': ({ registry }) => ({ registry_id: registry.code }),
  'POST /me/registry/add/products': ({ registry, gift }) => ({
    registry_id: registry.code,
    products: [{ product_id: gift.productId }],
  }),
  'POST /me/registry/change/product': ({ gift }) => ({ gift_id: gift.id, quantity: 4 }),
  'POST /me/registry/remove/product': ({ gift }) => ({ gift_id: gift.id }),
  'POST /me/registry/move/product': ({ gift }) => ({ gift_id: gift.id, place: 1 }),
  'POST /me/registry/show/substitutes': ({ gift }) => ({ gift_id: gift.id }),
  'POST /me/registry/swap/product': ({ gift }) => ({ gift_id: gift.id, product_id: gift.productId }),
  'POST /registry/types': () => ({}),
  'POST /registry/type': () => ({ slug: 'wedding' }),
  'POST /registry/save': () => registryDraft,
  'POST /registry/find': ({ registry }) => ({ id: registry.code }),
  'POST /customer/registries': () => ({}),
  'POST /registry/settings': ({ registry }) => ({ id: registry.code }),
  'GET /registry/slug/check': ({ registry }) => ({ id: registry.code, slug: `nikh-kai-aris-${registry.id}` }),
  'POST /registry/hosts': ({ registry }) => ({ id: registry.code }),
  'POST /registry/co-host/invite': ({ registry }) => ({ id: registry.code, email: 'co-host@owner.example' }),
  'POST /registry/co-host/remove': ({ registry }) => ({ id: registry.code }),
  'POST /co-host/invitation': () => ({ code: 'no-such-code' }),
  'POST /co-host/accept': () => ({ code: 'no-such-code' }),
  'POST /registry/photo/add': ({ registry }) => ({ id: registry.code, role: 'letter' }),
  'POST /registry/photo/change': ({ registry }) => ({ id: registry.code, photo: '/images/x.jpg' }),
  'POST /registry/update': ({ registry }) => ({ id: registry.code, message: 'νέο' }),
  'POST /registry/change-searchable': ({ registry }) => ({ id: registry.code, searchable: false }),
  'POST /registry/change-surprise': ({ registry }) => ({ id: registry.code, surprise: true }),
  'POST /me/registry/delete': ({ registry }) => ({ registry_id: registry.code }),
  'GET /places': () => ({ country: 'GR' }),
  'GET /places/suggest': () => ({ q: 'Ναύπ' }),
  'GET /shop/page': () => ({ path: '/no-such-page' }),
  'GET /shop/navigation': () => ({}),
  'GET /notification/ad': () => ({}),
  'POST /contact': () => ({ name: 'Νίκη', email: 'niki@owner.example', message: 'Μια ερώτηση για εσάς' }),
  'GET /v2/invitation-content/list/:registry': ({ registry }) => ({ registry: registry.code }),
  'POST /v2/invitation-content/save': ({ registry }) => ({
    registry_id: registry.code,
    font_family: 'literata',
    text_color: '#000000',
    background_color: '#ffffff',
    font_size: 18,
    text_align: 'left',
    subject: 'Ελάτε',
    message: 'Ελάτε',
  }),
  'GET /me/registry/day/:registry': ({ registry }) => ({ registry: registry.code }),
  'POST /me/registry/day': ({ registry }) => ({ registry_id: registry.code, venue: 'Άγιος Νικόλαος' }),
  'POST /me/registry/day/renew-link': ({ registry }) => ({ registry_id: registry.code }),
  'GET /v2/invitation/list': ({ registry }) => ({ registry_id: registry.code }),
  'POST /v2/invitation/send': ({ registry }) => ({
    registry_id: registry.code,
    emails: 'guest@owner.example',
  }),
  'POST /v2/invitation/invite-guests': ({ registry }) => ({ registry_id: registry.code }),
  'POST /v2/invitation/test': ({ registry }) => ({ registry_id: registry.code }),
  'POST /v2/invitation/resend': ({ registry, guest }) => ({ registry_id: registry.code, id: guest.id }),
  'POST /v2/invitation/remove': ({ registry, guest }) => ({ registry_id: registry.code, id: guest.id }),
  'POST /me/registry/guests': ({ registry }) => ({ registry_id: registry.code }),
  'POST /me/registry/guest/save': ({ registry, guest }) => ({
    registry_id: registry.code,
    id: guest.id,
    name: 'Νέο',
  }),
  'POST /me/registry/guest/remove': ({ registry, guest }) => ({ registry_id: registry.code, id: guest.id }),
  'POST /me/registry/guest/import': ({ registry }) => ({ registry_id: registry.code, list: 'Άννα' }),
  'POST /me/registry/guest/import/preview': ({ registry }) => ({ registry_id: registry.code, list: 'Άννα' }),
  'POST /v2/send-sms': ({ registry }) => ({
    registry_id: registry.code,
    phone: String(6_940_000_000 + visitorCount),
    message: 'Ελάτε',
  }),
  'POST /guest/invitation': () => ({ token: '1-no-such-token' }),
  'POST /guest/opened': () => ({ token: '1-no-such-token' }),
  'POST /guest/reply': () => ({ token: '1-no-such-token', reply: 'not_coming' }),
  'POST /guest/day': () => ({ token: '1-no-such-token' }),
  'POST /guest/day/reply': () => ({ token: '1-no-such-token', name: 'Νίκη', reply: 'not_coming' }),
  'POST /guest/stop-invitations': () => ({ token: '1-no-such-token' }),
  'GET /v2/get-gifts': ({ registry }) => ({ registry_id: registry.code }),
  'POST /v2/create-gift-certificate': ({ gift, funded }) => ({ gift_id: gift.id, id: funded.id }),
  'GET /v2/create-gift-certificate': ({ gift, funded }) => ({ gift_id: gift.id, id: funded.id }),
  'POST /v2/set-redeem': ({ gift, funded }) => ({ gift_id: gift.id, id: funded.id, with_own_money: true }),
  'GET /v2/set-redeem': ({ gift, funded }) => ({ gift_id: gift.id, id: funded.id }),
  'POST /me/registry/move-change': ({ gift, funded, target }) => ({
    gift_id: gift.id,
    id: funded.id,
    to: target.id,
  }),
  'GET /me/registry/statement': ({ registry }) => ({ registry_id: registry.code }),
  'GET /v2/find-registry': () => ({ q: secrets.word }),
}

/** The input of a call about that registry; empty where the call has no line. */
export function inputFor(call: Handler, owned: PrivateRegistry): Record<string, unknown> {
  return callInputs[callName(call)]?.(owned) ?? {}
}

/** Whether the call's input says which registry, gift or guest is meant, or its words: not so with a call about an account. */
export const isAboutRegistry = (name: string): boolean =>
  /registry\.code|gift\.id|guest\.id|secrets\.word/.test(String(callInputs[name]))

/** Everything that the calls about that registry take, in one form. */
export function formOfAllCalls(owned: PrivateRegistry): Record<string, string> {
  const inputs = Object.entries(callInputs).filter(([name]) => name.includes('registry'))
  const all: Record<string, unknown> = Object.assign({}, ...inputs.map(([, inputFor]) => inputFor(owned)))
  const texts = Object.entries(all).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]))
}

/** What the owner gets for these inputs where it is not 200: they name something that does not exist or is not allowed. */
export const ownerStatuses: Record<string, number> = {
  'POST /login': 401,
  // Without a picture, and of none that the registry has.
  'POST /registry/photo/add': 422,
  'POST /registry/photo/change': 404,
  'POST /email-confirmation': 422,
  'POST /email-confirmation-check': 422,
  'POST /email-change/confirm': 422,
  'POST /email-change/stop': 422,
  'POST /me/email-change': 422,
  'POST /me/proof': 422,
  'POST /password-code-check': 422,
  'POST /password-reset': 422,
  'POST /me/password-update': 422,
  'POST /me/deactivate': 422,
  // The account did not come from the shop.
  'POST /me/shop-tie': 404,
  // A wrong first code of a setup, and, as they have no second factor, nothing to renew, to remove or to keep.
  'POST /me/second-factor': 422,
  'POST /me/second-factor/recovery-codes': 409,
  'POST /me/second-factor/remove': 409,
  'POST /second-factor-recovery/stop': 422,
  'POST /co-host/invitation': 404,
  'POST /co-host/accept': 404,
  'POST /me/registry/delete': 409,
  'POST /me/registry/swap/product': 409,
  'POST /cart/status': 404,
  'POST /cart/resume': 404,
  'POST /cart/end': 404,
  'POST /my-gift/show': 404,
  'POST /my-gift/change': 404,
  'POST /my-gift/withdraw': 404,
  'POST /v2/invitation/remove': 404,
  'POST /guest/invitation': 404,
  'POST /guest/opened': 404,
  'POST /guest/reply': 404,
  'POST /guest/day': 404,
  'POST /guest/day/reply': 404,
  'POST /guest/stop-invitations': 404,
  'GET /v2/set-redeem': 409,
  'GET /shop/page': 404,
}

/** What a registry that takes no more refuses, in the state that it is. */
const statusesIn: Partial<Record<RegistryState, Record<string, number>>> = {
  closed: { 'POST /cart/create': 409, 'POST /me/registry/move-change': 409 },
  'paid out': {
    'POST /cart/create': 409,
    'POST /me/registry/delete': 200,
    'POST /v2/create-gift-certificate': 409,
    'POST /v2/set-redeem': 409,
    // The gift card that the money has become (R905).
    'GET /v2/set-redeem': 200,
    'POST /me/registry/move-change': 409,
  },
}

/** The owner's calls about a registry that a co-host may see: to them it is the owner's alone, 403 (R218). */
const ownRegistryCalls = ['POST /me/registry/delete', 'POST /registry/co-host/invite']

/** Calls that take money out. They name a gift, not a registry, and a co-host gets the 404 of a missing one (R606). */
export const moneyCalls = [
  'POST /v2/create-gift-certificate',
  'GET /v2/create-gift-certificate',
  'POST /v2/set-redeem',
  'GET /v2/set-redeem',
  'POST /me/registry/move-change',
]

/** Calls for the owner alone; a co-host may make all the others. */
export const ownerOnlyCalls = [...ownRegistryCalls, ...moneyCalls]

/** What a host gets: the owner's answers, but for what is theirs alone. */
export function hostStatus(name: string, who: Host, state: RegistryState): number {
  if (who === 'co-host' && moneyCalls.includes(name)) return 404
  if (who === 'co-host' && ownerOnlyCalls.includes(name)) return 403
  return statusesIn[state]?.[name] ?? ownerStatuses[name] ?? 200
}

/** The input with another value at that path. */
export function setField(input: unknown, [step, ...rest]: (string | number)[], value: unknown): object {
  if (typeof step === 'number')
    return [rest.length ? setField((input as unknown[])?.[0], rest, value) : value]
  const object = { ...(input as Record<string, unknown>) }
  if (step !== undefined) object[step] = rest.length ? setField(object[step], rest, value) : value
  return object
}
