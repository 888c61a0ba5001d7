import { beforeAll, expect, test } from 'vitest'
import { aHost } from '../../../test/builders.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openPagesOf, testApp } from '../../../test/test-app.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let host: HostWithMoney
beforeAll(async () => {
  await app.job('webhook-registration')
  host = await aHostWithMoney(app)
})

const openPage = (card: number | string, token: string, query = '') =>
  site.app.request(`/registry/${host.registry.code}/gift-card/${card}${query}`, {
    headers: { cookie: `customerToken=${token}` },
  })

test('a printed gift card shows its value, its code and how it is used, to its owner alone', async () => {
  const gift = await host.fundedGift(4050)
  const { data: card } = await host.collect({ id: gift.id })
  const response = await openPage(card.id, host.token, '?sheet=both')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toMatch(/private|no-store/)
  expect(html).toContain('name="robots" content="noindex"')
  for (const text of [String(card.code), '€40.50', '40,50', 'How to use it', 'Πώς χρησιμοποιείται'])
    expect(html).toContain(text)
  expect(await (await openPage(card.id, host.token, '?sheet=el')).text()).not.toContain('How to use it')

  const coHost = await aHost(app)
  const where = app.db.updateTable('registry').set({ co_host_id: coHost.id })
  await where.where('id', '=', host.registry.id).execute()
  const stranger = await aHost(app)
  for (const token of [coHost.token, stranger.token]) {
    const refused = await openPage(card.id, token)
    expect([refused.status, refused.headers.get('location')]).toEqual([302, '/404?lang=en'])
    expect(await refused.text()).not.toContain(card.code)
  }
  const unknown = await openPage(card.id, 'nobody')
  expect(unknown.headers.get('location')).toMatch(/^\/login/)
})

test('there is no printed card before the shop has issued it', async () => {
  const gift = await host.fundedGift(3000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data: card } = await host.collect({ id: gift.id })
  app.shop.faults.routes = []
  const refused = await openPage(card.id, host.token)
  expect([refused.status, refused.headers.get('location')]).toEqual([302, '/404?lang=en'])
})
