import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, aHost, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { handOff } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
let coHost: string
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
  const other = await aHost(app, 'Μαρία')
  coHost = other.email
  await setRegistry({ co_host_id: other.id })
})

const setRegistry = (values: object) =>
  app.db.updateTable('registry').set(values).where('id', '=', host.registry.id).execute()

/** A contribution that was paid and whose hand-off is lost; only the shop knows its giver. */
async function aLostPayment() {
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  const { cartId, reference } = await handOff(app, host.registry, [lineOf(gift, { cents: 4000 })])
  await app.db
    .updateTable('handoff')
    .set({ cart_id: null, reference: `lost ${reference}`.slice(0, 22) })
    .where('cart_id', '=', cartId)
    .execute()
  const { id: order } = await app.shop.actions.pay(cartId)
  await app.deliver()
  const waiting = app.db.selectFrom('unmatched_line').select('line_id').where('order_id', '=', order)
  const { line_id: line } = await waiting.executeTakeFirstOrThrow()
  return { order, registry: host.registry.code, line, gift: gift.id }
}

async function aHangingPayout() {
  const gift = await host.fundedGift(4000, 9000)
  app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
  const { data } = await host.collect({ id: gift.id })
  app.shop.faults.routes = []
  app.later(2)
  return { payout: data.id }
}

/** All letters to people, by template and whose address they go to. */
async function readLetters() {
  const rows = await app.db
    .selectFrom('outbox')
    .select(['template', 'recipient'])
    .where('kind', '<>', 'staff')
    .orderBy('id')
    .execute()
  const names = new Map([
    [host.email, 'host'],
    [coHost, 'co-host'],
  ])
  return rows.map(({ template, recipient }) => `${template} to ${names.get(recipient) ?? 'somebody else'}`)
}

const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
/** The sentence about letters, without names of hosts. */
function sentenceIn(html: string): string | undefined {
  const words = wordsOf(html).replace(/ \([^()]*@[^()]*\)/g, '')
  return /(A letter goes to: [^.]*\.|Nobody gets a letter now\.)/.exec(words)?.[1]
}

/** Letters according to the confirmation, according to the note afterwards, and as they are in the outbox. */
async function actAndRead(cookie: string, name: string, fields: Record<string, string | number>) {
  const before = await readLetters()
  const page = await pages.look(cookie, name, fields)
  // Looking at an action sends nothing.
  expect(await readLetters()).toEqual(before)
  const sent = await pages.send(cookie, name, page.hidden)
  expect([name, sent.status]).toEqual([name, 302])
  const next = await pages.view(sent.to ?? '', `${cookie}; ${sent.cookies}`)
  const letters = (await readLetters()).slice(before.length)
  return [sentenceIn(page.html), sentenceIn(await next.text()), ...letters.sort()]
}

const nobody = 'Nobody gets a letter now.'
const toHost = 'A letter goes to: the host.'
const toHosts = 'A letter goes to: the host, the co-host.'

test('a lost payment that is placed is told to hosts and giver; placed again it is told to nobody', async () => {
  const fields = await aLostPayment()
  const toAll = 'A letter goes to: the host, the co-host, the giver.'
  expect(await actAndRead(pages.manager, 'line_placed', fields)).toEqual([
    ...[toAll, toAll],
    ...['gift-given to co-host', 'gift-given to host', 'gift-thanks to somebody else'],
  ])
  const { order, line } = fields
  const undone = await actAndRead(pages.manager, 'line_unplaced', { order, line })
  expect(undone).toEqual([nobody, nobody])
  expect(await actAndRead(pages.manager, 'line_placed', fields)).toEqual([nobody, nobody])
})

test('the confirmation names the hosts who get a letter, with their addresses, and no giver', async () => {
  const fields = await aLostPayment()
  const { hidden, html } = await pages.look(pages.manager, 'line_placed', fields)
  const [sentence = ''] = /A letter goes to:.*?the giver\./.exec(wordsOf(html)) ?? []
  expect(sentence).toMatch(
    /^A letter goes to: the host \([^,()]+, [^()]+\), the co-host \(Μαρία [^()]+\), the giver\.$/,
  )
  expect(sentence).toContain(host.email)
  expect(sentence).toContain(coHost)
  // The note afterwards is in a cookie, which must not hold the address.
  const sent = await pages.send(pages.manager, 'line_placed', hidden)
  expect(decodeURIComponent(sent.cookies)).not.toContain(host.email)
})

test('while the gifts are a surprise, the giver alone is told', async () => {
  await setRegistry({ surprise: true })
  const toGiver = 'A letter goes to: the giver.'
  expect(await actAndRead(pages.manager, 'line_placed', await aLostPayment())).toEqual([
    ...[toGiver, toGiver],
    'gift-thanks to somebody else',
  ])
})

test('a receipt is told to the hosts, its corrected number to nobody', async () => {
  const gift = await aGift(app, host.registry, { quantity: 2, cents: 3000 })
  const registry = host.registry.code
  const receipt = { registry, receipt: 'L-100', gift: gift.id, units: 1, giver: 'Θεία Μαρία' }
  expect(await actAndRead(pages.support, 'receipt_recorded', receipt)).toEqual([
    ...[toHosts, toHosts],
    ...['gift-given to co-host', 'gift-given to host'],
  ])
  const { id } = await app.db.selectFrom('till_receipt').select('id').executeTakeFirstOrThrow()
  const corrected = { receipt: Number(id), number: 'L-101' }
  expect(await actAndRead(pages.support, 'receipt_renumbered', corrected)).toEqual([nobody, nobody])
})

test('a payout is told to whoever asked for it, once it is made or cancelled', async () => {
  const payout = await aHangingPayout()
  const fault = { path: '/stores/:hash/v2/gift_certificates', answer: '500' } as const
  app.shop.faults.routes = [fault]
  expect(await actAndRead(pages.support, 'payout_retried', payout)).toEqual([toHost, nobody])
  app.shop.faults.routes = []
  app.later(2)
  expect(await actAndRead(pages.support, 'payout_retried', payout)).toEqual([
    ...[toHost, toHost],
    'giftcard-issued to host',
  ])
  expect(await actAndRead(pages.manager, 'payout_cancelled', await aHangingPayout())).toEqual([
    ...[toHost, toHost],
    'giftcard-withdrawn to host',
  ])
})

test('another e-mail is told to the host at both addresses; to look at it counts nothing', async () => {
  const correction = { host: host.id, email: `new.${host.email}` }
  for (let look = 0; look < 12; look++) await pages.look(pages.manager, 'email_corrected', correction)
  expect(await actAndRead(pages.manager, 'email_corrected', correction)).toEqual([
    ...[toHost, toHost],
    ...['email-change-confirm to somebody else', 'email-correction-requested to host'],
  ])
})
