import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { testApp } from '../../test/test-app.ts'
import { offerSecondFactor } from '../account/second-factor/second-factor.contract.ts'
import { calls } from '../app.ts'
import { addDays } from '../base/dates.ts'
import type { Endpoint } from '../base/endpoint.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { showGiftStatistics, showGifts } from '../gift/gift.contract.ts'
import { changeGift, removeGift } from '../gift/manage.contract.ts'
import { swapGift } from '../gift/swap.contract.ts'
import { listReceivedGifts } from '../orders/received.contract.ts'
import { deleteRegistry, findRegistry } from './registry.contract.ts'
import { updateRegistryRow } from './registry.sql.ts'
import { changeSurprise } from './surprise.contract.ts'
import { findRevealDayError, isSurpriseActive } from './surprise.rules.ts'

describe('isSurpriseActive', () => {
  const today = '2026-11-21'
  const day = fc.option(fc.integer({ min: -9, max: 9 }).map(days => addDays(today, days)))

  test('until the day of the reveal, until closing, or until it is switched off', () => {
    fc.assert(
      fc.property(fc.boolean(), day, day, (surprise, reveal_day, closing_day) => {
        const secret = isSurpriseActive({ surprise, reveal_day, closing_day }, today)
        const isOver = [
          reveal_day !== null && reveal_day <= today,
          closing_day !== null && closing_day < today,
        ]
        expect(secret).toBe(surprise && !isOver.includes(true))
        if (
          reveal_day !== null &&
          Object.keys(findRevealDayError(reveal_day, closing_day, today)).length === 0
        )
          expect(reveal_day > today && (closing_day === null || reveal_day <= closing_day)).toBe(true)
      }),
    )
  })
})

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
beforeAll(async () => {
  await app.job('catalogue-sync')
  host = await aHost(app)
})

type Shown = Record<string, unknown>

async function aSurprise(more: { reveal_day?: string } = {}) {
  const registry = await aRegistry(app, host)
  const several = await aGift(app, registry, { quantity: 3 })
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const gone = await aGift(app, registry)
  const on = await app.call(
    changeSurprise,
    { id: registry.code, surprise: true, ...more },
    { as: host.token },
  )
  expect(on.status).toBe(200)
  return { registry, several, group, gone }
}

/** Guests make a paid order and an open checkout, and take all units of a gift that the shop then stops selling. */
async function giveGifts({ registry, several, group, gone }: Awaited<ReturnType<typeof aSurprise>>) {
  const words = { message: 'Να ζήσετε' }
  const lines = [lineOf(several, { units: 2 }), lineOf(group, { cents: 4000 }), lineOf(gone, { units: 1 })]
  const { cartId } = await handOff(app, registry, lines, words)
  await app.shop.actions.pay(cartId, { email: 'anna@guest.example' })
  await handOff(app, registry, [lineOf(several, { units: 1 })], words)
  await app.job('order-sync')
}

/** Replies by call and gift, of all calls that read and all that may be refused. */
async function collectReplies(registry: { code: string }, gifts: AGift[], as: string) {
  const about = { registry_id: registry.code, id: registry.code, lang: 'el' }
  const replies: Record<string, string> = {}
  // Removes what earlier calls of this function left in the history and the security log.
  await app.db.deleteFrom('registry_change').execute()
  await app.db.deleteFrom('security_event').execute()
  const ask = async (call: Call, input: object, name: string) => {
    replies[`${call.path} ${name}`] = JSON.stringify(await app.call(call, input, { as }))
  }
  // This call returns a new key each time.
  const repeatable = calls.filter(({ endpoint }) => endpoint.path !== offerSecondFactor.path)
  for (const { endpoint } of repeatable.filter(
    one => !one.endpoint.inside && (one.endpoint.reads || one.endpoint.method === 'GET'),
  ))
    await ask(endpoint, { ...about, gift_id: gifts[0]?.id }, 'reads')
  for (const gift of gifts) {
    const gift_id = gift.id
    await ask(removeGift, { gift_id }, `of ${gift_id}`)
    await ask(changeGift, { gift_id, quantity: 1, is_group_gifting: '0' }, `to one of ${gift_id}`)
    await ask(changeGift, { gift_id, is_group_gifting: '1' }, `to a group gift of ${gift_id}`)
    await ask(swapGift, { gift_id, product_id: gift.productId }, `of ${gift_id}`)
    const line_items = [lineOf(gift, { units: 99 })]
    await ask(createCart, { registry_id: registry.code, line_items }, `of ${gift_id}`)
  }
  await ask(deleteRegistry, about, '')
  return replies
}

type Call = Pick<Endpoint, 'method' | 'path'>

