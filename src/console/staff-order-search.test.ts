import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { openStaffSearch } from '../../test/staff-search.ts'
import type { TestApp } from '../../test/test-app.ts'

const search = opened(() => openStaffSearch())
let app: TestApp
beforeAll(() => {
  app = search.app
})
const find = (q: string, cookie?: string) => search.find(q, cookie)
const named = (surname: string, more?: object) => search.named(surname, more)
const shown = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

test('a checkout is found by cart, reference and e-mail, an order by its number; support sees no whole e-mail', async () => {
  const { registry } = await named('Βουγιουκλάκη')
  const gift = await aGift(app, registry, { cents: 4000 })
  const giver = { giver_email: 'giver.of.gifts@example.gr' }
  const { reference, cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })], giver)
  const { id: orderId } = await app.shop.actions.pay(cartId)
  await app.deliver()
  const numbers = ['', '#', '# ', 'order ', 'Order no. ', 'παραγγελία ', 'ΠΑΡΑΓΓΕΛΙΑ αρ. ', 'παραγγελίας #']
  for (const q of [cartId, reference, 'Giver.of.gifts@example.gr', ...numbers.map(word => word + orderId)])
    expect([q, await find(q)]).toEqual([q, expect.stringContaining(shown(registry.code))])
  // The order's own page, with the giver's name.
  const byNumber = await find(String(orderId))
  const { giver_name } = await app.db
    .selectFrom('purchase')
    .select('giver_name')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  for (const text of [`/orders?order=${orderId}&amp;lang=en#order-${orderId}`, giver_name])
    expect(byNumber).toContain(text)
  expect(await find(cartId)).not.toContain('giver.of.gifts@example.gr')
  expect(await find(cartId)).toContain('g…@example.gr')
  expect(await find(cartId, search.manager)).toContain('giver.of.gifts@example.gr')
  // Where only the shop's order has the e-mail, the row links to the page that shows it unmasked.
  await app.db.updateTable('handoff').set({ giver_email: null }).where('reference', '=', reference).execute()
  const { giver_email } = await app.db
    .selectFrom('purchase')
    .select('giver_email')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const byEmail = await find(giver_email ?? '')
  expect(byEmail).toContain(`/staff/registries/${registry.code}/orders`)
  expect(byEmail).toContain(`<div>${orderId}</div>`)
  expect(byEmail).toContain(`${giver_email?.[0]}…@`)
  expect(byEmail).toContain('The whole is in the registry’s orders')
  expect(byEmail).not.toContain(giver_email)
})

test('a giver is found by the names of the checkout and of the order, in either alphabet, until they are erased', async () => {
  const { registry } = await named('Στεφανάκη')
  const gift = await aGift(app, registry, { cents: 4000 })
  const giver = { giver_name: 'Νεφέλη Χατζηδημητρίου' }
  const { reference, cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })], giver)
  const { id } = await app.shop.actions.pay(cartId)
  await app.deliver()
  await app.db
    .updateTable('purchase')
    .set({ giver_name: 'Melina Kanari' })
    .where('order_id', '=', id)
    .execute()
  await app.job('search-index')
  for (const q of ['Νεφέλη', 'hatzidimitriou nefeli', 'Χατζηδημ', 'Μελίνα Κανάρη', 'melina']) {
    const results = await find(q)
    expect([q, results]).toEqual([q, expect.stringContaining(`/staff/registries/${registry.code}/orders`)])
    expect(results).toContain(`<div>${id}</div>`)
  }
  await app.db.updateTable('purchase').set({ giver_name: '' }).where('order_id', '=', id).execute()
  await app.db.updateTable('handoff').set({ giver_name: null }).where('reference', '=', reference).execute()
  await app.job('search-index')
  for (const q of ['Νεφέλη', 'Melina Kanari']) expect(await find(q)).toContain('Nothing was found')
})

test('an order that the shop alone knows is found there, and led to its place; the shop away breaks nothing', async () => {
  const { registry } = await named('Λασκαρίδου')
  const { productId, variantId } = await aGift(app, registry, { cents: 2500 })
  const answer = await app.staff('POST', '/v3/carts', {
    channel_id: 1,
    line_items: [{ product_id: productId, variant_id: variantId, quantity: 2 }],
  })
  const { data } = (await answer.json()) as { data: { id: string } }
  const { id } = await app.shop.actions.pay(data.id)
  const order = await app.processA.shop.fetchOrder(id)
  const results = await find(`order ${id}`)
  for (const text of [
    'in no registry',
    `/staff/actions/line_placed?order=${id}`,
    order?.billingName,
    '€50.00',
  ])
    expect(results).toContain(text)
  expect(await find('2147483600')).toContain('Nothing was found')
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders/:id', method: 'GET', answer: '500' }]
  const away = await find(String(id))
  expect(away).toContain('The shop does not answer')
  expect(away).not.toContain('in no registry')
  app.shop.faults.routes = []
})

