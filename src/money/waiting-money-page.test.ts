import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'

const env = { PAYOUT_DAYS: '14' }
const app = opened(() => testApp({ env }))
const site = opened(() => openPagesOf(app, { env }))
let host: HostWithMoney
beforeAll(async () => {
  await app.job('webhook-registration')
  host = await aHostWithMoney(app)
  const paid = await aGift(app, host.registry, { group: true, cents: 20_000 })
  await giveGifts(app, host.registry, [lineOf(paid, { cents: 4000 })])
  const unpaid = await aGift(app, host.registry, { group: true, cents: 20_000 })
  await giveGifts(app, host.registry, [lineOf(unpaid, { cents: 3000 })], 'cash')
})

async function readPage(path: string, language: 'en' | 'el'): Promise<string> {
  const address = `/registry/${host.registry.code}/edit/${path}?lang=${language}`
  const response = await site.app.request(address, { headers: { cookie: `customerToken=${host.token}` } })
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '')
  return html.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ')
}

test.each([
  ['en', /0\.00 available now/, /40\.00 free on 5 December 2026/, /30\.00 waiting for the guest’s payment/],
  [
    'el',
    /0,00\s€ διαθέσιμα τώρα/,
    /40,00\s€ διαθέσιμα στις 5 Δεκεμβρίου 2026/,
    /30,00\s€ περιμένουν την πληρωμή/,
  ],
] as const)(
  '%s: money that waits is shown with its day, and can’t be asked for',
  async (language, free, day, payment) => {
    for (const path of ['collected-gift-cards', 'collected-gift-cards/statement']) {
      const text = await readPage(path, language)
      expect(text).toMatch(day)
      expect(text).toMatch(payment)
    }
    const page = await readPage('collected-gift-cards', language)
    expect(page).toMatch(free)
    expect(page).not.toMatch(/Collect:|A gift card for a larger purchase/)
  },
)

test('the statement’s file has a column for the day', async () => {
  const response = await site.app.request(
    `/registry/${host.registry.code}/edit/collected-gift-cards/statement/csv`,
    {
      headers: { cookie: `customerToken=${host.token}` },
    },
  )
  const text = await response.text()
  expect(text).toContain('Free on')
  expect(text).toContain('2026-12-05')
})