test('hosts get the same replies whether something was given or not; guests see what was given', async () => {
  const surprise = await aSurprise()
  const gifts = [surprise.several, surprise.group, surprise.gone]
  const forSale = (available: boolean) =>
    app.db.updateTable('product').set({ available }).where('id', '=', surprise.gone.productId).execute()
  await forSale(false)
  const before = await collectReplies(surprise.registry, gifts, host.token)
  await forSale(true)
  await giveGifts(surprise)
  await forSale(false)
  const after = await collectReplies(surprise.registry, gifts, host.token)
  expect(Object.keys(after).filter(name => after[name] !== before[name])).toEqual([])

  const about = { registry_id: surprise.registry.code, id: surprise.registry.code }
  const guests = await app.call<{ data: Shown[] }>(showGifts, about)
  expect(guests.data.data).toMatchObject([
    { how_many_sale: 2, held_units: 1, state: 'held' },
    { collected: 40, givers: 1 },
    { state: 'given' },
  ])
  const [view] = (await app.call<Shown[]>(findRegistry, about)).data
  expect(view).toMatchObject({ gifts_given: 1, givers: 1, secret: 0 })
  expect((await app.call<Shown>(showGiftStatistics, about)).data).not.toMatchObject({
    purchased: { dollar050: 0, dollar50100: 0, dollar100150: 0, dollar150plus: 0 },
  })
})

test('no e-mail tells the hosts; the giver is thanked all the same', async () => {
  await giveGifts(await aSurprise())
  const emails = await app.db.selectFrom('outbox').select(['recipient', 'template']).execute()
  expect(emails).not.toContainEqual({ recipient: host.email, template: 'gift-given' })
  expect(emails).toContainEqual({ recipient: 'anna@guest.example', template: 'gift-thanks' })
})

test('open pages of hosts get no event of a purchase', async () => {
  const surprise = await aSurprise()
  const readEvents = async (token?: string) => {
    const response = await app.request(
      `/api/registry/${surprise.registry.code}/live`,
      { headers: token ? { authorization: `Bearer ${token}` } : {} },
      { process: 'A' },
    )
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    const next = await Promise.race([reader.read(), app.db.selectFrom('job_cursor').selectAll().execute()])
    await reader.cancel()
    const text = (bytes: unknown) => (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '')
    return text(value) + ('value' in next ? text(next.value) : '')
  }
  expect(await readEvents()).toContain('data: ')
  expect(await readEvents(host.token)).not.toContain('data: ')
})

test('on the day of the reveal hosts see everything and get one e-mail', async () => {
  const at = app.clock.now
  const surprise = await aSurprise({ reveal_day: '2026-11-30' })
  await giveGifts(surprise)
  const received = () =>
    app.call<Shown[]>(listReceivedGifts, { registry_id: surprise.registry.code }, { as: host.token })
  expect(await received()).toMatchObject({ status: 403, data: { code: 'registry_is_secret' } })
  await app.job('registry-dates')
  expect(await received()).toMatchObject({ status: 403 })
  app.clock.now = new Date('2026-11-30T08:00:00Z')
  expect(await received()).toMatchObject({ status: 200, data: expect.arrayContaining([expect.anything()]) })
  await Promise.all([app.job('registry-dates', 'A'), app.job('registry-dates', 'B')])
  await app.job('registry-dates')
  const emails = await app.db
    .selectFrom('outbox')
    .select('recipient')
    .where('template', '=', 'registry-revealed')
    .execute()
  expect(emails).toEqual([{ recipient: host.email }])
  app.clock.now = at
  expect(await received()).toMatchObject({ status: 200 })
})

test('a day of the reveal that closing comes before is no longer promised', async () => {
  const { registry } = await aSurprise({ reveal_day: '2027-07-15' })
  const view = async () =>
    (await app.call<Shown[]>(findRegistry, { id: registry.code }, { as: host.token })).data[0]
  await updateRegistryRow(app.db, registry.id, { closing_day: '2027-07-16' })
  expect(await view()).toMatchObject({ reveal_day: '2027-07-15 00:00:00' })
  await updateRegistryRow(app.db, registry.id, { closing_day: '2027-06-30' })
  expect(await view()).toMatchObject({ secret: 1, reveal_day: '1970-01-01 00:00:00' })
})

test('only hosts switch it on, with a day in the future, and off', async () => {
  const registry = await aRegistry(app, host)
  const switchTo = (change: object, as?: string) =>
    app.call(changeSurprise, { id: registry.code, ...change }, as ? { as } : {})
  for (const reveal_day of ['2026-11-21', '2025-01-01', '2027-07-20', 'never'])
    expect(await switchTo({ surprise: true, reveal_day }, host.token)).toMatchObject({
      status: 422,
      data: { fields: { reveal_day: expect.any(String) } },
    })
  const { token } = await aHost(app)
  expect(await switchTo({ surprise: true }, token)).toMatchObject({ status: 404 })
  expect(await switchTo({ surprise: true })).toMatchObject({ status: 401 })
  const view = async () =>
    (await app.call<Shown[]>(findRegistry, { id: registry.code }, { as: host.token })).data[0]
  await switchTo({ surprise: true, reveal_day: '2027-07-19' }, host.token)
  expect(await view()).toMatchObject({ secret: 1, reveal_day: '2027-07-19 00:00:00', version: 0 })
  await switchTo({ surprise: '0' }, host.token)
  expect(await view()).toMatchObject({ secret: 0, reveal_day: '1970-01-01 00:00:00' })
})
