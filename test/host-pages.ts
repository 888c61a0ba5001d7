import { insertRow } from '../src/server/postgres/rows.ts'
import { aHost, aRegistry } from './builders.ts'
import { cookiesOf } from './page-client.ts'
import { insertProducts } from './products.ts'
import { testApp } from './test-app.ts'

/** Products of these tests; the kettle is in the category and price band of the teapot, the sofa costs 900 euro. */
export const pageProducts = { teapot: 11, kettle: 20, sofa: 29 }

/** The built pages without JavaScript, as a signed-in host uses them, with a registry that `startOver` makes. */
export async function openHostPages(env: Record<string, string> = {}) {
  const app = await testApp({ shop: 'none', pages: true, env })
  const { teapot, kettle, sofa } = pageProducts
  await insertProducts(app.db, [
    { id: teapot, cents: 6400 },
    { id: kettle, cents: 6800 },
    { id: sofa, cents: 90_000 },
  ])
  const cookie = () => `customerToken=${pages.host.token}`
  let lastOrder = 900
  const host = await aHost(app)
  const pages = {
    app,
    host,
    registry: await aRegistry(app, host),
    /** A new host with an empty registry; every product can be bought again. */
    async startOver(): Promise<void> {
      await app.db.updateTable('product').set({ available: true }).execute()
      pages.host = await aHost(app)
      pages.registry = await aRegistry(app, pages.host)
    },
    pathTo: (page: string) => `/registry/${pages.registry.code}/${page}`,
    async view(path: string, more = '') {
      const answer = await app.app.request(path, { headers: { cookie: `${cookie()}; ${more}` } })
      return { status: answer.status, headers: answer.headers, html: await answer.text() }
    },
    async submit(
      path: string,
      fields: Record<string, string> | [string, string][] | FormData,
      headers: Record<string, string> = {},
    ) {
      const answer = await app.app.request(path, {
        method: 'POST',
        headers: { origin: app.config.SITE_URL, cookie: cookie(), ...headers },
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      })
      const location = answer.headers.get('location') ?? ''
      return { status: answer.status, location, html: await answer.text() }
    },
    /** Sends a form after the session has ended; the cookies that the sign-in page then comes with. */
    async sendSignedOut(path: string, fields: Record<string, string>): Promise<string> {
      const headers = { origin: app.config.SITE_URL, cookie: 'customerToken=ended' }
      const sent = { method: 'POST', headers, body: new URLSearchParams(fields) }
      return cookiesOf(await app.app.request(path, sent))
    },
    stopSelling: (product: number) =>
      app.db.updateTable('product').set({ available: false }).where('id', '=', product).execute(),
    async insertGift(
      product_id: number,
      more: { quantity?: number; is_group?: boolean; note?: string; must_have?: boolean } = {},
    ): Promise<number> {
      const { id } = await app.db
        .insertInto('gift')
        .values({
          registry_id: pages.registry.id,
          product_id,
          variant_id: 0,
          sku: '',
          quantity: 1,
          is_group: false,
          price_cents: 6400,
          selected_options: '[]',
          position: product_id,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    /** Writes a paid order of one unit, or of 40 € towards a group gift, with a message; returns the order's number. */
    async give(
      gift_id: number,
      kind: 'units' | 'contribution' | 'gift_card',
      more: { giver_email?: string; state?: 'paid' | 'pending'; message?: string } = {},
    ): Promise<number> {
      const order_id = ++lastOrder
      const { id: handoff_id } = await app.db
        .insertInto('handoff')
        .values({
          reference: `p${order_id}`,
          idempotency_key: `p${order_id}`,
          fingerprint: '',
          registry_id: pages.registry.id,
          language: 'el',
          channel_id: 1,
          visibility: 'full',
          state: 'ordered',
          reserved_until: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertRow(app.db, 'purchase', {
        order_id,
        line_id: 1,
        registry_id: pages.registry.id,
        gift_id,
        handoff_id,
        kind,
        is_money: kind !== 'units',
        state: 'paid',
        units: 1,
        cents: 4000,
        credited_units: 1,
        credited_cents: 4000,
        giver_name: 'Ζηνοβία',
        visibility: 'full',
        message: 'Βίον ανθόσπαρτον',
        ordered_at: new Date(),
        ...more,
      })
      return order_id
    },
    close: () => app.close(),
  }
  return pages
}
