import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHost, type Host, insertProducts } from '../../../test/builders.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'

let site: SingleTestApp
let host: Host
let registry: { id: number; code: string }

const [teapot, kettle, sofa] = [11, 20, 29]

beforeAll(async () => {
  site = await testApp({ shop: 'none', pages: true })
  await insertProducts(site.db, [
    { id: teapot, cents: 6400 },
    { id: kettle, cents: 6800 },
    { id: sofa, cents: 90_000 },
  ])
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.updateTable('product').set({ available: true }).execute()
  host = await aHost(site, 'Ελένη')
  const address = JSON.stringify({
    street: 'Αμαλίας 12',
    country: 'GR',
    region: 'GR-J',
    city: 'Ναύπλιο',
    postcode: '21100',
    phone: '+306941234567',
  })
  registry = await site.db
    .insertInto('registry')
    .values({
      code: `ABEZ${String(host.id)
        .replace(/\d/g, digit => 'ABEZHKMNPT'[Number(digit)] ?? 'A')
        .padStart(8, 'Y')}`,
      customer_id: host.id,
      event_type: 'wedding',
      name: 'Ελένη',
      surname: 'Παππά',
      registry_name: 'Η λίστα μας',
      guest_count: 9,
      privacy: 'public',
      home_address: address,
      shipping_address: address,
      terms_version: '1',
      terms_at: new Date(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
})

const aGift = async (product_id: number, more: { quantity?: number; is_group?: boolean } = {}) => {
  const { id } = await site.db
    .insertInto('gift')
    .values({
      registry_id: registry.id,
      product_id,
      variant_id: 0,
      sku: '',
      quantity: 1,
      is_group: false,
      price_cents: 6400,
      selected_options: '[]',
      note: null,
      position: product_id,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let orders = 900
/** An order of one unit, or of 40 € towards a group gift, with words of its giver. */
async function give(gift_id: number, kind: 'units' | 'contribution') {
  const order_id = ++orders
  const { id: handoff_id } = await site.db
    .insertInto('handoff')
    .values({
      reference: `p${order_id}`,
      idempotency_key: `p${order_id}`,
      fingerprint: '',
      registry_id: registry.id,
      language: 'el',
      channel_id: 1,
      visibility: 'full',
      state: 'ordered',
      reserved_until: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.db
    .insertInto('purchase')
    .values({
      order_id,
      line_id: 1,
      registry_id: registry.id,
      gift_id,
      handoff_id,
      kind,
      state: 'paid',
      units: 1,
      cents: 4000,
      credited_units: 1,
      credited_cents: 4000,
      giver_name: 'Ζηνοβία',
      visibility: 'full',
      message: 'Βίον ανθόσπαρτον',
      ordered_at: new Date(),
    })
    .execute()
}

const view = async (path: string) => {
  const answer = await site.app.request(path, { headers: { cookie: `customerToken=${host.token}` } })
  return { status: answer.status, html: await answer.text() }
}
const send = async (path: string, fields: Record<string, string>) => {
  const answer = await site.app.request(path, {
    method: 'POST',
    headers: { origin: site.config.SITE_URL, cookie: `customerToken=${host.token}` },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, to: answer.headers.get('location') ?? '', html: await answer.text() }
}
const address = (path: string) => `/registry/${registry.code}/${path}`
const gone = () => site.db.updateTable('product').set({ available: false }).where('id', '=', teapot).execute()

test('the arrows work as plain forms, and say the new place', async () => {
  const first = await aGift(teapot)
  await aGift(kettle)
  const { status, html } = await send(address('gifts'), { intent: 'move', gift_id: String(first) })
  expect(status).toBe(200)
  expect(html).toContain('Teapot 11: now in place 2 of 2')
})

test('a list of many gifts comes in pages, each gift reached by its dialog', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => index)
  for (const index of rows) await aGift(10_000 + index)
  const { html } = await view(address('gifts?page=3'))
  expect(html.match(/data-gift=/g)).toHaveLength(20)
  expect(html).toContain('aria-current="page"')
})

describe('what the shop no longer sells', () => {
  test('is swapped by one tap for something of its kind and price', async () => {
    const id = await aGift(teapot, { quantity: 2 })
    await gone()
    expect((await view(address('gifts'))).html).toContain(`swap=${id}`)
    const dialog = await view(address(`gifts?swap=${id}`))
    expect(dialog.html).toContain('Take this: Teapot 20')
    expect(dialog.html).not.toContain('Take this: Teapot 29')
    const swap = { intent: 'swap', gift_id: String(id), product_id: String(kettle), variant_id: '0' }
    const { to } = await send(address(`gifts?swap=${id}`), swap)
    expect((await view(to)).html).toContain('The gift was swapped')
    expect((await view(to)).html).toContain('Teapot 20')
  })

  test('says so when the shop has it again', async () => {
    const id = await aGift(teapot)
    const swap = { intent: 'swap', gift_id: String(id), product_id: String(kettle) }
    const { status, html } = await send(address(`gifts?swap=${id}`), swap)
    expect(status).toBe(409)
    expect(html).toContain('The shop has this product again')
  })
})

test('a gift with money says why it stays, and what may be done', async () => {
  const whole = await aGift(teapot, { quantity: 3 })
  const group = await aGift(sofa, { is_group: true })
  await give(whole, 'units')
  await give(group, 'contribution')
  const partly = await view(address(`gifts?remove=${whole}`))
  for (const words of ['This gift can’t be removed', 'Keep only the one that was given'])
    expect(partly.html).toContain(words)
  expect((await view(address(`gifts?remove=${group}&lang=el`))).html).toContain('έξυπνα ρέστα')
  const { to } = await send(address('gifts'), { intent: 'keep', gift_id: String(whole), quantity: '1' })
  expect(to).toContain('done=kept')
  expect((await send(address('gifts'), { intent: 'remove', gift_id: String(group) })).status).toBe(409)
})

test('hosts who want to be surprised see the same pages whether something was given or not', async () => {
  const whole = await aGift(teapot, { quantity: 3 })
  const group = await aGift(sofa, { is_group: true })
  await site.db.updateTable('registry').set({ surprise: true }).where('id', '=', registry.id).execute()
  await gone()
  const dialogs = [whole, group].flatMap(id =>
    ['change', 'remove', 'swap'].map(what => `gifts?${what}=${id}`),
  )
  const paths = [
    ...['add', 'gifts', 'gifts-received', 'gifts-received/table', 'edit', 'edit/privacy-settings'].map(
      address,
    ),
    ...dialogs.map(address),
    `/registry/${registry.code}`,
    `/registry/${registry.code}/${sofa}`,
    '/my-registries',
  ]
  const seen = async () => {
    const pages: Record<string, string> = {}
    for (const path of paths)
      for (const lang of ['en', 'el']) {
        const { html } = await view(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
        expect(html).not.toMatch(/Ζηνοβία|Βίον ανθόσπαρτον/)
        pages[`${path} ${lang}`] = (/<main.*<\/main>/s.exec(html)?.[0] ?? html).replace(/nonce="[^"]*"/g, '')
      }
    return pages
  }
  const before = await seen()
  expect(before[`${address('gifts-received')} en`]).toContain('It’s a surprise')
  await give(whole, 'units')
  await give(group, 'contribution')
  const after = await seen()
  for (const [path, html] of Object.entries(after)) expect(html, path).toBe(before[path])
  const guests = await (await site.app.request(`/registry/${registry.code}?lang=en`)).text()
  expect(guests).toContain('€40')
})

test('thanks are ticked and taken back; the table holds what was given', async () => {
  await give(await aGift(teapot), 'units')
  const page = address('gifts-received')
  const tick = (thanked: string) =>
    send(`${page}?show=all`, { intent: 'thank', order_id: String(orders), thanked })
  const { to } = await tick('1')
  expect((await view(to)).html).toContain('Thanked on')
  expect((await view(`${page}?show=unthanked`)).html).toContain('Nothing here.')
  await tick('0')
  expect((await view(to)).html).not.toContain('Thanked on')
  const table = await site.app.request(`${page}/table?lang=el`, {
    headers: { cookie: `customerToken=${host.token}` },
  })
  expect(table.headers.get('content-disposition')).toContain('attachment')
  expect(await table.text()).toContain('"Ζηνοβία";"Τσαγιέρα 11";"Δώρο";"1";"40,00"')
})
