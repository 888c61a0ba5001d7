import { beforeAll, describe, expect, test } from 'vitest'
import { searchProducts } from '../src/catalogue/search.contract.ts'
import { createCart } from '../src/checkout/hand-off.contract.ts'
import { createGiftCertificate } from '../src/money/payout/payout.contract.ts'
import { transferChange } from '../src/money/transfer.contract.ts'
import { aGift, aHost, lineOf } from './builders.ts'
import { aHostWithMoney, type HostWithMoney } from './money.ts'
import { opened } from './opened.ts'
import { registryPagesApp } from './registry-pages.ts'
import { testApp } from './test-app.ts'

/** Programs write decimal euro; only people write thousands and commas (R903). */
const amounts = ['40', '40.5', '40.50', '40.0000', '1.200', '7.2000']
const noAmounts = [
  '12.505',
  '40.00001',
  '40.00000',
  '1,200',
  '40,00',
  '1.200,00',
  '1,200.00',
  '€40',
  '40.',
  '.5',
  '-1',
  '4e1',
]

const app = opened(() => testApp())
let host: HostWithMoney
beforeAll(async () => {
  await app.job('webhook-registration')
  host = await aHostWithMoney(app)
})

/** Every call that takes an amount, with the key of that field when it is no amount. */
const calls: [string, (text: string) => Promise<{ data: { keys?: Record<string, string> } }>][] = [
  ['list_price', text => giveShare(text)],
  ['seen_price', text => give({ ...lineOf(plain, { units: 1 }), seen_price: text })],
  ['amount of a certificate', amount => app.call(createGiftCertificate, { id: 1, amount }, host.token)],
  ['amount of a transfer', amount => app.call(transferChange, { id: 1, to: 2, amount }, host.token)],
  ['price_min', price_min => app.call(searchProducts, { price_min })],
  ['price_max', price_max => app.call(searchProducts, { price_max })],
]
let plain: Awaited<ReturnType<typeof aGift>>
beforeAll(async () => {
  plain = await aGift(app, host.registry)
})

const give = (line: object) =>
  app.call<{ reference: string; keys?: Record<string, string> }>(createCart, {
    registry_id: host.registry.code,
    line_items: [line],
  })

async function giveShare(list_price: string) {
  const gift = await aGift(app, host.registry, { group: true, cents: 10_000 })
  return give({ ...lineOf(gift, { cents: 0 }), list_price })
}

describe.each(calls)('%s', (_, call) => {
  const isWrong = async (text: string) =>
    Object.values((await call(text)).data.keys ?? {}).includes('amount_wrong')

  test.each(amounts)('%j is an amount', async text => expect(await isWrong(text)).toBe(false))
  test.each(noAmounts)('%j is none', async text => expect(await isWrong(text)).toBe(true))
})

test('what a program writes is the amount that is set aside', async () => {
  for (const [text, cents] of [
    ['40.0000', 4000],
    ['40.5', 4050],
    ['7.200', 720],
  ] as const) {
    const { data } = await giveShare(text)
    const lines = app.db
      .selectFrom('handoff_line')
      .innerJoin('handoff', 'handoff.id', 'handoff_id')
      .select('handoff_line.cents')
      .where('reference', '=', data.reference)
    expect(await lines.execute()).toEqual([{ cents }])
  }
  expect((await giveShare('1.200')).data.keys).toEqual({ 'line_items.0.list_price': 'contribution_small' })
})

describe('what people type in our own pages, without JavaScript', () => {
  const pages = opened(() => registryPagesApp())

  test('a price is read as people write it', async () => {
    const host = await aHost(pages)
    const path = `/registry/${await pages.createByForm(host)}/add`
    const found = async (query: string) =>
      /\d+ products?/.exec((await pages.view(path + query, host)).html)?.[0]
    expect(await found('?price_max=1.200,00')).toBe(await found('?price_max=1200'))
    expect(await found('?price_max=1.200')).toBe(await found('?price_max=1200'))
    expect(await found('?price_max=59,99')).toBe(await found('?price_max=59.99'))
    expect((await pages.view(`${path}?price_max=12,50,5`, host)).html).toContain('aria-invalid')
  })
})
