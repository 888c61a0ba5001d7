import type { Hono } from 'hono'
import type { EmbeddedShop } from '../shop/app.ts'
import { addDays, type Day, dayInAthens } from './base/dates.ts'
import type { Config } from './server/config.ts'

/** The host of the demonstration; every start with the embedded shop prints them. */
export const demoHost = { email: 'demo@doron.example', password: 'pomegranate' }

/** Greek in a shop that is nobody's: all people here are invented. */
const address = {
  street: 'Οδός Ρόδων 12',
  country: 'GR',
  region: 'GR-J',
  city: 'Ναύπλιο',
  postcode: '211 00',
  phone: '2752000000',
}

interface Wish {
  /** As the shop names it in English. */
  name: string
  quantity?: number
  group?: true
  wanted?: true
}

const wishes: Wish[] = [
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

interface DemoParts {
  config: Config
  /** Confirms the e-mail of an account, as its owner would by the link they were sent. */
  confirmEmail(email: string): Promise<void>
}

interface Host {
  token: string
  registryId: string
}

interface Gift {
  line: { product_id: number; variant_id?: number }
  group: boolean
}

/**
 * Fills a fresh demonstration through the product's own calls: a host, a wedding registry with gifts, and givers
 * who pay in the embedded shop. Does nothing where the host exists already.
 */
export async function createDemoData(
  app: Hono,
  shop: EmbeddedShop,
  { config, confirmEmail }: DemoParts,
): Promise<void> {
  const api = createCaller(app, config)
  const person = { ...demoHost, repassword: demoHost.password, name: 'Ελένη', surname: 'Δοκιμαστική' }
  const { success, data: registered } = await api.post<{ token: string }>('/register?lang=el', person)
  if (!success) return
  const { token } = registered
  await confirmEmail(demoHost.email)
  const { data: registry } = await api.post<{ id: string }>(
    '/registry/save',
    wedding(dayInAthens(new Date())),
    token,
  )
  const host = { token, registryId: registry.id }
  const gifts = new Map<string, Gift | null>()
  for (const wish of wishes) gifts.set(wish.name, await addWish(api, host, wish))
  for (const [index, demoGift] of demoGifts.entries()) {
    const gift = gifts.get(demoGift.gift)
    if (gift) await give(api, shop, host.registryId, gift, demoGift, `demo-giver-${index + 1}`)
  }
}

interface Answer<T = Record<string, unknown>> {
  success: boolean
  message: string
  data: T
}

/** Calls the API as any other program does. */
interface Caller {
  post<T>(path: string, input: object, token?: string): Promise<Answer<T>>
  get<T>(path: string): Promise<Answer<T>>
}

function createCaller(app: Hono, config: Config): Caller {
  const ask = async (path: string, init: RequestInit) => {
    const answer = await app.fetch(new Request(`${config.SITE_URL}/api${path}`, init))
    return answer.json()
  }
  return {
    post(path, input, token) {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      return ask(path, { method: 'POST', headers, body: JSON.stringify(input) })
    },
    get: path => ask(path, {}),
  }
}

function wedding(today: Day): object {
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

/** The shop's product of that name as a gift of the registry; with its first variant where it has options. */
async function addWish({ get, post }: Caller, host: Host, wish: Wish): Promise<Gift | null> {
  const { data: found } = await get<{ id: number }[]>(
    `/bigcommerce/products?lang=en&search=${encodeURIComponent(wish.name)}`,
  )
  const product = found[0]
  if (!product) return null
  const { data } = await get<{ variants: { id: number; available: number }[]; options: object[] }>(
    `/bigcommerce/product?lang=en&id=${product.id}`,
  )
  const variant = data.options.length > 0 ? data.variants.find(one => one.available)?.id : undefined
  const line = { product_id: product.id, ...(variant !== undefined && { variant_id: variant }) }
  const { quantity = 1, group = false, wanted = false } = wish
  const gift = { ...line, quantity, is_group_gifting: group, must_have: wanted }
  await post('/me/registry/add/products', { registry_id: host.registryId, products: [gift] }, host.token)
  return { line, group }
}

/** What a guest does: the cart is passed to the shop, and paid there. */
async function give(
  { post }: Caller,
  shop: EmbeddedShop,
  registryId: string,
  gift: Gift,
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
