import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HostPages, openHostPages, pageProducts } from '../../test/host-pages.ts'

const { teapot } = pageProducts

let pages: HostPages
beforeAll(async () => {
  pages = await openHostPages()
})
afterAll(() => pages.close())
beforeEach(() => pages.startOver())

test('thanks are ticked and unticked; the CSV file has what was given', async () => {
  const orderId = await pages.give(await pages.insertGift(teapot), 'units')
  const path = pages.pathTo('gifts-received')
  const tick = (thanked: string) =>
    pages.submit(`${path}?show=all`, { intent: 'thank', order_id: String(orderId), thanked })
  const { location } = await tick('1')
  expect((await pages.view(location)).html).toContain('Thanked on')
  expect((await pages.view(`${path}?show=unthanked`)).html).toContain('Nothing here.')
  await tick('0')
  expect((await pages.view(location)).html).not.toContain('Thanked on')
  const table = await pages.view(`${path}/table?lang=el`)
  expect(table.headers.get('content-disposition')).toContain('attachment')
  expect(table.html).toContain('"Ζηνοβία";"Τσαγιέρα 11";"Δώρο";"1";"40,00"')
})

test('a gift that came back is none', async () => {
  await pages.give(await pages.insertGift(teapot), 'units')
  await pages.app.db
    .updateTable('purchase')
    .set({ state: 'void', units: 0, cents: 0, credited_units: 0, credited_cents: 0 })
    .where('registry_id', '=', pages.registry.id)
    .execute()
  const { html } = await pages.view(pages.pathTo('gifts-received'))
  expect(html).toContain('0 gifts')
  expect(html).toContain('Cancelled')
})

test('the first gift has a place of its own until the second comes', async () => {
  const path = pages.pathTo('gifts-received')
  await pages.give(await pages.insertGift(teapot), 'units')
  expect((await pages.view(path)).html).toContain('Your first gift')
  await pages.give(await pages.insertGift(pageProducts.kettle), 'units')
  const { html } = await pages.view(path)
  expect(html).toContain('2 gifts')
  expect(html).not.toContain('Your first gift')
})
