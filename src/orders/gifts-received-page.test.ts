import { beforeEach, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'

const { teapot } = pageProducts

const pages = opened(() => openHostPages())
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

test('a mark that a script sends is answered without a redirect, which another one on its way would drop', async () => {
  const order_id = String(await pages.give(await pages.insertGift(teapot), 'units'))
  const path = pages.pathTo('gifts-received')
  const mark = { intent: 'thank', order_id, thanked: '1' }
  const { status, location } = await pages.submit(path, mark, { 'sec-fetch-dest': 'empty' })
  expect([status, location]).toEqual([200, ''])
  expect((await pages.view(path)).html).toContain('Thanked on')
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

test('how the list fills up is drawn by the week, from the second week on, and not during a surprise', async () => {
  const path = `${pages.pathTo('gifts-received')}?lang=en`
  const gift = await pages.insertGift(teapot, { quantity: 9 })
  const giveOn = async (day: string) => {
    const order_id = await pages.give(gift, 'units')
    const ordered_at = new Date(`${day}T12:00:00Z`)
    await pages.app.db.updateTable('purchase').set({ ordered_at }).where('order_id', '=', order_id).execute()
  }
  await giveOn('2026-09-07')
  await giveOn('2026-09-13')
  expect((await pages.view(path)).html).not.toContain('How the list fills up')
  await giveOn('2026-09-21')
  const said = 'How the list fills up. 7 September 2026: 2, 21 September 2026: 1'
  expect((await pages.view(path)).html).toContain(`aria-label="${said}"`)
  await pages.app.db
    .updateTable('registry')
    .set({ surprise: true })
    .where('id', '=', pages.registry.id)
    .execute()
  expect((await pages.view(path)).html).not.toContain('How the list fills up')
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