test('a receipt of the till is found by its number however it is typed, also after it was taken back', async () => {
  const { registry } = await named('Μπουμπουλίνα')
  const gift = await aGift(app, registry, { cents: 4000 })
  const record = async (name: string, fields: Record<string, string>) => {
    const path = `/staff/actions/${name}?${new URLSearchParams(fields)}`
    const html = await (await search.view(path, search.support)).text()
    const hidden = [...html.matchAll(/<input type="hidden" name="(version|key)" value="([^"]*)"/g)]
    const sent = Object.fromEntries(hidden.map(([, key, value]) => [key ?? '', value ?? '']))
    return (
      await search.send(path, { ...fields, ...sent, reason: 'Paid at the till.' }, { cookie: search.support })
    ).status
  }
  const fields = { registry: registry.code, receipt: 'ΑΠΥ 2027/88', gift: String(gift.id), units: '1' }
  expect(await record('receipt_recorded', fields)).toBe(302)
  for (const q of ['ΑΠΥ 2027/88', 'απυ2027/88']) {
    const results = await find(q)
    expect([q, results]).toEqual([q, expect.stringContaining(`/staff/registries/${registry.code}/orders`)])
    expect(results).toContain('€40.00')
  }
  const { id } = await app.db.selectFrom('till_receipt').select('id').executeTakeFirstOrThrow()
  expect(await record('receipt_reversed', { receipt: String(id) })).toBe(302)
  expect(await find('ΑΠΥ 2027 / 88')).toContain('taken back')
  expect(await find('ΑΠΥ 2027/8')).toContain('Nothing was found')
})

test('an order with lines without a place says who paid, and leads to placing them on the registry that its note names', async () => {
  const { registry } = await named('Καραγιάννη')
  const { productId, variantId } = await aGift(app, registry, { cents: 2500 })
  const line = { product_id: productId, variant_id: variantId, quantity: 1 }
  const answer = await app.staff('POST', '/v3/carts', { channel_id: 1, line_items: [line] })
  const { data } = (await answer.json()) as { data: { id: string } }
  const { id } = await app.shop.actions.pay(data.id)
  const order = await app.processA.shop.fetchOrder(id)
  const [{ id: lineId } = { id: 0 }] = order?.lines ?? []
  await app.db
    .insertInto('unmatched_line')
    .values({ order_id: id, line_id: lineId, reason: 'reference', cents: 2500, seen_at: app.clock.now })
    .execute()
  const place = `/staff/actions/line_placed?order=${id}`
  expect(await find(String(id))).toContain(`"${place}&amp;lang=en"`)
  await app.staff('PUT', `/v2/orders/${id}`, {
    staff_notes: `Packed.\nRegistry ${shown(registry.code)} “Οι Καραγιάννη”: deliver.`,
  })
  const results = await find(String(id))
  expect(results).toContain(`"${place}&amp;registry=${registry.code}&amp;lang=en"`)
  expect(results).toContain(order?.billingName)
  const list = await (await search.view('/staff/work/unmatched', search.support)).text()
  for (const text of [
    `${place}&amp;line=${lineId}&amp;registry=${registry.code}`,
    `Paid by ${order?.billingName}`,
    order?.lines[0]?.name,
    'Οι Καραγιάννη',
  ])
    expect(list).toContain(text)
  expect(list).not.toContain(order?.email)
  const form = await (
    await search.view(`${place}&line=${lineId}&registry=${registry.code}`, search.support)
  ).text()
  expect(form).toContain(`value="${registry.code}"`)
  expect(form).toContain(`<option value="${lineId}" selected="">`)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/orders/:id', method: 'GET', answer: '500' }]
  expect(await find(String(id))).toContain(`"${place}&amp;lang=en"`)
  expect((await search.view('/staff/work/unmatched', search.support)).status).toBe(200)
  app.shop.faults.routes = []
})
