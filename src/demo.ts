import type { Hono } from 'hono'
import type { EmbeddedShop } from '../shop/app.ts'
import { addDays, dayInAthens } from './base/dates.ts'
import type { Config } from './server/config.ts'

/** The host of the demonstration, printed at every start beside the embedded shop. */
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

const wishes: [name: string, quantity: number, more?: { group?: true; wanted?: true }][] = [
  ['Stoneware teapot', 1, { wanted: true }],
  ['Three-seat sofa and reading lamp', 1, { group: true }],
  ['Bordeaux glasses', 2],
  ['City bicycle, pair', 1, { group: true }],
  ['Cabin suitcase', 2],
  ['Instant camera', 1],
  ['Olive tree', 2, { wanted: true }],
  ['Beeswax candles', 5],
  ['Walnut dining chair', 6],
  ['Sailing day around Hydra', 1, { group: true }],
  ['Wireless headphones', 1],
  ['Linen bath set', 1],
]

/** Who gave what, through the shop like everyone else: [giver, gift, units or euro, words]. */
const givers: [giver: string, gift: string, amount: number, message: string][] = [
  ['Κατερίνα Δοκιμή', 'Bordeaux glasses', 1, 'Στην υγειά σας!'],
  ['Sample & Sons', 'Three-seat sofa and reading lamp', 250, 'May it always be full of friends.'],
  ['Θείος Παράδειγμα', 'Three-seat sofa and reading lamp', 310, 'Με την αγάπη μας.'],
  ['Nikos Example', 'City bicycle, pair', 815, 'See you on the coast road.'],
  ['Μαίρη Υποθετική', 'Instant camera', 1, 'Να τη γεμίσετε χαρές.'],
  ['Team Placeholder', 'Beeswax candles', 3, 'Light for long evenings.'],
  ['Οικογένεια Δείγμα', 'Walnut dining chair', 2, 'Δύο θέσεις για εμάς.'],
  ['Anna Fictional', 'Sailing day around Hydra', 40, 'Fair winds!'],
  ['Γιαγιά Παράδειγμα', 'Linen bath set', 1, 'Καλορίζικα.'],
]

/** Fills a fresh demonstration: a host, a wedding registry, gifts, and givers who pay in the embedded shop. */
export async function welcome(app: Hono, shop: EmbeddedShop, config: Config): Promise<void> {
  const call = caller(app, config)
  const registered = await call('/register', {
    ...demoHost,
    repassword: demoHost.password,
    name: 'Ελένη',
    surname: 'Δοκιμαστική',
    lang: 'el',
  })
  if (!registered.success) return
  const token = registered.data.token as string
  const host = (path: string, input: object) => call(path, input, token)
  const { data: registry } = await host('/registry/save', wedding())
  const chosen = new Map<string, Gift>()
  for (const [name, quantity, more = {}] of wishes) {
    const gift = await wished(call, host, registry.id as string, name, quantity, more)
    if (gift) chosen.set(name, gift)
  }
  for (const [index, [giver, name, amount, message]] of givers.entries()) {
    const gift = chosen.get(name)
    if (gift) await given(call, shop, registry.id as string, gift, { giver, amount, message, index })
  }
}

type Answer = { success: boolean; data: Record<string, unknown> }
type Caller = (path: string, input: object, token?: string) => Promise<Answer>

/** Speaks to the API as any other program does. */
function caller(app: Hono, config: Config): Caller {
  return async (path, input, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const request = new Request(`${config.SITE_URL}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    return (await app.fetch(request)).json() as Promise<Answer>
  }
}

function wedding(): object {
  const today = dayInAthens(new Date())
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

interface Gift {
  product_id: number
  variant_id: number
  group: boolean
}

async function wished(
  call: Caller,
  host: Caller,
  registryId: string,
  name: string,
  quantity: number,
  more: { group?: true; wanted?: true },
): Promise<Gift | null> {
  const { product_id, variant_id } = (await productNamed(call, name)) ?? {}
  if (product_id === undefined) return null
  const wish = {
    product_id,
    variant_id,
    quantity,
    is_group_gifting: more.group ?? false,
    must_have: more.wanted ?? false,
  }
  await host('/me/registry/add/products', { registry_id: registryId, products: [wish] })
  return { product_id, variant_id: variant_id ?? 0, group: more.group ?? false }
}

/** The first product of that name, with its first variant where it has options. */
async function productNamed(
  call: Caller,
  name: string,
): Promise<{ product_id: number; variant_id: number } | null> {
  throw new Error(`${call.name} ${name}`)
}

async function given(
  call: Caller,
  shop: EmbeddedShop,
  registryId: string,
  gift: Gift,
  gave: { giver: string; amount: number; message: string; index: number },
): Promise<void> {
  const { group, ...line } = gift
  const { data } = await call('/cart/create', {
    registry_id: registryId,
    giver_name: gave.giver,
    message: gave.message,
    idempotency_key: `demonstration-${gave.index}`,
    line_items: [
      {
        ...line,
        ...(group
          ? { quantity: 1, is_group_gifting: true, list_price: gave.amount }
          : { quantity: gave.amount }),
      },
    ],
  })
  const { cart_id } = data as { cart_id?: string }
  if (cart_id) await shop.hands.pay(cart_id, { email: `giver${gave.index}@doron.example` })
}
