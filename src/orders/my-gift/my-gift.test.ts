import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { opened } from '../../../test/opened.ts'
import { handOff } from '../../../test/orders.ts'
import { cookiesOf } from '../../../test/page-client.ts'
import { openPagesOf, testApp } from '../../../test/test-app.ts'
import { deleteRegistry } from '../../registry/registry.contract.ts'
import { listReceivedGifts } from '../received.contract.ts'
import { changeMyGift, showMyGift, withdrawMyGift } from './my-gift.contract.ts'

/** The page behind the private link in the giver's e-mail (R516). */
const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
let token: string
let wordsToken: string
let orderId: number
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  registry = await aRegistry(app, host)
  gift = await aGift(app, registry, { quantity: 2 })
  const handedOff = await handOff(app, registry, [lineOf(gift, { units: 1 })], { message: 'Να ζήσετε!' })
  wordsToken = handedOff.wordsToken
  const { cartId } = handedOff
  orderId = (await app.shop.actions.pay(cartId, { email: 'anna@example.com' })).id
  await app.job('order-sync')
  token = await tokenInEmail()
})

async function tokenInEmail(): Promise<string> {
  const row = await app.db
    .selectFrom('outbox')
    .select(['props', 'template'])
    .where('cause', '=', `gift-thanks:order:${orderId}:${registry.code}`)
    .executeTakeFirstOrThrow()
  return (row.props as unknown as { mine: string }).mine
}

const show = () => app.call<{ withdrawal: string; message: string; state: string }>(showMyGift, { token })
const received = async () =>
  (
    await app.call<{ giver: string; message: string }[]>(
      listReceivedGifts,
      { registry_id: registry.code },
      { as: host.token },
    )
  ).data

test('the giver changes name and message, which the hosts read and a later sync keeps', async () => {
  expect(await show()).toMatchObject({ data: { state: 'paid', message: 'Να ζήσετε!', orders: [orderId] } })
  const change = { token, giver_name: 'Άννα Νέα', visibility: 'initials', message: 'Με αγάπη' }
  expect((await app.call(changeMyGift, change)).status).toBe(200)
  expect(await received()).toMatchObject([{ giver: 'Ά. Ν.', message: 'Με αγάπη' }])
  await app.shop.actions.changeStatus(orderId, 9)
  await app.job('order-sync')
  expect(await received()).toMatchObject([{ giver: 'Ά. Ν.', message: 'Με αγάπη' }])
  await app.call(changeMyGift, { ...change, message: '' })
  expect(await received()).toMatchObject([{ message: null }])
  await expectInvariants(app.db, registry.id)
})

test('the host’s e-mail has no private link', async () => {
  const { props } = await app.db
    .selectFrom('outbox')
    .select('props')
    .where('cause', '=', `gift-given:order:${orderId}:${registry.code}:${host.id}`)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(props)).not.toContain(token)
})

test('the right of withdrawal outlives the registry', async () => {
  expect((await app.call(deleteRegistry, { registry_id: registry.code }, host.token)).status).toBe(200)
  expect(await show()).toMatchObject({ data: { registry_id: null, state: 'paid', withdrawal: 'possible' } })
  expect((await app.call(withdrawMyGift, { token })).status).toBe(200)
  expect(await show()).toMatchObject({ data: { withdrawal: 'asked' } })
})

test('any other token is refused as missing', async () => {
  const [id, proof] = [token.slice(0, -32), token.slice(-32)]
  for (const wrong of ['x', `${id}${'A'.repeat(32)}`, `zz-${proof}`, `${token}A`, ''])
    expect([404, 422]).toContain((await app.call(showMyGift, { token: wrong })).status)
})

test('whoever handed the cart off reads and changes the words for a day, and nothing of whoever paid', async () => {
  const asHandedOff = { token: wordsToken }
  const seen = { message: 'Να ζήσετε!', orders: [], email: null, withdrawal: 'over' }
  expect(await app.call(showMyGift, asHandedOff)).toMatchObject({ data: seen })
  expect((await app.call(withdrawMyGift, asHandedOff)).status).toBe(404)
  await app.call(changeMyGift, { ...asHandedOff, visibility: 'full', message: 'Να ευτυχήσετε!' })
  expect(await received()).toMatchObject([{ message: 'Να ευτυχήσετε!' }])
  const start = app.clock.now
  app.clock.now = new Date(start.getTime() + 25 * 3_600_000)
  expect((await app.call(showMyGift, asHandedOff)).status).toBe(404)
  app.clock.now = start
})

test('a message beyond 500 characters is refused', async () => {
  const change = { token, visibility: 'full', message: 'α'.repeat(501) }
  expect(await app.call(changeMyGift, change)).toMatchObject({
    status: 422,
    data: { keys: { message: 'message_long' } },
  })
})

