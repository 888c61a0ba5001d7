import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { calls } from '../../app.ts'
import { addDays } from '../../base/dates.ts'
import type { Endpoint } from '../../base/endpoint.ts'
import { createCart } from '../../checkout/hand-off/contract.ts'
import { listReceivedGifts } from '../../checkout/received/contract.ts'
import { showGiftStatistics, showGifts } from '../../gift/gift/contract.ts'
import { changeGift, removeGift } from '../../gift/manage/contract.ts'
import { swapGift } from '../../gift/swap/contract.ts'
import { deleteRegistry, findRegistry } from '../registry/contract.ts'
import { changeSurprise } from './contract.ts'
import { findRevealDayError, isSurpriseActive } from './rules.ts'

describe('the rule', () => {
  const today = '2026-11-21'
  const day = fc.option(fc.integer({ min: -9, max: 9 }).map(days => addDays(today, days)))

  test('keeps the secret until the day of the reveal, until closing, or until it is switched off', () => {
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

let w: TestApp
let host: Awaited<ReturnType<typeof aHost>>
beforeAll(async () => {
  w = await testApp()
  await w.job('catalogue-sync')
  host = await aHost(w)
})
afterAll(() => w.close())

type Shown = Record<string, unknown>

async function aSecret(more: { reveal_day?: string } = {}) {
  const registry = await aRegistry(w, host)
  const whole = await aGift(w, registry, { quantity: 3 })
  const group = await aGift(w, registry, { group: true, cents: 9500 })
  const gone = await aGift(w, registry)
  const on = await w.call(changeSurprise, { id: registry.code, surprise: true, ...more }, { as: host.token })
  expect(on.status).toBe(200)
  return { registry, whole, group, gone }
}

/** Guests buy: one paid, one at the checkout, and all of what the shop stops selling afterwards. */
async function guestsGive({ registry, whole, group, gone }: Awaited<ReturnType<typeof aSecret>>) {
  const toCheckout = async (line_items: object[]) => {
    const { data } = await w.call<{ reference: string }>(createCart, {
      registry_id: registry.code,
      line_items,
      giver_name: 'Άννα Δοκιμή',
      message: 'Να ζήσετε',
    })
    const { cart_id } = await w.db
      .selectFrom('handoff')
      .select('cart_id')
      .where('reference', '=', data.reference)
      .executeTakeFirstOrThrow()
    return cart_id!
  }
  const lines = [lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 }), lineOf(gone, { units: 1 })]
  await w.shop.actions.pay(await toCheckout(lines), { email: 'anna@guest.example' })
  await toCheckout([lineOf(whole, { units: 1 })])
  await w.job('reconcile')
}

/** Every call that reads, and every refusal that could tell: the answer as text, by the call and its gift. */
async function allThatIsTold(registry: { code: string }, gifts: AGift[], as: string) {
  const about = { registry_id: registry.code, id: registry.code, lang: 'el' }
  const told: Record<string, string> = {}
  // What an earlier look changed itself stands in the history.
  await w.db.deleteFrom('registry_change').execute()
  const ask = async (call: Call, input: object, name: string) => {
    told[`${call.path} ${name}`] = JSON.stringify(await w.call(call, input, { as }))
  }
  for (const { endpoint } of calls.filter(
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
  return told
}

type Call = Pick<Endpoint, 'method' | 'path'>

test('hosts are told the very same whether something was given or not; guests see what is', async () => {
  const secret = await aSecret()
  const gifts = [secret.whole, secret.group, secret.gone]
  const forSale = (available: boolean) =>
    w.db.updateTable('product').set({ available }).where('id', '=', secret.gone.productId).execute()
  await forSale(false)
  const before = await allThatIsTold(secret.registry, gifts, host.token)
  await forSale(true)
  await guestsGive(secret)
  await forSale(false)
  const after = await allThatIsTold(secret.registry, gifts, host.token)
  expect(Object.keys(after).filter(name => after[name] !== before[name])).toEqual([])

  const about = { registry_id: secret.registry.code, id: secret.registry.code }
  const guests = await w.call<{ data: Shown[] }>(showGifts, about)
  expect(guests.data.data).toMatchObject([
    { how_many_sale: 2, held_units: 1, state: 'held' },
    { collected: 40, givers: 1 },
    { state: 'given' },
  ])
  const [view] = (await w.call<Shown[]>(findRegistry, about)).data
  expect(view).toMatchObject({ gifts_given: 1, givers: 1, secret: 0 })
  expect((await w.call<Shown>(showGiftStatistics, about)).data).not.toMatchObject({
    purchased: { dollar050: 0, dollar50100: 0, dollar100150: 0, dollar150plus: 0 },
  })
})

test('no letter tells the hosts; the giver is thanked all the same', async () => {
  await guestsGive(await aSecret())
  const letters = await w.db.selectFrom('outbox').select(['recipient', 'template']).execute()
  expect(letters).not.toContainEqual({ recipient: host.email, template: 'gift-given' })
  expect(letters).toContainEqual({ recipient: 'anna@guest.example', template: 'gift-thanks' })
})

test('open pages of hosts hear nothing of a purchase', async () => {
  const secret = await aSecret()
  const hear = async (token?: string) => {
    const response = await w.request(
      `/api/registry/${secret.registry.code}/live`,
      { headers: token ? { authorization: `Bearer ${token}` } : {} },
      { process: 'A' },
    )
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    const next = await Promise.race([reader.read(), w.db.selectFrom('job_cursor').selectAll().execute()])
    await reader.cancel()
    const text = (bytes: unknown) => (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '')
    return text(value) + ('value' in next ? text(next.value) : '')
  }
  expect(await hear()).toContain('data: ')
  expect(await hear(host.token)).not.toContain('data: ')
})

test('on the day of the reveal all is told, once', async () => {
  const at = w.clock.now
  const secret = await aSecret({ reveal_day: '2026-11-30' })
  await guestsGive(secret)
  const received = () =>
    w.call<Shown[]>(listReceivedGifts, { registry_id: secret.registry.code }, { as: host.token })
  expect(await received()).toMatchObject({ status: 403, data: { code: 'registry_is_secret' } })
  await w.job('surprise-reveals')
  expect(await received()).toMatchObject({ status: 403 })
  w.clock.now = new Date('2026-11-30T08:00:00Z')
  expect(await received()).toMatchObject({ status: 200, data: expect.arrayContaining([expect.anything()]) })
  await Promise.all([w.job('surprise-reveals', 'A'), w.job('surprise-reveals', 'B')])
  await w.job('surprise-reveals')
  const letters = await w.db
    .selectFrom('outbox')
    .select('recipient')
    .where('template', '=', 'registry-revealed')
    .execute()
  expect(letters).toEqual([{ recipient: host.email }])
  w.clock.now = at
  expect(await received()).toMatchObject({ status: 200 })
})

test('it is switched on with a day to come, and off, by its hosts alone', async () => {
  const registry = await aRegistry(w, host)
  const switchTo = (change: object, as?: string) =>
    w.call(changeSurprise, { id: registry.code, ...change }, as ? { as } : {})
  for (const reveal_day of ['2026-11-21', '2025-01-01', '2027-07-20', 'never'])
    expect(await switchTo({ surprise: true, reveal_day }, host.token)).toMatchObject({
      status: 422,
      data: { fields: { reveal_day: expect.any(String) } },
    })
  const { token } = await aHost(w)
  expect(await switchTo({ surprise: true }, token)).toMatchObject({ status: 404 })
  expect(await switchTo({ surprise: true })).toMatchObject({ status: 401 })
  const view = async () =>
    (await w.call<Shown[]>(findRegistry, { id: registry.code }, { as: host.token })).data[0]
  await switchTo({ surprise: true, reveal_day: '2027-07-19' }, host.token)
  expect(await view()).toMatchObject({ secret: 1, reveal_day: '2027-07-19 00:00:00', version: 0 })
  await switchTo({ surprise: '0' }, host.token)
  expect(await view()).toMatchObject({ secret: 0, reveal_day: '1970-01-01 00:00:00' })
})
