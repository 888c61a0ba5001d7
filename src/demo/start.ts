import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { EmbeddedShop } from '../../shop/app.ts'
import type * as Product from '../app.ts'
import { addDays, type Day, dayInAthens } from '../base/dates.ts'
import { paths } from '../base/paths.ts'
import type { AppModule } from '../main/environment.ts'
import { nameRelease, type Release } from '../main/release.ts'
import type { Config } from '../server/config.ts'
import { isDemonstration } from '../server/loopback.ts'
import { storefrontAddresses } from '../server/storefronts.ts'
import { createDemoPassword, newDemoPassword, refuseOpenDemonstration, wasDemoOpen } from './access.ts'
import { markDemonstration } from './half.ts'
import { demoStaff } from './pages.ts'
import registries from './registries.json' with { type: 'json' }

/**
 * To be called before anything is opened: refuses a demonstration that others can reach, or, where that is on purpose,
 * makes its password and prints it at once, because only a digest is kept (R951, R952). `lock` is to be called before
 * the port is open, `fill` after it.
 */
export function prepareDemonstration(config: Config) {
  refuseOpenDemonstration(config)
  const isOpen = config.SHOP_STORE_HASH === undefined && !isDemonstration(config)
  const newPassword = isOpen ? createDemoPassword(config.DATA_DIR) : null
  const { email, password: known } = demoHost
  const password = isOpen ? newDemoPassword() : known
  if (newPassword) say(`Back office and e-mails ask for a password: ${newPassword} (any name)`)
  let isKnown = !isOpen && !wasDemoOpen(config.DATA_DIR)
  return {
    /**
     * Takes the published password from the host of a demonstration that was this machine's alone until now, and makes
     * or ends its staff person.
     */
    async lock(product: AppModule, dependencies: Product.AppDependencies): Promise<void> {
      await product.createOrEndDemoStaff(dependencies, demoStaff, isDemonstration(config))
      if (!isOpen) return
      isKnown = await product.replaceKnownPassword(dependencies, { email, known, password })
      if (isKnown) say(`The demo host has a new password: ${password}`)
    },
    /** Makes the demo host and registry; returns the host's password, null when it was printed at a former start. */
    async fill(
      app: Hono,
      shop: EmbeddedShop,
      product: AppModule,
      dependencies: Product.AppDependencies,
    ): Promise<string | null> {
      const confirmEmail = (address: string) => product.confirmAccountEmail(dependencies, address)
      const begin = () => markDemonstration(config.DATA_DIR, 'half')
      const isNew = await createDemoData(app, shop, { config, password, confirmEmail, begin })
      markDemonstration(config.DATA_DIR, 'whole')
      return isNew || isKnown ? password : null
    },
  }
}

interface Opened {
  release: Release
  /** Whether the shop is the embedded one. */
  isDemo: boolean
  /** That of the demo host; null when it was printed at a former start. */
  password: string | null
}

/** Prints the addresses of the site, and, given the embedded shop, of the demonstration. */
export function printAddresses(config: Config, { release, isDemo, password }: Opened): void {
  const { SITE_NAME, SITE_URL } = config
  say(`${SITE_NAME} ${nameRelease(release)} is open at ${SITE_URL}`)
  if (!isDemo) return
  console.log(`  A demo host     ${demoHost.email} · password ${password ?? 'as printed before'}`)
  const { en, el } = storefrontAddresses(config)
  console.log(`  The shop        ${el === en ? en : `${en} · in Greek ${el}`}`)
  console.log(`  Its back office ${SITE_URL}/shop/admin`)
  if (config.STAFF_CONSOLE && isDemonstration(config)) {
    const { email, password: staffPassword } = demoStaff
    console.log(`  The console     ${SITE_URL}${paths.staff}`)
    console.log(
      `    sign in with  ${email} · password ${staffPassword} · time code of ${SITE_URL}/dev/time-code`,
    )
  }
  console.log(`  E-mails sent    ${SITE_URL}/dev/mail\n`)
}

/** Prints that a process without pages is at work. */
export function printWorker({ SITE_NAME, PORT }: Config, release: Release): void {
  say(`${SITE_NAME} ${nameRelease(release)} does the jobs; /readyz is on port ${PORT}`)
}

function say(sentence: string): void {
  console.log(`\n  ${sentence}\n`)
}

interface DemoWish {
  /** The product's English name in the shop. */
  name: string
  quantity?: number
  group?: boolean
  wanted?: boolean
  /** The hosts' own words about it. */
  note?: string
}

