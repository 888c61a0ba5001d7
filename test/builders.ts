import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { catalogue } from '../shop/catalogue/index.ts'
import type { Product } from '../shop/catalogue/types.ts'
import { generateCode } from '../src/base/fields.ts'
import { createSessionToken, hashToken } from '../src/server/context/session.ts'
import { findRows, insertRow } from '../src/server/postgres/rows.ts'
import type { Tables } from '../src/server/postgres/tables.ts'
import { insertCatalogueProduct, nextProduct, productPools, setShopPrice } from './products.ts'
import type { AnyTestApp, TestApp } from './test-app.ts'

let rowCount = 0

/**
 * A customer with a session, and a confirmed e-mail unless told otherwise. Rows, not a registration: a password's hash
 * takes 45 ms, and tests move the clock by months, beyond the 30 days of a real session.
 */
export async function aHost(
  { db, clock }: AnyTestApp,
  name = 'Ελένη',
  { confirmed = true }: { confirmed?: boolean } = {},
) {
  const email = `host${++rowCount}@example.com`
  const { id } = await db
    .insertInto('customer')
    .values({
      email,
      email_key: email,
      name,
      surname: 'Δοκιμή',
      password_hash: '',
      language: 'el',
      confirmed_at: confirmed ? clock.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, hash } = createSessionToken()
  await insertSession({ db, clock }, id, hash)
  return { id, email, token }
}

async function insertSession(
  { db, clock }: Pick<AnyTestApp, 'db' | 'clock'>,
  customerId: number,
  hash: Buffer,
): Promise<void> {
  const expires_at = new Date(clock.now.getTime() + 400 * 86_400_000)
  // Tests that move the clock go on taking money out; those about the proof set its time themselves.
  const times = { expires_at, proved_at: expires_at, seen_at: expires_at }
  await db
    .insertInto('session')
    .values({ token_hash: hash, customer_id: customerId, ...times })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** They sign in anew, and have the token of before: after a restore all sessions have ended (R1261). */
export const signInAgain = (app: AnyTestApp, { id, token }: Pick<Host, 'id' | 'token'>) =>
  insertSession(app, id, hashToken(token))

export type Host = Awaited<ReturnType<typeof aHost>>

const address = {
  street: 'Αμαλίας 12',
  country: 'GR',
  region: 'GR-J',
  city: 'Ναύπλιο',
  postcode: '21100',
  phone: '+306941234567',
}

/** An open wedding registry of that host. */
export async function aRegistry(
  { db, clock }: AnyTestApp,
  host: { id: number },
  more: {
    privacy?: 'public' | 'shareable' | 'private'
    search_engines?: boolean
    closing_day?: string | null
    event_day?: string
    co_host_id?: number
    event_type?: string
    surprise?: boolean
  } = {},
) {
  return db
    .insertInto('registry')
    .values({
      code: generateCode(bytes => randomBytes(bytes)),
      customer_id: host.id,
      event_type: 'wedding',
      name: 'Ελένη',
      surname: 'Παπαδοπούλου',
      partner_name: 'Γιώργος',
      partner_surname: 'Γεωργίου',
      registry_name: 'Ελένη & Γιώργος',
      event_day: '2027-06-19',
      closing_day: '2027-07-19',
      guest_count: 120,
      privacy: 'public',
      home_address: JSON.stringify(address),
      shipping_address: JSON.stringify(address),
      terms_version: '1',
      terms_at: clock.now,
      ...more,
    })
    .returning(['id', 'code', 'version'])
    .executeTakeFirstOrThrow()
}

/** A photograph of that registry, as if its hosts had sent it. */
export async function aPhotograph({ db }: AnyTestApp, registry: { id: number }): Promise<string> {
  const name = randomBytes(20).toString('hex')
  await insertRow(db, 'picture', { name, use: 'photo', bytes: Buffer.from('jpeg') })
  await db.updateTable('registry').set({ photo: name }).where('id', '=', registry.id).execute()
  return name
}

export interface AGift {
  id: number
  productId: number
  variantId: number
  cents: number
}

/** A gift with another product of the embedded shop at each call; the shop's price becomes `cents`. */
export async function aGift(
  app: TestApp,
  registry: { id: number },
  more: { quantity?: number; group?: boolean; cents?: number } = {},
): Promise<AGift> {
  const pool = more.cents === undefined ? productPools.unchangedPrice : productPools.ownPrice
  const product = await nextProductFor(app, registry, pool)
  const cents = more.cents ?? product.variants[0]!.priceCents
  await setShopPrice(app, product.id, cents)
  await insertCatalogueProduct(app, product, cents)
  const columns = { quantity: more.quantity ?? 1, is_group: more.group ?? false }
  return insertGiftOf(app, registry, product, { ...columns, price_cents: cents })
}

/** A gift of the first variant of a product, at its price. */
export async function insertGiftOf(
  { db }: AnyTestApp,
  registry: { id: number },
  { id: productId, variants }: Product,
  columns: Partial<Insertable<Tables['gift']>> = {},
): Promise<AGift> {
  const variant = variants[0]!
  const { id, price_cents } = await db
    .insertInto('gift')
    .values({
      registry_id: registry.id,
      product_id: productId,
      variant_id: variant.id,
      sku: variant.sku,
      quantity: 1,
      is_group: false,
      price_cents: variant.priceCents,
      selected_options: '[]',
      position: ++rowCount,
      ...columns,
    })
    .returning(['id', 'price_cents'])
    .executeTakeFirstOrThrow()
  return { id, productId, variantId: variant.id, cents: price_cents }
}

/** The pool's next product that the registry lacks: it has each but once, and the pools share their goods. */
async function nextProductFor(
  { db }: TestApp,
  registry: { id: number },
  pool: typeof productPools.ownPrice,
): Promise<Product> {
  const gifts = await findRows(db, 'gift', { where: { registry_id: registry.id }, columns: ['product_id'] })
  const has = new Set(gifts.map(({ product_id }) => product_id))
  for (const _ of pool.goods) {
    const product = nextProduct(pool)
    if (!has.has(product.id)) return product
  }
  throw new Error(
    `The registry has all ${pool.goods.length} goods of the tests: what is repeated needs one of its own.`,
  )
}

/** Another gift of the same product, as a host has who wishes for any of its variants. */
export async function aSameGift(
  app: TestApp,
  registry: { id: number },
  { productId, cents }: AGift,
): Promise<AGift> {
  const gift = await app.db
    .selectFrom('gift')
    .select(['sku', 'quantity', 'is_group', 'price_cents', 'note'])
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const { id } = await app.db
    .insertInto('gift')
    .values({
      ...gift,
      selected_options: '[]',
      position: ++rowCount,
      registry_id: registry.id,
      product_id: productId,
      variant_id: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, productId, variantId: 0, cents }
}

/** The shop's gift card as a gift of the registry. */
export async function aGiftCard(app: TestApp, registry: { id: number }): Promise<AGift> {
  const product = catalogue.products.find(one => one.type === 'giftcertificate') as Product
  await insertCatalogueProduct(app, product, null)
  return insertGiftOf(app, registry, product)
}

/** A line item: so many units of a gift, or so many cents towards it. */
export function lineOf(gift: AGift, amount: { units: number } | { cents: number }) {
  const product = { product_id: gift.productId, variant_id: gift.variantId }
  return 'units' in amount
    ? { ...product, quantity: amount.units }
    : { ...product, quantity: 1, is_group_gifting: true, list_price: amount.cents / 100 }
}

/** A valid input for a new registry; the clock of the tests begins on 21 November 2026. */
export const registryDraft = {
  type: 'wedding',
  name: 'Ελένη',
  surname: 'Παπαδοπούλου',
  partner_name: 'Γιώργος',
  partner_surname: 'Γεωργίου',
  registry_name: 'Ελένη & Γιώργος',
  registry_date: '2027-06-19',
  guest_count: 120,
  registry_status: 'public',
  event_place: 'Ναύπλιο',
  home_address: {
    street: 'Αμαλίας 12',
    country: 'GR',
    region: 'GR-J',
    city: 'Ναύπλιο',
    postcode: '211 00',
    phone: '694 123 4567',
  },
  same_as_home: true,
  terms: true,
}

/** A form with a picture, as a browser sends it: multipart, with some file name. */
export function pictureForm(fields: Record<string, string>, picture: Buffer | string, fileName = 'a.jpg') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('picture', new File([new Uint8Array(Buffer.from(picture))], fileName, { type: 'image/jpeg' }))
  return form
}

let shade = 0
/** A picture that no other one of the file's tests is. */
export const aPicture = (width = 800, height = 600) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: (++shade * 40) % 256, g: (shade * 90) % 256, b: shade },
    },
  })
    .png()
    .toBuffer()