describe('withdrawing from the contract', () => {
  const withdraw = () => app.call(withdrawMyGift, { token })
  const lettersOf = (template: string) =>
    app.db
      .selectFrom('outbox')
      .select(['recipient', 'props'])
      .where('template', '=', template)
      .where('cause', 'like', '%withdraw%')
      .orderBy('id', 'desc')
      .execute()

  test('leaves one note, one letter to staff and one acknowledgement with the time, however often it is asked for', async () => {
    expect((await show()).data.withdrawal).toBe('possible')
    const before = (await lettersOf('withdrawal-received')).length
    for (let time = 0; time < 2; time++) expect((await withdraw()).status).toBe(200)
    expect(await show()).toMatchObject({
      data: { withdrawal: 'asked', withdrawn_at: app.clock.now.toISOString(), email: 'anna@example.com' },
    })
    const acknowledged = await lettersOf('withdrawal-received')
    expect(acknowledged).toHaveLength(before + 1)
    expect(acknowledged[0]).toMatchObject({
      recipient: 'anna@example.com',
      props: { orders: String(orderId), at: app.clock.now.toISOString() },
    })
    for (let time = 0; time < 2; time++) await app.job('shop-tasks')
    const order = (await (await app.staff('GET', `/v2/orders/${orderId}`)).json()) as { staff_notes: string }
    expect(order.staff_notes.match(/withdraws from the contract/g)).toHaveLength(1)
  })

  test('is acknowledged with what all units of a gift cost', async () => {
    const several = await aGift(app, registry, { quantity: 2, cents: 3000 })
    const { cartId } = await handOff(app, registry, [lineOf(several, { units: 2 })])
    orderId = (await app.shop.actions.pay(cartId, { email: 'anna@example.com' })).id
    await app.job('order-sync')
    token = await tokenInEmail()
    expect((await withdraw()).status).toBe(200)
    expect((await lettersOf('withdrawal-received'))[0]).toMatchObject({
      props: { orders: String(orderId), gifts: [{ units: 2, cents: 6000 }] },
    })
  })

  test('is possible after dispatch while the term runs, and not for a void order', async () => {
    await app.shop.actions.changeStatus(orderId, 2)
    expect((await show()).data.withdrawal).toBe('possible')
    await app.shop.actions.changeStatus(orderId, 5)
    await app.job('order-sync')
    expect((await show()).data).toMatchObject({ withdrawal: 'over', state: 'void' })
    expect(await withdraw()).toMatchObject({ status: 409, data: { code: 'my_gift_late' } })
  })

  test('is possible while the shop is away', async () => {
    app.shop.faults.routes = [{ path: `/stores/:hash/v2/orders/${orderId}`, answer: '500' }]
    expect((await show()).data.withdrawal).toBe('possible')
    expect((await withdraw()).status).toBe(200)
    app.shop.faults.routes = []
  })
})

describe('a refusal on the page of the giver’s link, without scripts', () => {
  const site = opened(() => openPagesOf(app))

  async function send(link: string, fields: Record<string, string>) {
    const cookie = cookiesOf(await site.app.request(`/my-gift/${link}`))
    const headers = { cookie, origin: site.config.SITE_URL }
    const sent = { method: 'POST', headers, body: new URLSearchParams(fields) }
    const answer = await site.app.request('/my-gift', sent)
    const [, html = ''] = /<main(.*)<\/main>/s.exec(await answer.text()) ?? []
    return { status: answer.status, html }
  }
  const words = { giver_name: 'Άννα Νέα', visibility: 'initials', message: 'Κοινό μήνυμα' }
  const kept = ['value="Άννα Νέα"', 'checked="" value="initials"', 'Κοινό μήνυμα']

  test('of the words for one gift stands beside them, with all that was typed', async () => {
    const { data } = await app.call<{ lines: { id: number }[] }>(showMyGift, { token })
    const [line] = data.lines
    const own = { visibility: 'full', messages: [{ id: line?.id, message: 'Για το τσάι' }] }
    await app.call(changeMyGift, { token, ...own })
    const long = 'α'.repeat(501)
    const typed = { 'messages[0][id]': String(line?.id), 'messages[0][message]': long }
    const { status, html } = await send(token, { ...words, ...typed })
    expect(status).toBe(422)
    for (const shown of [...kept, long, 'href="#field-messages-0-message"']) expect(html).toContain(shown)
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect((await send(token, { ...words, ...typed, 'messages[0][message]': 'Για εσάς' })).status).toBe(302)
    expect(await received()).toMatchObject([{ giver: 'Ά. Ν.', message: 'Για εσάς' }])
  })

  test('of no field stands above the form as it is, also by the words’ link', async () => {
    await sql`alter table handoff add constraint no_change check (giver_name <> 'Άννα Νέα') not valid`.execute(
      app.db,
    )
    for (const link of [token, wordsToken]) {
      const { status, html } = await send(link, words)
      expect(status).toBe(500)
      for (const shown of [...kept, 'Something went wrong on our side']) expect(html).toContain(shown)
      expect(html.match(/role="alert"/g)).toHaveLength(1)
    }
    await sql`alter table handoff drop constraint no_change`.execute(app.db)
  })

  test('of a withdrawal stands there', async () => {
    await app.shop.actions.changeStatus(orderId, 2)
    app.clock.now = new Date(app.clock.now.getTime() + 60 * 86_400_000)
    const { status, html } = await send(token, { intent: 'withdraw' })
    expect(status).toBe(409)
    expect(html.indexOf('role="alert"')).toBeGreaterThan(html.indexOf('id="withdrawal"'))
  })
})
