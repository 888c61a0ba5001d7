import { beforeAll, expect, test } from 'vitest'
import { aHost } from '../../test/builders.ts'
import { aHostWithMoney, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf } from '../../test/page-client.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { hashPassword } from '../account/password/password.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let host: HostWithMoney
beforeAll(async () => {
  await app.job('webhook-registration')
  host = await aHostWithMoney(app)
})

const address = (query = '') => `/registry/${host.registry.code}/edit/collected-gift-cards${query}`
const openPage = async (token: string) =>
  (await site.app.request(address(), { headers: { cookie: `customerToken=${token}` } })).text()

test('a co-host sees no invitation to take money out', async () => {
  const coHost = await aHost(app)
  const where = app.db.updateTable('registry').set({ co_host_id: coHost.id })
  await where.where('id', '=', host.registry.id).execute()
  expect(await openPage(host.token)).toContain('turn it into the gift itself')
  const empty = await openPage(coHost.token)
  expect(empty).toContain('No collected gift card found')
  expect(empty).not.toMatch(/turn it into|collects and redeems/)
  await host.fundedGift(1200)
  const full = await openPage(coHost.token)
  expect(full).toContain('goes to its owner')
  expect(full).not.toMatch(/waiting for you|comes to you/)
})

/** Sends a form of the page as a browser without JavaScript does. */
const submitForm = (query: string, fields: Record<string, string> | [string, string][], token = host.token) =>
  site.app.request(address(query), {
    method: 'POST',
    headers: { cookie: `customerToken=${token}`, origin: site.config.SITE_URL },
    body: new URLSearchParams(fields),
  })

test('money that was collected in another tab meanwhile is refused with a message, on a page with current data', async () => {
  const gift = await host.fundedGift(4050)
  const submitCollect = (key: string) =>
    submitForm(`?ask=collect&gift=${gift.id}&type=group`, {
      intent: 'collect',
      id: String(gift.id),
      type: 'group',
      key,
    })
  expect((await submitCollect('first-tab')).headers.get('location')).toContain('done=collected')
  const late = await submitCollect('other-tab')
  const html = await late.text()
  expect(late.status).toBe(409)
  expect(html).toContain('There is no money here any more')
  expect(html).not.toContain('Make the gift card')
})

test('what the shop refused can be requested again from the same dialog', async () => {
  const gift = await host.fundedGift(10_000)
  const submitRedeem = (key: string) =>
    submitForm(`?ask=redeem&gift=${gift.id}&type=group`, {
      intent: 'redeem',
      id: String(gift.id),
      type: 'group',
      key,
    })
  const setProduct = (id: number) =>
    app.db.updateTable('gift').set({ product_id: id }).where('id', '=', gift.id).execute()
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders', method: 'POST', answer: '500', times: 1 }]
  expect((await submitRedeem('first-try')).headers.get('location')).toContain('done=requested')
  await setProduct(99_999)
  app.later(2)
  await app.job('payouts')
  await setProduct(gift.productId)
  const refused = await submitRedeem('first-try')
  const html = await refused.text()
  expect([refused.status, html.includes('The shop could not take the order')]).toEqual([409, true])
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
  expect((await submitRedeem(key)).headers.get('location')).toContain('done=redeemed')
})

test('an old sign-in is asked for the password in the dialog, which keeps what was typed and goes on', async () => {
  const gift = await host.fundedGift(3000)
  const password_hash = await hashPassword('a password')
  await app.db.updateTable('customer').set({ password_hash }).where('id', '=', host.id).execute()
  const proved_at = new Date(app.clock.now.getTime() - 600_000)
  await app.db.updateTable('session').set({ proved_at }).where('customer_id', '=', host.id).execute()
  const several = { intent: 'several', source: `${gift.id} group`, amount: '12,50', key: 'a key of it' }
  const asked = await submitForm('?ask=several', several)
  const html = await asked.text()
  expect(asked.status).toBe(403)
  expect(html).toContain('we make sure that it is you')
  for (const kept of ['name="proof"', 'value="12,50"', 'value="a key of it"']) expect(html).toContain(kept)
  const wrong = await submitForm('?ask=several', { ...several, proof: 'not the password' })
  const wrongHtml = await wrong.text()
  expect([wrong.status, wrongHtml.includes('The current password is not correct')]).toEqual([422, true])
  expect(wrongHtml).not.toContain('not the password')
  const done = await submitForm('?ask=several', { ...several, proof: 'a password' })
  expect(done.headers.get('location')).toContain('done=collected')
})

test('of the sources of a larger gift card only those stay ticked that were, after a refusal and a new sign-in', async () => {
  const gifts = [await host.fundedGift(1000), await host.fundedGift(2000)]
  await host.fundedGift(3000)
  const ticked = gifts.map(gift => `${gift.id} group`)
  const fields: [string, string][] = [
    ['intent', 'several'],
    ['key', 'key of the boxes'],
    ['amount', 'much'],
    ...ticked.map((source): [string, string] => ['source', source]),
  ]
  const refused = await submitForm('?ask=several', fields)
  expect(refused.status).toBe(422)
  expect(tickedSources(await refused.text())).toEqual(ticked)
  const draft = cookiesOf(await submitForm('?ask=several', fields, 'an ended session'))
  const page = await site.app.request(address('?ask=several'), {
    headers: { cookie: `customerToken=${host.token}; ${draft}` },
  })
  expect(tickedSources(await page.text())).toEqual(ticked)
})

function tickedSources(html: string): (string | undefined)[] {
  const boxes = html.match(/<input type="checkbox"[^>]*name="source"[^>]*>/g) ?? []
  const ticked = boxes.filter(box => box.includes('checked=""'))
  return ticked.map(box => /value="([^"]+)"/.exec(box)?.[1]).toSorted()
}
