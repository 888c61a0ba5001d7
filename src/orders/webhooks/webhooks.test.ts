import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { opened } from '../../../test/opened.ts'
import { jobContextOf } from '../../../test/orders.ts'
import { testApp } from '../../../test/test-app.ts'
import { pointsPerMinute } from '../../server/security/request-points.ts'
import { webhookPath, webhookScopes } from '../../shop/port.ts'
import { ensureWebhooks } from './webhooks.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  host = await aHost(app)
  await ensureWebhooks(await jobContextOf(app))
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
  await app.deliver()
})
afterEach(async () => {
  app.shop.faults.routes = []
  app.shop.faults.hooks = {}
  await expectInvariants(app.db, registry.id)
})

test('webhooks that are missing, asleep, doubled or have another secret are healed, others are left alone', async () => {
  const job = await jobContextOf(app)
  const all = async () =>
    ((await (await app.staff('GET', '/v3/hooks?limit=250')).json()) as { data: StoreHook[] }).data
  const secret = (await all())[0]!.headers!['X-Doron-Hook-Key']
  const foreign = { scope: 'store/order/created', destination: 'https://erp.example/api/shop/webhooks' }
  await app.staff('POST', '/v3/hooks', {
    ...foreign,
    is_active: false,
    headers: { 'X-Doron-Hook-Key': 'old' },
  })
  const scopesBefore = (await all()).map(hook => hook.scope).toSorted()
  const [asleep, keyless, bare, missing, doubled, twin] = await all()
  const change = (id: number, body: object) => app.staff('PUT', `/v3/hooks/${id}`, body)
  await change(asleep!.id, { is_active: false })
  await change(keyless!.id, { headers: { 'X-Doron-Hook-Key': 'former secret' } })
  await change(bare!.id, { headers: null })
  await app.staff('DELETE', `/v3/hooks/${missing!.id}`)
  await change(twin!.id, { scope: doubled!.scope, is_active: false })
  await ensureWebhooks(job)
  const healed = await all()
  expect(healed.map(hook => hook.scope).toSorted()).toEqual(scopesBefore)
  const ours = healed.filter(hook => hook.destination === `${app.config.SITE_URL}${webhookPath}`)
  expect(ours.every(hook => hook.is_active && hook.headers?.['X-Doron-Hook-Key'] === secret)).toBe(true)
  expect(ours.map(hook => hook.id)).toContain(doubled!.id)
  expect(healed.find(hook => hook.destination === foreign.destination)).toMatchObject({
    is_active: false,
    headers: { 'X-Doron-Hook-Key': 'old' },
  })
  const sent: string[] = []
  await ensureWebhooks({ ...job, shop: { ...job.shop, repairWebhook: async id => void sent.push(`${id}`) } })
  expect(sent).toEqual([])
})

test('one webhook that cannot be made does not keep the others', async () => {
  const job = await jobContextOf(app)
  for (const { id } of await job.shop.fetchWebhooks()) await job.shop.deleteWebhook(id)
  app.shop.faults.routes = [{ path: '/stores/:hash/v3/hooks', method: 'POST', answer: '403', times: 1 }]
  await expect(ensureWebhooks(job)).rejects.toThrow('403')
  expect(await job.shop.fetchWebhooks()).toHaveLength(webhookScopes.length - 1)
  await ensureWebhooks(job)
  expect(await job.shop.fetchWebhooks()).toHaveLength(webhookScopes.length)
})

interface StoreHook {
  id: number
  scope: string
  destination: string
  is_active: boolean
  headers: Record<string, string> | null
}

test('a product that changed in the shop is refreshed', async () => {
  const gift = await aGift(app, registry, { group: true, cents: 5000 })
  await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, { price: 60 })
  await app.deliver()
  const row = await app.db
    .selectFrom('product')
    .select('price_cents')
    .where('id', '=', gift.productId)
    .executeTakeFirstOrThrow()
  expect(row.price_cents).toBe(6000)
})

