import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGift, aHost, lineOf, registryDraft } from '../../test/builders.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { saveRegistry } from './registry.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A registry with a photo and a paid gift; returns the photo's addresses in the letters. */
async function aPicturedRegistry(draft: object = {}) {
  const host = await aHost(app)
  const saved = await app.call<{ id: string }>(
    saveRegistry,
    { ...registryDraft, ...draft },
    { as: host.token },
  )
  const code = saved.data.id
  const registry = await app.db
    .selectFrom('registry')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const change = async (fields: Record<string, string | File>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ id: code, ...fields })) form.set(name, value)
    const answer = await app.app.request('/api/registry/update', {
      method: 'POST',
      headers: { authorization: `Bearer ${host.token}` },
      body: form,
    })
    expect(answer.status).toBe(200)
  }
  const photograph = async (background: string) => {
    const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await change({ picture: new File([new Uint8Array(jpeg)], 'us.jpg', { type: 'image/jpeg' }) })
  }
  await photograph('#a3233a')

  const gift = await aGift(app, registry, { cents: 3000 })
  const { data } = await app.call<{ reference: string }>(createCart, {
    ...{ registry_id: code, line_items: [lineOf(gift, { units: 1 })], lang: 'en' },
    ...{ giver_name: 'Άννα Δοκιμή', message: 'Να ζήσετε!', visibility: 'full' },
  })
  const { cart_id } = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  const email = `giver-${code}@example.com`
  await app.shop.actions.pay(cart_id!, { email })
  await app.job('order-sync')
  await app.job('emails')
  return { change, photograph, ofHost: await photoIn(host.email), ofGiver: await photoIn(email) }
}

/** The address and alternative text of the photo in the newest letter to the recipient. */
async function photoIn(recipient: string) {
  const { html } = await app.db
    .selectFrom('mailbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('received_at', 'desc')
    .executeTakeFirstOrThrow()
  const tag = /<img[^>]*\/letter-photo\/[^>]*>/.exec(html)?.[0] ?? ''
  return {
    path: /https:\/\/doron\.test(\/letter-photo\/[\w.-]+\.jpg)/.exec(tag)?.[1] ?? null,
    alt: /alt="([^"]*)"/.exec(tag)?.[1],
  }
}

const statusOf = async (path: string | null) => (await app.app.request(path ?? '/no-photo')).status

test('letters show the hosts’ photo with their names, until there is another one', async () => {
  const { ofHost, ofGiver, photograph } = await aPicturedRegistry()
  for (const { path, alt } of [ofHost, ofGiver]) {
    expect(alt).toBe('Ελένη &amp; Γιώργος')
    const answer = await app.app.request(path ?? '')
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'jpeg' })
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  }
  expect(await statusOf(`${ofHost.path?.slice(0, -9)}AAAAA.jpg`)).toBe(404)
  await photograph('#56692b')
  expect([await statusOf(ofHost.path), await statusOf(ofGiver.path)]).toEqual([404, 404])
})

test('the photo of a registry that became private stays with its hosts', async () => {
  const { ofHost, ofGiver, change } = await aPicturedRegistry()
  expect([await statusOf(ofHost.path), await statusOf(ofGiver.path)]).toEqual([200, 200])
  await change({ registry_status: 'private' })
  expect([await statusOf(ofHost.path), await statusOf(ofGiver.path)]).toEqual([200, 404])
})
