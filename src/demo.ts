import type { Hono } from 'hono'
import type { EmbeddedShop } from '../shop/app.ts'
import { dayInAthens } from './base/dates.ts'
import { type DemoGift, type DemoRegistry, type DemoWish, demoRegistries } from './demo-registries.ts'
import type { Config } from './server/config.ts'

/** The host of the demonstration, whose password every start prints; in an open one it has another (R952). */
export const demoHost = { email: 'demo@doron.example', password: 'pomegranate' }

interface DemoDependencies {
  config: Config
  /** The host's password. */
  password: string
  /** Confirms the e-mail of an account, as its owner would by the link in the e-mail. */
  confirmEmail(email: string): Promise<void>
}

interface AddedGift {
  product_id: number
  variant_id?: number
  group: boolean
}

/**
 * Fills a fresh demonstration through the product's own calls: a host, registries of several kinds with gifts, and givers
 * who pay in the embedded shop. Does nothing and answers false when the host exists already.
 */
export async function createDemoData(
  app: Hono,
  shop: EmbeddedShop,
  { config, password, confirmEmail }: DemoDependencies,
): Promise<boolean> {
  const api = createApiClient(app, config)
  const person = {
    email: demoHost.email,
    password,
    repassword: password,
    name: 'Ελένη',
    surname: 'Δοκιμαστική',
  }
  const { success, data: registered } = await api.post<{ token: string }>('/register?lang=el', person)
  if (!success) return false
  const { token } = registered
  await confirmEmail(demoHost.email)
  for (const demo of demoRegistries(dayInAthens(new Date()))) await createRegistry(api, shop, token, demo)
  // The session of this program is not one of the host's devices.
  await api.post('/logout', {}, token)
  return true
}

/** Makes one registry with its gifts and what was given of them. */
async function createRegistry(api: ApiClient, shop: EmbeddedShop, token: string, demo: DemoRegistry) {
  const { data: registry } = await api.post<{ id: string }>('/registry/save', demo.draft, token)
  const gifts = new Map<string, AddedGift>()
  for (const wish of demo.wishes) {
    const gift = await addWish(api, { token, registryId: registry.id }, wish)
    if (gift) gifts.set(wish.name, gift)
  }
  for (const [index, demoGift] of demo.given.entries()) {
    const gift = gifts.get(demoGift.gift)
    if (gift) await giveGift(api, shop, registry.id, gift, demoGift, `${demo.key}-giver-${index + 1}`)
  }
  if (demo.revealDay)
    await api.post(
      '/registry/change-surprise',
      { id: registry.id, surprise: '1', reveal_day: demo.revealDay },
      token,
    )
}

interface ApiAnswer<T = Record<string, unknown>> {
  success: boolean
  message: string
  data: T
}

/** Calls the API over HTTP, as any other program does. */
interface ApiClient {
  post<T>(path: string, input: object, token?: string): Promise<ApiAnswer<T>>
  get<T>(path: string): Promise<ApiAnswer<T>>
}

function createApiClient(app: Hono, config: Config): ApiClient {
  const send = async (path: string, init: RequestInit) => {
    const answer = await app.fetch(new Request(`${config.SITE_URL}/api${path}`, init))
    return answer.json()
  }
  return {
    post(path, input, token) {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      return send(path, { method: 'POST', headers, body: JSON.stringify(input) })
    },
    get: path => send(path, {}),
  }
}

/** Adds the shop's product of that name to the registry, with its first available variant; null when there is none. */
async function addWish(
  { get, post }: ApiClient,
  { token, registryId }: { token: string; registryId: string },
  wish: DemoWish,
): Promise<AddedGift | null> {
  const { data: products } = await get<{ id: number }[]>(
    `/bigcommerce/products?lang=en&search=${encodeURIComponent(wish.name)}`,
  )
  const product = products[0]
  if (!product) return null
  const { data } = await get<{ variants: { id: number; available: number }[]; options: object[] }>(
    `/bigcommerce/product?lang=en&id=${product.id}`,
  )
  const variant = data.options.length > 0 ? data.variants.find(({ available }) => available)?.id : undefined
  const line = { product_id: product.id, ...(variant !== undefined && { variant_id: variant }) }
  const { quantity = 1, group = false, wanted = false } = wish
  const gift = { ...line, quantity, is_group_gifting: group, must_have: wanted }
  await post('/me/registry/add/products', { registry_id: registryId, products: [gift] }, token)
  return { ...line, group }
}

/** Does what a guest does: passes the cart to the shop and pays there. */
async function giveGift(
  { post }: ApiClient,
  shop: EmbeddedShop,
  registryId: string,
  gift: AddedGift,
  demoGift: DemoGift,
  key: string,
): Promise<void> {
  const { group, ...line } = gift
  const amount = group
    ? { quantity: 1, is_group_gifting: true, list_price: demoGift.amount }
    : { quantity: demoGift.amount }
  const { success, data } = await post<{ redirects: { checkout_url: string } }>('/cart/create', {
    registry_id: registryId,
    giver_name: demoGift.giver,
    message: demoGift.message,
    idempotency_key: key,
    line_items: [{ ...line, ...amount }],
  })
  const cartId = success && new URL(data.redirects.checkout_url).searchParams.get('id')
  if (cartId) await shop.actions.pay(cartId, { email: `${key}@doron.example` })
}
