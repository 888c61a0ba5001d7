import type { Hono } from 'hono'
import type { EmbeddedShop } from '../shop/app.ts'
import { addDays, type Day, dayInAthens } from './base/dates.ts'
import type { Config } from './server/config.ts'

/** The host of the demonstration, whose password every start prints; in an open one it has another (R952). */
export const demoHost = { email: 'demo@doron.example', password: 'pomegranate' }

/** All people and addresses here are invented. */
const address = {
  street: 'Οδός Ρόδων 12',
  country: 'GR',
  region: 'GR-J',
  city: 'Ναύπλιο',
  postcode: '211 00',
  phone: '2752000000',
}

interface DemoWish {
  /** The product's English name in the shop. */
  name: string
  quantity?: number
  group?: true
  wanted?: true
}

const wishes: DemoWish[] = [
  { name: 'Stoneware teapot', wanted: true },
  { name: 'Three-seat sofa and reading lamp', group: true },
  { name: 'Bordeaux glasses', quantity: 2 },
  { name: 'City bicycle, pair', group: true },
  { name: 'Cabin suitcase', quantity: 2 },
  { name: 'Instant camera' },
  { name: 'Olive tree', quantity: 2, wanted: true },
  { name: 'Beeswax candles', quantity: 5 },
  { name: 'Walnut dining chair', quantity: 6 },
  { name: 'Sailing day around Hydra', group: true },
  { name: 'Wireless headphones' },
  { name: 'Linen bath set' },
]

interface DemoGift {
  giver: string
  gift: string
  /** Units, or whole euro towards a group gift. */
  amount: number
  message: string
}

const demoGifts: DemoGift[] = [
  { giver: 'Κατερίνα Δοκιμή', gift: 'Bordeaux glasses', amount: 1, message: 'Στην υγειά σας!' },
  {
    giver: 'Sample & Sons',
    gift: 'Three-seat sofa and reading lamp',
    amount: 250,
    message: 'May it always be full of friends.',
  },
  {
    giver: 'Θείος Παράδειγμα',
    gift: 'Three-seat sofa and reading lamp',
    amount: 310,
    message: 'Με την αγάπη μας.',
  },
  { giver: 'Nikos Example', gift: 'City bicycle, pair', amount: 815, message: 'See you on the coast road.' },
  { giver: 'Μαίρη Υποθετική', gift: 'Instant camera', amount: 1, message: 'Να τη γεμίσετε χαρές.' },
  { giver: 'Team Placeholder', gift: 'Beeswax candles', amount: 3, message: 'Light for long evenings.' },
  { giver: 'Οικογένεια Δείγμα', gift: 'Walnut dining chair', amount: 2, message: 'Δύο θέσεις για εμάς.' },
  { giver: 'Anna Fictional', gift: 'Sailing day around Hydra', amount: 40, message: 'Fair winds!' },
  { giver: 'Γιαγιά Παράδειγμα', gift: 'Linen bath set', amount: 1, message: 'Καλορίζικα.' },
]

interface DemoDependencies {
  config: Config
  /** The host's password. */
  password: string
  /** Confirms the e-mail of an account, as its owner would by the link in the e-mail. */
  confirmEmail(email: string): Promise<void>
}

interface DemoHost {
  token: string
  registryId: string
}

interface AddedGift {
  line: { product_id: number; variant_id?: number }
  group: boolean
}

/**
 * Fills a fresh demonstration through the product's own calls: a host, a wedding registry with gifts, and givers
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
  const { data: registry } = await api.post<{ id: string }>(
    '/registry/save',
    weddingDraft(dayInAthens(new Date())),
    token,
  )
  const host = { token, registryId: registry.id }
  const gifts = new Map<string, AddedGift | null>()
  for (const wish of wishes) gifts.set(wish.name, await addWish(api, host, wish))
  for (const [index, demoGift] of demoGifts.entries()) {
    const gift = gifts.get(demoGift.gift)
    if (gift) await giveGift(api, shop, host.registryId, gift, demoGift, `demo-giver-${index + 1}`)
  }
  return true
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

function weddingDraft(today: Day): object {
  return {
    type: 'wedding',
    name: 'Ελένη',
    surname: 'Δοκιμαστική',
    partner_name: 'Γιώργος',
    partner_surname: 'Υποδειγματικός',
    registry_name: 'Ελένη & Γιώργος',
    registry_date: addDays(today, 210),
    end_date: addDays(today, 240),
    guest_count: 140,
    registry_status: 'public',
    event_place: 'Ναύπλιο',
    greeting:
      'Έχουμε ήδη ο ένας τον άλλον. Αν θέλετε να μας χαρίσετε κάτι ακόμη, να τι θα έκανε το πρώτο μας σπίτι δικό μας.',
    home_address: address,
    same_as_home: true,
    terms: true,
  }
}

/** Adds the shop's product of that name to the registry, with its first available variant; null when there is none. */
async function addWish({ get, post }: ApiClient, host: DemoHost, wish: DemoWish): Promise<AddedGift | null> {
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
  await post('/me/registry/add/products', { registry_id: host.registryId, products: [gift] }, host.token)
  return { line, group }
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
  const amount = gift.group
    ? { quantity: 1, is_group_gifting: true, list_price: demoGift.amount }
    : { quantity: demoGift.amount }
  const { success, data } = await post<{ redirects: { checkout_url: string } }>('/cart/create', {
    registry_id: registryId,
    giver_name: demoGift.giver,
    message: demoGift.message,
    idempotency_key: key,
    line_items: [{ ...gift.line, ...amount }],
  })
  const cartId = success && new URL(data.redirects.checkout_url).searchParams.get('id')
  if (cartId) await shop.actions.pay(cartId, { email: `${key}@doron.example` })
}
