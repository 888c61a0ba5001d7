import { beforeAll, expect, test } from 'vitest'
import { aGift, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
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
  await app.job('search-index')
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
  await Promise.all([rename('Πρασινοπούλου'), app.job('search-index', 'A'), app.job('search-index', 'B')])
  await rename('Κιτρινοπούλου')
  await Promise.all([app.job('search-index', 'A'), app.job('search-index', 'B')])
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
  const address = { street: 'Οδός 1', country: 'Greece', region: 'Attica', city: 'Αθήνα', postcode: '10000' }
  for (const [column, phone] of [
    ['home_address', '(+30) 210/98.76.543'],
    ['shipping_address', '2310 555-444'],
  ] as const) {
    const value = JSON.stringify({ ...address, phone })
    await app.db
      .updateTable('registry')
      .set({ [column]: value })
      .where('id', '=', registry.id)
      .execute()
  }
  for (const q of ['2109876543', '+30 210 9876543', '0030 2310555444', 'τηλ. 2310-555-444'])
    expect([q, await find(q)]).toEqual([q, expect.stringContaining(shown(registry.code))])
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
  expect(await find('6955000111', search.manager)).toContain(email)
})

test('a gift card is found by its code, and never shown whole', async () => {
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 50_000 })
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 5000 })])
  const { data } = await host.collect({ id: gift.id })
  const end = data.code.slice(-4)
  const ends = [end, end.toLowerCase(), `•••${end}`, `*** ${end}`]
  for (const q of [
    data.code,
    data.code.toLowerCase(),
    data.code.replace('REG-', '').replaceAll('-', ''),
    ...ends,
  ]) {
    const results = await find(q, search.manager)
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
    const { status } = await search.view(`/staff/search?q=${encodeURIComponent(q)}`, search.support)
    expect([q, status]).toEqual([q, 200])
  }
  expect(await find('40262D91')).toContain('number of a failure')
})
