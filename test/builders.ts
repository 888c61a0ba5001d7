import { randomBytes } from 'node:crypto'
import { catalogue } from '../shop/catalogue/index.ts'
import type { Product } from '../shop/catalogue/types.ts'
import { codeFrom } from '../src/base/fields.ts'
import { languages } from '../src/base/language.ts'
import { createSessionToken } from '../src/server/context/session.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import type { AnyTestApp, TestApp } from './test-app.ts'

let made = 0

/**
 * A customer with a session. Rows, not a registration: a password's hash takes 45 ms, and tests move the clock by months,
 * beyond the 30 days of a real session.
 */
export async function aHost({ db, clock }: AnyTestApp, name = 'Ελένη') {
  const email = `host${++made}@example.com`
  const { id } = await db
    .insertInto('customer')
    .values({
      email,
      email_key: email,
      name,
      surname: 'Δοκιμή',
      phone: null,
      password_hash: '',
      language: 'el',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, hash } = createSessionToken()
  const expires_at = new Date(clock.now.getTime() + 400 * 86_400_000)
  await db.insertInto('session').values({ token_hash: hash, customer_id: id, expires_at }).execute()
  return { id, email, token }
}

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
    closing_day?: string | null
    co_host_id?: number
    surprise?: boolean
  } = {},
) {
  return db
    .insertInto('registry')
    .values({
      code: codeFrom(bytes => randomBytes(bytes)),
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

/** Goods that anybody can buy one of, in the catalogue's order. */
const simple = catalogue.products.filter(
  product =>
    product.visible &&
    product.available &&
    product.type === 'physical' &&
    product.options.length === 0 &&
    !product.stockTracked &&
    product.saleCents === undefined,
)

/** Those that keep the catalogue's price, and those whose price a test sets: most find theirs as it was left. */
const piles = {
  kept: { goods: simple.filter((_, index) => index % 2 === 0), taken: 0 },
  set: { goods: simple.filter((_, index) => index % 2 === 1), taken: 0 },
}

function nextOf(pile: { goods: Product[]; taken: number }): Product {
  return pile.goods[pile.taken++ % pile.goods.length] as Product
}

export interface AGift {
  id: number
  productId: number
  variantId: number
  cents: number
}

/** A gift of the embedded shop's goods, each call another one; the shop's price becomes `cents`. */
export async function aGift(
  world: TestApp,
  registry: { id: number },
  more: { quantity?: number; group?: boolean; cents?: number } = {},
): Promise<AGift> {
  const product = nextOf(more.cents === undefined ? piles.kept : piles.set)
  const variant = product.variants[0]!
  const cents = more.cents ?? variant.priceCents
  await reprice(world, product.id, cents)
  await mirror(world, product, cents)
  const { id } = await world.db
    .insertInto('gift')
    .values({
      registry_id: registry.id,
      product_id: product.id,
      variant_id: variant.id,
      sku: variant.sku,
      quantity: more.quantity ?? 1,
      is_group: more.group ?? false,
      price_cents: cents,
      selected_options: '[]',
      note: null,
      position: ++made,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, productId: product.id, variantId: variant.id, cents }
}

/** In the shop, which reads all its goods anew after a change. */
async function reprice({ staff }: TestApp, productId: number, cents: number): Promise<void> {
  const path = `/v3/catalog/products/${productId}`
  const { data } = (await (await staff('GET', path)).json()) as { data: { price: number } }
  if (data.price !== cents / 100) await staff('PUT', path, { price: cents / 100 })
}

/** The product as the sweep of the catalogue would note it; `cents` is the price of all its variants, else each keeps its own. */
async function mirror({ db }: TestApp, product: Product, cents: number | null): Promise<void> {
  const { id, sku, type } = product
  await db
    .insertInto('product')
    .values({
      id,
      sku,
      type,
      brand: null,
      image: null,
      price_cents: cents ?? product.priceCents,
      category_ids: product.categories,
      available: true,
      listed: true,
      has_options: false,
      featured: 0,
      sold: 0,
      newest: 0,
    })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ price_cents: cents ?? product.priceCents }))
    .execute()
  await db
    .insertInto('product_text')
    .values(
      languages.map(language => ({
        product_id: id,
        language,
        name: product.name[language],
        path: `/${product.slug}/`,
        description: '',
        search: '',
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  for (const variant of product.variants)
    await db
      .insertInto('variant')
      .values({
        id: variant.id,
        product_id: id,
        sku: variant.sku,
        price_cents: cents ?? variant.priceCents,
        available: true,
        image: null,
        options: JSON.stringify({ en: [], el: [] }),
        option_value_ids: [],
      })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ price_cents: cents ?? variant.priceCents }))
      .execute()
}

/** The shop's gift card as a wish, with the values that the shop offers. */
export async function aGiftCard(world: TestApp, registry: { id: number }): Promise<AGift> {
  const product = catalogue.products.find(one => one.type === 'giftcertificate') as Product
  const variant = product.variants[0]!
  await mirror(world, product, null)
  const { id } = await world.db
    .insertInto('gift')
    .values({
      registry_id: registry.id,
      product_id: product.id,
      variant_id: variant.id,
      sku: variant.sku,
      quantity: 1,
      is_group: false,
      price_cents: variant.priceCents,
      selected_options: '[]',
      note: null,
      position: ++made,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, productId: product.id, variantId: variant.id, cents: variant.priceCents }
}

/** A line item: so many units of a gift, or so many cents towards it. */
export function lineOf(gift: AGift, want: { units: number } | { cents: number }) {
  const what = { product_id: gift.productId, variant_id: gift.variantId }
  return 'units' in want
    ? { ...what, quantity: want.units }
    : { ...what, quantity: 1, is_group_gifting: true, list_price: want.cents / 100 }
}

/** A draft with every field right; the clock of the tests begins on 21 November 2026. */
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

/** Puts products into the catalogue's tables, as a sync would. */
export async function insertProducts(
  db: Db,
  products: { id: number; cents?: number | null; type?: string; available?: boolean; variants?: number[] }[],
): Promise<void> {
  for (const { id, cents = 5000, type = 'physical', available = true, variants = [] } of products) {
    await db
      .insertInto('product')
      .values({
        id,
        sku: `SKU-${id}`,
        type,
        brand: 'Keramos',
        image: null,
        price_cents: cents,
        category_ids: [id % 9],
        featured: 0,
        sold: 0,
        newest: 0,
        available,
        listed: true,
        has_options: variants.length > 0,
      })
      .execute()
    for (const [language, name] of [
      ['en', 'Teapot'],
      ['el', 'Τσαγιέρα'],
    ] as const)
      await db
        .insertInto('product_text')
        .values({
          product_id: id,
          language,
          name: `${name} ${id}`,
          path: `/p-${id}/`,
          description: '',
          search: '',
        })
        .execute()
    for (const variant of variants)
      await db
        .insertInto('variant')
        .values({
          id: variant,
          product_id: id,
          sku: `SKU-${id}-${variant}`,
          price_cents: cents === null ? null : cents + 100,
          available: true,
          image: null,
          options: JSON.stringify({
            en: [{ option: 'Colour', value: 'Blue', option_id: 1, value_id: 10 }],
            el: [{ option: 'Χρώμα', value: 'Μπλε', option_id: 1, value_id: 10 }],
          }),
          option_value_ids: [variant * 10],
        })
        .execute()
  }
}
