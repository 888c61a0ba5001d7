import pino from 'pino'
import { createApp } from '../src/app.ts'
import type { Endpoint } from '../src/base/endpoint.ts'
import { readConfig } from '../src/server/config.ts'
import { createDb, createPool } from '../src/server/database.ts'
import { newToken } from '../src/server/session.ts'
import type { Db } from '../src/server/tables.ts'
import type { Shop } from '../src/shop/port.ts'
import { freshDatabase, morning, patience } from './postgres.ts'

/** An answer of the API: its status, and what its envelope holds. */
export interface ApiAnswer<T> {
  status: number
  success: boolean
  message: string
  data: T
}

/** What a refusal's envelope holds. */
export interface Refused {
  error: string
  code: string
  fields?: Record<string, string>
}

/** The API on a database of its own with a clock to turn; the shop is away, for hosts need only its mirror. */
export async function hostWorld() {
  const database = await freshDatabase()
  const pool = createPool(database.url, 6, patience)
  const db = createDb(pool)
  const clock = { now: morning }
  const away = new Proxy({} as Shop, { get: () => () => Promise.reject(new Error('the shop is away')) })
  const config = readConfig({ SECRET: 's'.repeat(32), SITE_URL: 'http://doron.test' })
  const { app } = await createApp({
    config,
    db,
    shop: away,
    log: pino({ level: 'silent' }),
    now: () => clock.now,
  })
  const call = async <T = Refused>(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    input: object,
    token?: string,
  ): Promise<ApiAnswer<T>> => {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const response = await app.request(`/api${path}${query}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: method === 'GET' ? null : JSON.stringify(input),
    })
    return { status: response.status, ...((await response.json()) as object) } as ApiAnswer<T>
  }
  return {
    app,
    db,
    clock,
    call,
    host: (name = 'Ελένη') => signedIn(db, clock.now, name),
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

export type HostWorld = Awaited<ReturnType<typeof hostWorld>>

let people = 0

/** A customer with a living session. */
export async function signedIn(db: Db, now: Date, name: string) {
  const email = `host${++people}@example.com`
  const customer = await db
    .insertInto('customer')
    .values({
      email,
      email_key: email,
      name,
      surname: 'Δοκιμή',
      password_hash: '',
      language: 'el',
      phone: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, hash } = newToken()
  const expires_at = new Date(now.getTime() + 400 * 86_400_000)
  await db.insertInto('session').values({ token_hash: hash, customer_id: customer.id, expires_at }).execute()
  return { id: customer.id, email, token }
}

/** A draft with every field right; the clock of the world stands at 21 November 2026. */
export const aDraft = {
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

/** Puts products into the catalogue's mirror. */
export async function mirror(
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
