import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, giveGifts } from '../../../test/money.ts'
import { handOff } from '../../../test/orders.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { type SingleTestApp, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let site: SingleTestApp
let support: string
let manager: string
beforeAll(async () => {
  app = await testApp()
  await app.job('webhook-registration')
  const { db } = app
  site = await testApp({ shop: app.processA.shop, pages: true, db, now: () => app.clock.now, env: consoleOn })
  support = await staff.sessionOf('support@shop.gr', 'support')
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})
afterAll(async () => {
  await site.close()
  await app.close()
})

const staff = staffClient(() => site)
const find = async (q: string, cookie = support) => {
  const html = await (await staff.view(`/staff/search?q=${encodeURIComponent(q)}`, cookie)).text()
  const start = html.indexOf('<h1')
  return html.slice(start, html.indexOf('<script', start))
}

/** A registry whose hosts are named so, as staff find them after the next look. */
async function named(surname: string, more: object = {}) {
  const host = await aHost(app, 'Θεοδώρα')
  const registry = await aRegistry(app, host)
  await app.db
    .updateTable('registry')
    .set({ surname, registry_name: `Οι ${surname}`, ...more })
    .where('id', '=', registry.id)
    .execute()
  await app.db.updateTable('customer').set({ surname }).where('id', '=', host.id).execute()
  await app.job('staff-search')
  return { host, registry }
}
const shown = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

test('a registry is found by its code, its slug, and names in either alphabet, whatever its privacy', async () => {
  const { registry, host } = await named('Ξυλοκερατίδου', { privacy: 'private' })
  await app.db
    .insertInto('slug')
    .values({ slug: 'xylo-2027', folded: 'xylo2o27', registry_id: registry.id, created_at: app.clock.now })
    .execute()
  const typed = [registry.code, shown(registry.code).toLowerCase(), 'xylo-2027', 'Ξυλοκερατίδου']
  for (const q of [...typed, 'ξυλοκερ', 'xilokeratidou', 'Ksylokeratidou'])
    expect([q, await find(q)]).toEqual([q, expect.stringContaining(shown(registry.code))])
  expect(await find('Ξυλοκερατίδου')).toContain(host.email)
  expect(await find('Ξυλοκερατίδου Νίκος')).toContain('Nothing was found')
})

test('a deleted registry is found and said to be deleted; an erased host is not', async () => {
  const { registry, host } = await named('Φραγκιαδάκη', { removed_at: app.clock.now })
  expect(await find('fragkiadaki')).toContain('deleted')
  expect(await find(registry.code)).toContain('deleted')
  await app.db
    .updateTable('customer')
    .set({ erased_at: app.clock.now, name: '', surname: '' })
    .where('id', '=', host.id)
    .execute()
  await app.job('staff-search')
  expect(await find('fragkiadaki')).not.toContain(host.email)
})

test('renamed at once by two, it is found by the last name alone', async () => {
  const { registry } = await named('Καρπουζοπούλου')
  const rename = (registry_name: string) =>
    app.db
      .updateTable('registry')
      .set({ registry_name, surname: registry_name })
      .where('id', '=', registry.id)
      .execute()
  await Promise.all([rename('Πρασινοπούλου'), app.job('staff-search', 'A'), app.job('staff-search', 'B')])
  await rename('Κιτρινοπούλου')
  await Promise.all([app.job('staff-search', 'A'), app.job('staff-search', 'B')])
  expect(await find('kitrinopoulou')).toContain(shown(registry.code))
  for (const q of ['Πρασινοπούλου', 'Καρπουζοπούλου']) {
    const results = await find(q)
    expect(results.slice(0, results.indexOf('Hosts'))).not.toContain(shown(registry.code))
  }
})

test('a host is found by e-mail and phone', async () => {
  const { host, registry } = await named('Αμπατζόγλου')
  await app.db.updateTable('customer').set({ phone: '+306944123456' }).where('id', '=', host.id).execute()
  for (const q of [
    host.email.toUpperCase(),
    '694 412 3456',
    '+30 6944123456',
    '00306944123456',
    'τηλ. (+30) 694–412–3456',
  ]) {
    const results = await find(q)
    expect([q, results]).toEqual([q, expect.stringContaining('Αμπατζόγλου')])
    expect(results).toContain(shown(registry.code))
  }
})

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
  expect(await find(cartId)).not.toContain('giver.of.gifts@example.gr')
  expect(await find(cartId)).toContain('g…@example.gr')
  expect(await find(cartId, manager)).toContain('giver.of.gifts@example.gr')
  // The shop's order may know the e-mail alone: the row names the order, and leads to where the whole is shown.
  await app.db.updateTable('handoff').set({ giver_email: null }).where('reference', '=', reference).execute()
  const { giver_email } = await app.db
    .selectFrom('purchase')
    .select('giver_email')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const byEmail = await find(giver_email ?? '')
  expect(byEmail).toContain(`/staff/registries/${registry.code}/orders`)
  expect(byEmail).toContain(`<span class="min-w-0">${orderId}</span>`)
  expect(byEmail).toContain(`${giver_email?.[0]}…@`)
  expect(byEmail).toContain('The whole is in the registry’s orders')
  expect(byEmail).not.toContain(giver_email)
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
    const html = await (await staff.view(path, support)).text()
    const hidden = [...html.matchAll(/<input type="hidden" name="(version|key)" value="([^"]*)"/g)]
    const sent = Object.fromEntries(hidden.map(([, key, value]) => [key ?? '', value ?? '']))
    return (await staff.send(path, { ...fields, ...sent, reason: 'Paid at the till.' }, { cookie: support }))
      .status
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

test('a guest on a list is found by e-mail, masked for support', async () => {
  const { registry } = await named('Παπαθανασίου')
  const email = 'invited.aunt@example.gr'
  await app.db
    .insertInto('guest')
    .values({
      registry_id: registry.id,
      name: 'Θεία Κούλα',
      email,
      email_key: email,
      phone: '+306955000111',
      language: 'el',
      people: 1,
      notes: null,
      reply: null,
      reply_message: null,
      created_at: app.clock.now,
    })
    .execute()
  for (const q of [email, '6955000111']) expect(await find(q)).toContain('Θεία Κούλα')
  expect(await find('6955000111')).not.toContain(email)
  expect(await find('6955000111', manager)).toContain(email)
})

test('a gift card is found by its code, and never shown whole', async () => {
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 50_000 })
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 5000 })])
  const { data } = await host.collect({ id: gift.id })
  for (const q of [data.code, data.code.toLowerCase(), data.code.replace('REG-', '').replaceAll('-', '')]) {
    const results = await find(q, manager)
    expect([q, results]).toEqual([q, expect.stringContaining(`•••${data.code.slice(-4)}`)])
    expect(results).not.toContain(data.code)
  }
})

test('ten of a kind are shown, and that there are more', async () => {
  for (let number = 0; number < 12; number++) await named('Μυριοπούλου')
  const results = await find('myriopoulou')
  expect(results.match(/Οι Μυριοπούλου/g)).toHaveLength(10)
  expect(results).toContain('more than these 10')
})

test('odd texts find nothing and break nothing', async () => {
  const odd = [
    "'",
    '\\',
    "a'b:*|c",
    '%%',
    '&|!',
    '()',
    '@',
    'x@',
    '123456789012345678901',
    '   ',
    'ά',
    '<b>',
    '\u0000ab',
  ]
  for (const q of odd) {
    const { status } = await staff.view(`/staff/search?q=${encodeURIComponent(q)}`, support)
    expect([q, status]).toEqual([q, 200])
  }
  expect(await find('40262D91')).toContain('number of a failure')
})