interface DemoGift {
  giver: string
  gift: string
  /** Units, or whole euro towards a group gift. */
  amount: number
  message: string
}

interface DemoRegistry {
  key: string
  /** Surprise mode is on until the revealing. */
  inDays: { event: number; end: number; reveal?: number }
  /** The fields of the form to create it. */
  draft: object
  wishes: DemoWish[]
  given: DemoGift[]
}

/** The registries of the demo host, the newest last: a wedding, a baptism, a class present and a surprise. */
const demoRegistries: DemoRegistry[] = registries

/** All people and addresses here are invented. */
const everywhere = {
  registry_status: 'public',
  home_address: {
    street: 'Οδός Ρόδων 12',
    country: 'GR',
    region: 'GR-J',
    city: 'Ναύπλιο',
    postcode: '211 00',
    phone: '2752000000',
  },
  same_as_home: true,
  terms: true,
}

/** The host of the demonstration, whose password every start prints; in an open one it has another (R952). */
export const demoHost = { email: 'demo@doron.example', password: 'pomegranate' }

interface DemoDependencies {
  config: Config
  password: string
  /** Confirms the e-mail of an account, as its owner would by the link in the e-mail. */
  confirmEmail(email: string): Promise<void>
  /** Called once there is a host, and before there is anything else. */
  begin(): void
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
async function createDemoData(
  app: Hono,
  shop: EmbeddedShop,
  { config, password, confirmEmail, begin }: DemoDependencies,
): Promise<boolean> {
  const api = createApiClient(app, config)
  const person = {
    email: demoHost.email,
    password,
    repassword: password,
    name: 'Ελένη',
    surname: 'Μαυρίδη',
  }
  const { success, data: registered } = await api.post<{ token: string }>('/register?lang=el', person)
  if (!success) return false
  begin()
  const { token } = registered
  await confirmEmail(demoHost.email)
  const today = dayInAthens(new Date())
  for (const demo of demoRegistries) await createRegistry(api, shop, { token, today }, demo)
  // The session of this program is not one of the host's devices.
  await api.post('/logout', {}, token)
  return true
}

/** Makes one registry with its gifts and what was given of them. */
async function createRegistry(
  api: ApiClient,
  shop: EmbeddedShop,
  { token, today }: { token: string; today: Day },
  { key, inDays, draft, wishes, given }: DemoRegistry,
) {
  const days = { registry_date: addDays(today, inDays.event), end_date: addDays(today, inDays.end) }
  // By the key a form that is sent again makes no second registry.
  const fields = { ...everywhere, ...draft, ...days, draft_key: `demonstration ${key}` }
  const { data: registry } = await api.post<{ id: string }>('/registry/save', fields, token)
  const gifts = new Map<string, AddedGift>()
  for (const wish of wishes) {
    const gift = await addWish(api, { token, registryId: registry.id }, wish)
    if (gift) gifts.set(wish.name, gift)
  }
  for (const [index, demoGift] of given.entries()) {
    const gift = gifts.get(demoGift.gift)
    if (gift) await giveGift(api, shop, registry.id, gift, demoGift, `${key}-giver-${index + 1}`)
  }
  if (inDays.reveal === undefined) return
  const surprise = { id: registry.id, surprise: '1', reveal_day: addDays(today, inDays.reveal) }
  const { success, message } = await api.post('/registry/change-surprise', surprise, token)
  if (!success) say(`The demonstration lacks the surprise of one registry: ${message}`)
}

interface ApiAnswer<T = Record<string, unknown>> {
  success: boolean
  message: string
  data: T
}

const maxTries = 60
const retryMs = 1000

/** Calls the API over HTTP, as any other program does. */
interface ApiClient {
  post<T>(path: string, input: object, token?: string): Promise<ApiAnswer<T>>
  get<T>(path: string): Promise<ApiAnswer<T>>
}

function createApiClient(app: Hono, config: Config): ApiClient {
  /** What a busy machine refuses is asked again, and said: the demonstration is whole or still being filled. */
  const send = async (path: string, init: RequestInit) => {
    for (let tries = 1; ; tries++) {
      const answer = await app.fetch(new Request(`${config.SITE_URL}/api${path}`, init))
      const isBusy = answer.status >= 500 || answer.status === 429
      if (!isBusy || tries === maxTries) return answer.json()
      say(`The demonstration is still being filled: ${path} answered ${answer.status} and is tried again`)
      await wait(retryMs)
    }
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
  const { quantity = 1, group = false, wanted = false, note } = wish
  const gift = { ...line, quantity, is_group_gifting: group, must_have: wanted, note }
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
