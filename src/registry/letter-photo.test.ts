import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aGift, aHost, lineOf, pictureForm, registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'
import { saveRegistry } from './registry.contract.ts'

const app = opened(() => testApp())

/** A registry with a photo and a paid gift; returns the photo's addresses in the letters. */
async function aPicturedRegistry() {
  const host = await aHost(app)
  const saved = await app.call<{ id: string }>(saveRegistry, registryDraft, { as: host.token })
  const code = saved.data.id
  const registry = await getRow(app.db, 'registry', { code }, ['id', 'code'])
  const change = async (fields: FormData | { id: string; registry_status: string }) => {
    const { status } = await app.post('/registry/update', fields, { token: host.token })
    expect(status).toBe(200)
  }
  const photograph = async (background: string) => {
    const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await change(pictureForm({ id: code }, jpeg))
  }
  await photograph('#a3233a')

  const gift = await aGift(app, registry, { cents: 3000 })
  const words = { lang: 'en', message: 'Να ζήσετε!', visibility: 'full' }
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })], words)
  const email = `giver-${code}@example.com`
  await app.shop.actions.pay(cartId, { email })
  await app.job('order-sync')
  await app.job('emails')
  return { registry, change, photograph, ofHost: await photoIn(host.email), ofGiver: await photoIn(email) }
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
  const { registry, ofHost, ofGiver, change } = await aPicturedRegistry()
  expect([await statusOf(ofHost.path), await statusOf(ofGiver.path)]).toEqual([200, 200])
  await change({ id: registry.code, registry_status: 'private' })
  expect([await statusOf(ofHost.path), await statusOf(ofGiver.path)]).toEqual([200, 404])
})