describe('receiving a webhook', () => {
  const key = () =>
    createHmac('sha256', app.shop.credentials.clientSecret).update('doron hook key').digest('hex')
  interface More {
    id?: string
    headers?: Record<string, string>
    body?: string
    sent?: string
    age?: number
  }
  function sendWebhook(more: More = {}) {
    const id = more.id ?? `msg_${randomUUID()}`
    const sentAt = Math.floor(app.clock.now.getTime() / 1000) - (more.age ?? 0)
    const body =
      more.body ??
      JSON.stringify({
        scope: 'store/order/created',
        store_id: '1',
        data: { type: 'order', id: 999_999 },
        hash: 'x',
        created_at: sentAt,
        producer: `stores/${app.shop.credentials.storeHash}`,
      })
    const signature = createHmac('sha256', app.shop.credentials.clientSecret)
      .update(`${id}.${sentAt}.${body}`)
      .digest('base64')
    const headers = {
      'x-doron-hook-key': key(),
      'webhook-id': id,
      'webhook-timestamp': String(sentAt),
      'webhook-signature': `v1,${signature}`,
      'content-type': 'application/json',
      ...more.headers,
    }
    const init = { method: 'POST', headers, body: more.sent ?? body }
    return app.request(webhookPath, init, { from: '198.51.100.40' })
  }
  const countEvents = async () => (await app.db.selectFrom('webhook_event').selectAll().execute()).length

  test('a genuine one is answered 200 and stored; an unknown order changes nothing', async () => {
    const before = await countEvents()
    const answer = await sendWebhook()
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await countEvents()).toBe(before + 1)
    await app.job('webhook-events')
    expect(
      await app.db.selectFrom('order_sync').where('order_id', '=', 999_999).selectAll().execute(),
    ).toEqual([])
  })

  test('the same id twice is stored once; an old one is stored too', async () => {
    const before = await countEvents()
    const id = `msg_${randomUUID()}`
    const body = JSON.stringify({
      scope: 'store/order/updated',
      store_id: '1',
      data: { type: 'order', id: 999_998 },
      hash: 'y',
      created_at: 1,
      producer: `stores/${app.shop.credentials.storeHash}`,
    })
    const sentAt = String(Math.floor(app.clock.now.getTime() / 1000) - 600)
    const signature = createHmac('sha256', app.shop.credentials.clientSecret)
      .update(`${id}.${sentAt}.${body}`)
      .digest('base64')
    const headers = { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` }
    for (let time = 0; time < 2; time++) expect((await sendWebhook({ headers, body })).status).toBe(200)
    expect(await countEvents()).toBe(before + 1)
  })

  test('ten equal ones in both processes: all are answered 200, one is stored', async () => {
    const before = await countEvents()
    const id = `msg_${randomUUID()}`
    const ten = Array.from({ length: 10 }, () => sendWebhook({ id }))
    expect((await Promise.all(ten)).map(answer => answer.status)).toEqual(Array(10).fill(200))
    expect(await countEvents()).toBe(before + 1)
  })

  test('genuine ones are taken from one address, however many come in a minute', async () => {
    const id = `msg_${randomUUID()}`
    const statuses = new Set<number>()
    for (let sent = 0; sent <= pointsPerMinute.address; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => sendWebhook({ id })))
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
  })

  test.each([
    ['without our secret', { headers: { 'x-doron-hook-key': '' } }],
    ['with another secret', { headers: { 'x-doron-hook-key': 'f'.repeat(64) } }],
    ['without a signature', { headers: { 'webhook-signature': '' } }],
    ['signed with another key', { headers: { 'webhook-signature': 'v1,AAAA' } }],
    ['with a changed body', { sent: '{"scope":"store/order/created","data":{"id":1}}' }],
    ['re-encoded', { body: '{"scope":"a","x":"\\u0061"}', sent: '{"scope":"a","x":"a"}' }],
    ['of another id', { headers: { 'webhook-id': 'msg_other' } }],
  ])('%s: 401, and nothing is stored', async (_, more) => {
    const before = await countEvents()
    expect((await sendWebhook(more)).status).toBe(401)
    expect(await countEvents()).toBe(before)
  })
})
