import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'

/** A refused form keeps what was typed, and shows how to go on (R1100); what counts already is linked (R1101). */
const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(async () => {
  app = pages.app
  host = await aHostWithMoney(app)
})

const backTo = (code: string, part = '') => `href="/staff/registries/${code}${part}?lang=en"`
const control = (html: string, name: string) =>
  html.match(new RegExp(`<(input|select|textarea)[^>]*name="${name}"[^>]*>`))?.[0] ?? ''

test('a receipt that counts elsewhere says where, and keeps all that was typed', async () => {
  const gift = await aGift(app, host.registry, { cents: 2000 })
  const other = await aHostWithMoney(app)
  const otherGift = await aGift(app, other.registry, { cents: 2000 })
  const first = { registry: other.registry.code, receipt: 'ΑΠΥ-1100', gift: otherGift.id, units: 1 }
  await pages.act(pages.support, 'receipt_recorded', first)
  const { id } = await app.db.selectFrom('till_receipt').select('id').executeTakeFirstOrThrow()
  const fields = { registry: host.registry.code, receipt: 'ΑΠΥ-1100', gift: gift.id, units: 1, giver: 'Ρέα' }
  const { status, html } = await pages.look(pages.support, 'receipt_recorded', fields)
  expect(status).toBe(409)
  expect(html).toContain(
    `/staff/registries/${other.registry.code}/orders?order=-${id}&amp;lang=en#receipt-${id}`,
  )
  expect(control(html, 'receipt')).toMatch(
    /aria-invalid="true".*value="ΑΠΥ-1100"|value="ΑΠΥ-1100".*aria-invalid="true"/,
  )
  expect(control(html, 'giver')).toContain('value="Ρέα"')
  expect(html).toContain(`<option value="${gift.id}" selected="">`)
  expect(html).toContain('href="#field-receipt"')
  expect(html).toContain(backTo(host.registry.code, '/orders'))
})

test('a line that counts elsewhere says where; what is left empty is told', async () => {
  const gift = await aGift(app, host.registry, { cents: 3000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const [{ line_id: line } = { line_id: 0 }] = await purchasesOf(app, gift)
  const other = await aHostWithMoney(app)
  const otherGift = await aGift(app, other.registry, { cents: 3000 })
  const fields = { order, line, registry: other.registry.code, gift: otherGift.id, message: 'Να ζήσετε' }
  const { status, html } = await pages.look(pages.support, 'line_placed', fields)
  expect(status).toBe(409)
  expect(html).toContain(
    `/staff/registries/${host.registry.code}/orders?order=${order}&amp;lang=en#order-${order}`,
  )
  expect(html).toContain('>Να ζήσετε</textarea>')
  expect(control(html, 'line')).toContain('aria-invalid="true"')
  expect(html).toContain('Left empty, the name of whoever paid counts.')
})

test('a name that is the same stays in its field, which names order and gift and leads back from its first step', async () => {
  const gift = await aGift(app, host.registry, { cents: 3000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const [{ line_id: line } = { line_id: 0 }] = await purchasesOf(app, gift)
  const back = backTo(host.registry.code, '/orders')
  const first = await (
    await pages.view(`/staff/actions/giver_renamed?order=${order}&line=${line}`, pages.support)
  ).text()
  expect(first).toContain(back)
  expect(first).toContain(`<dd class="min-w-0 wrap-anywhere">${order}</dd>`)
  const { name } = await app.db
    .selectFrom('product_text')
    .select('name')
    .where('product_id', '=', gift.productId)
    .executeTakeFirstOrThrow()
  expect(first).toContain(`<dd class="min-w-0 wrap-anywhere">${name}</dd>`)
  const { html } = await pages.look(pages.support, 'giver_renamed', { order, line, giver: 'Άννα Δοκιμή' })
  expect(html).toContain(back)
  expect(control(html, 'giver')).toContain('aria-invalid="true"')
  expect(control(html, 'giver')).toContain('value="Άννα Δοκιμή"')
})

test('without a reason the page begins with what is missing, and leads to the field', async () => {
  const gift = await aGift(app, host.registry, { cents: 3000 })
  const { hidden } = await pages.look(pages.support, 'gift_removed', { gift: gift.id })
  for (const [language, sentence] of [
    ['en', 'Write why'],
    ['el', 'Γράψτε'],
  ] as const) {
    const path = `/staff/actions/gift_removed?gift=${gift.id}&lang=${language}`
    const answer = await pages.post(path, { ...hidden, reason: '' }, pages.support)
    expect(answer.status).toBe(422)
    const form = (await answer.text()).split('<form').find(one => one.includes('name="reason"')) ?? ''
    const [above] = form.split('<table')
    expect(above).toContain('href="#field-reason"')
    expect(above).toContain(sentence)
  }
})

test('what can’t be done with a letter leads back to its registry', async () => {
  const { id } = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('cause', 'like', `%:${host.registry.code}%`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('outbox').set({ state: 'waiting' }).where('id', '=', id).execute()
  const { html, text } = await pages.look(pages.support, 'letter_resent', { letter: id })
  expect(text).toContain('waits to be sent')
  expect(html).toContain(backTo(host.registry.code, '/letters'))
})

test('a registry is named by its hosts, in either alphabet, as long as it is the only one of these names', async () => {
  const [named, namesake] = [await aHostWithMoney(app), await aHostWithMoney(app)]
  const surnames = { [named.registry.code]: 'Κουμπουροπούλου', [namesake.registry.code]: 'Κουμπουρόπουλος' }
  for (const [code, surname] of Object.entries(surnames))
    await app.db.updateTable('registry').set({ name: 'Ευγενία', surname }).where('code', '=', code).execute()
  await app.job('search-index')
  const gift = await aGift(app, named.registry, { cents: 2000 })
  const fields = { receipt: 'ΑΠΥ-1123', gift: gift.id, units: 1 }
  const look = (registry: string) => pages.look(pages.support, 'receipt_recorded', { ...fields, registry })
  expect((await look('evgenia koumpouropoulou')).html).toContain(named.registry.code)
  const { status, html } = await look('Ευγενία')
  expect(status).toBe(422)
  expect(html).toContain('Several registries have these names.')
  expect(control(html, 'registry')).toContain('value="Ευγενία"')
  expect((await look('Ανύπαρκτη')).html).toContain('There is no registry with this code, address or names.')
})
