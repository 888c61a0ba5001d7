import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { giveGifts } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openStaffSearch } from '../../../test/staff-search.ts'
import { createGiverToken } from '../../checkout/request.ts'
import { withdrawMyGift } from '../../orders/my-gift/my-gift.contract.ts'

const search = opened(() => openStaffSearch())
let code: string
let order: number
let other: number
beforeAll(async () => {
  const { app } = search
  const { registry } = await search.named('Πολυαγαπημένη')
  code = registry.code
  const sofa = await aGift(app, registry, { group: true, cents: 50_000 })
  const cup = await aGift(app, registry, { cents: 2500, quantity: 3 })
  order = await giveGifts(app, registry, [lineOf(sofa, { cents: 1000 }), lineOf(cup, { units: 2 })])
  other = await giveGifts(app, registry, [lineOf(sofa, { cents: 700 })])
  await app.job('emails')
  await app.db
    .updateTable('purchase')
    .set({ giver_email: 'anna@giver.example' })
    .where('order_id', '=', order)
    .execute()
})

async function read(path: string, cookie = search.support): Promise<string> {
  const answer = await search.view(path, cookie)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return html.slice(html.indexOf('<main'), html.indexOf('<script', html.indexOf('<h1')))
}
const partOf = (html: string, heading: string) =>
  html.slice(html.indexOf(`id="${heading}"`)).split('</section>')[0] ?? ''

test('an order has a page: what happened in its order, payment, units, letters and what can be done', async () => {
  const html = await read(`/staff/orders/${order}?lang=en`)
  expect(html).toContain(`Order ${order}</h1>`)
  for (const chip of ['>Paid<', '>Not sent<', '>Counts as given<']) expect(html).toContain(chip)
  const steps = [...partOf(html, 'timeline').matchAll(/wrap-anywhere">([^<]+)/g)].map(([, text = '']) =>
    text.trim(),
  )
  expect(steps).toEqual(['The guest went to the checkout', 'Ordered', 'Paid'])
  expect(partOf(html, 'letters')).toContain('Thanks for a gift, to the giver')
  for (const action of ['giver_renamed', 'letter_resent']) expect(html).toContain(`/staff/actions/${action}?`)
  expect(html).toMatch(
    new RegExp(`<a [^>]*href="[^"]*/orders/${order}[^"]*"[^>]*>Open or refund in the shop`),
  )
  expect(html).toContain(`/staff/registries/${code}`)
  // Links to actions on money are for managers.
  expect(html).not.toMatch(/actions\/(money_moved|unit_returned|units_freed)/)
  const manager = await read(`/staff/orders/${order}?lang=en`, search.manager)
  for (const action of ['unit_returned', 'units_freed'])
    expect(manager).toContain(`/staff/actions/${action}?`)
  expect(manager).toMatch(/\/staff\/actions\/money_moved\?registry=\w+&amp;source=\d+(?:%20|\+)gift/)
})

test('its giver’s e-mail is masked for support, and shown by a click that the audit has', async () => {
  const path = `/staff/orders/${order}?lang=en`
  expect(await read(path)).not.toContain('anna@giver.example')
  const answer = await search.send(path, { email: `order ${order} ${code}` }, { cookie: search.support })
  expect(await answer.text()).toContain('anna@giver.example')
  const looks = search.app.db
    .selectFrom('staff_audit')
    .select('subject')
    .where('action', '=', 'email_shown')
    .execute()
  expect(await looks).toEqual([{ subject: `order ${order}` }])
  expect(partOf(await read(path), 'timeline')).toContain('Person support')
})

test('its letters are those to the giver about a withdrawal and a refund as well, here and with the registry’s', async () => {
  const { db, config, clock } = search.app
  const { reference } = await db
    .selectFrom('handoff')
    .innerJoin('purchase', 'handoff_id', 'handoff.id')
    .select('reference')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  const token = createGiverToken(reference, config, clock.now)
  expect((await search.app.call(withdrawMyGift, { token })).status).toBe(200)
  await db
    .insertInto('outbox')
    .values(
      [
        { template: 'gift-refunded', cause: `gift-refunded:order:${order}:${code}:0:0` },
        { template: 'line-card', cause: `line-card:${order}:9` },
      ].map(letter => ({
        ...letter,
        language: 'en' as const,
        recipient: 'anna@giver.example',
        props: '{}',
        message_id: letter.cause,
      })),
    )
    .execute()
  const pages = [
    partOf(await read(`/staff/orders/${order}?lang=en`), 'letters'),
    await read(`/staff/registries/${code}/letters?lang=en`),
  ]
  expect(pages[0]).toContain('The gift card of a buyer')
  for (const page of pages)
    for (const letter of ['Thanks for a gift', 'Withdrawal received', 'A gift was cancelled, to its giver'])
      expect(page).toContain(letter)
})

test('a refund stands in the order of time', async () => {
  const { app } = search
  app.later(1)
  await app.shop.actions.refund(other)
  await app.deliver()
  const html = await read(`/staff/orders/${other}?lang=en`)
  expect(partOf(html, 'timeline')).toMatch(/Paid.*Refunded or taken back: €7\.00/s)
})

test('the search leads to it by its number; in the list it is marked, in one table without empty columns', async () => {
  expect(await read(`/staff/search?q=${order}&lang=en`)).toMatch(
    new RegExp(`<a [^>]*href="/staff/orders/${order}\\?lang=en"[^>]*>${order}</a>`),
  )
  const list = await read(`/staff/registries/${code}/orders?order=${order}&lang=en`)
  expect(list.match(/<table/g)).toHaveLength(1)
  expect(list).toMatch(new RegExp(`<tbody id="order-${order}" class="order-rows found"`))
  expect(list.match(/order-rows found/g)).toHaveLength(1)
  const head = [...list.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, label]) => label)
  expect(head).toEqual(['Gift', 'State', 'Units', 'Amount', 'Actions'])
})

test('an order that has paid no gift has no page', async () => {
  expect((await search.view('/staff/orders/999999', search.support)).status).toBe(404)
  expect((await search.view('/staff/orders/0', search.support)).status).toBe(422)
})
