import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, type Host, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff } from '../../test/orders.ts'
import { plainBrowser, textOf } from '../../test/plain-browser.ts'
import { testApp } from '../../test/test-app.ts'
import { m } from '../paraglide/messages.js'
import type { Shop } from '../shop/port.ts'

/** A guest pays a share of a group gift from its sheet, without JavaScript. */
const app = opened(() => testApp())
let host: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
const openPages = (shop: Shop) => testApp({ pages: true, shop, db: app.db, now: () => app.clock.now })
const site = opened(() => openPages(app.processA.shop))
const secondSite = opened(() => openPages(app.processB.shop))
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  app.later(20)
  registry = await aRegistry(app, host)
  gift = await aGift(app, registry, { group: true, cents: 100_000 })
})

const en = { locale: 'en' } as const
type Browse = ReturnType<typeof plainBrowser>
const words = { giver_name: 'Θεία Ευτυχία', visibility: 'initials', message: 'Να ζήσετε!' }
const sheetOf = ({ productId }: AGift) => `/registry/${registry.code}/${productId}?lang=en`
const keyIn = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
const open = async (browse: Browse, given = gift) => (await browse(sheetOf(given))).html

/** Sends the sheet's form with the button “Give”. */
const press = (browse: Browse, key: string, fields: Record<string, string> = {}, given = gift) =>
  browse(sheetOf(given), {
    gift: String(given.id),
    key,
    intent: 'checkout',
    amount: '50',
    ...words,
    ...fields,
  })
const handoffs = () =>
  app.db.selectFrom('handoff').selectAll().where('registry_id', '=', registry.id).execute()

test('one press leads to the checkout of the shop, with who gives and what was written', async () => {
  const browse = plainBrowser(site)
  const html = await open(browse)
  const text = textOf(html)
  for (const part of [
    'From €5.00 up to €1,000.00. If it isn’t reached, the money becomes a gift card for the couple.',
    'Your name',
    m.checkout_visibility_initials({}, en),
    m.give_something_else({}, en),
  ])
    expect(text).toContain(part)
  expect(text).not.toContain(m.give_add_to_cart({}, en))
  for (const amount of ['€30', '€50', '€100', '€1,000']) expect(text).toContain(amount)
  const left = await press(browse, keyIn(html))
  expect([left.status, left.to]).toEqual([302, expect.stringMatching(/^http:\/\/shop\.test\/shop\//)])
  expect(await handoffs()).toMatchObject([
    { giver_name: words.giver_name, visibility: 'initials', message: words.message, state: 'open' },
  ])
  expect(textOf(await open(browse))).toContain(m.handoff_gift_yours({}, en))
})

test('who has paid reads how far the gift has come, but not of a registry that is private since', async () => {
  const browse = plainBrowser(site)
  await press(browse, keyIn(await open(browse)))
  const [{ reference, cart_id }] = (await handoffs()) as unknown as [{ reference: string; cart_id: string }]
  await app.shop.actions.pay(cart_id)
  await app.job('order-sync')
  const thanks = async () => textOf((await browse(`/thank-you/${reference}?lang=en`)).html)
  const sum = m.thanks_collected({ collected: '€50.00', price: '€1,000.00' }, en)
  expect(await thanks()).toContain(sum)
  await app.db.updateTable('registry').set({ privacy: 'private' }).where('id', '=', registry.id).execute()
  expect(await thanks()).not.toContain(sum)
})

test('the shop’s order page leads back who gave by this browser, while it may be paid, and nobody else', async () => {
  const browse = plainBrowser(site)
  expect((await browse('/after-paying')).status).toBe(204)
  await press(browse, keyIn(await open(browse)))
  const [{ reference, cart_id }] = (await handoffs()) as unknown as [{ reference: string; cart_id: string }]
  const thanks = expect.stringMatching(`^/thank-you/${reference}\\?`)
  expect(await browse('/after-paying')).toMatchObject({ status: 302, to: thanks })
  expect((await plainBrowser(site)('/after-paying')).status).toBe(204)
  await app.shop.actions.pay(cart_id)
  await app.job('order-sync')
  expect(await browse('/after-paying')).toMatchObject({ status: 302, to: thanks })
  // After the thanks page, a later purchase in the shop doesn't lead back here.
  await browse(`/thank-you/${reference}?lang=en`)
  expect((await browse('/after-paying')).status).toBe(204)
})

test('the thanks of one gift leave the way to another that is still at the checkout', async () => {
  const browse = plainBrowser(site)
  const toCheckout = async () => {
    await press(browse, keyIn(await open(browse)))
    const { reference, cart_id } = (await handoffs()).find(({ state }) => state === 'open')!
    return { reference, cart_id: cart_id!, thanks: expect.stringContaining(reference) }
  }
  const first = await toCheckout()
  await app.shop.actions.pay(first.cart_id)
  await app.job('order-sync')
  const second = await toCheckout()
  await browse(`/thank-you/${first.reference}?lang=en`)
  expect(await browse('/after-paying')).toMatchObject({ status: 302, to: second.thanks })
  await app.shop.actions.pay(second.cart_id)
  await app.job('order-sync')
  expect(textOf((await browse(`/thank-you/${second.reference}?lang=en`)).html)).toContain(words.message)
})

test('a cart that nobody paid leads nowhere when its time is over', async () => {
  const browse = plainBrowser(site)
  await press(browse, keyIn(await open(browse)))
  app.later(60)
  await app.job('expired-reservations')
  expect((await browse('/after-paying')).status).toBe(204)
})

test('two presses, also at two processes at once, are one hand-off', async () => {
  const browse = plainBrowser(site)
  const key = keyIn(await open(browse))
  const answers = await Promise.all([press(browse, key), press(plainBrowser(secondSite), key)])
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  expect((await press(browse, key)).status).toBe(302)
  expect(await handoffs()).toHaveLength(1)
})

test('all that is wrong stands beside its field, and what was typed is still there', async () => {
  const browse = plainBrowser(site)
  const wrong = await press(browse, 'a-key-of-this-page', { amount: '3', giver_name: '' })
  expect(wrong.status).toBe(422)
  const text = textOf(wrong.html)
  expect(text).toContain(m.addition_small({ least: '€5.00' }, en))
  expect(text).toContain(m.giver_name_required({}, en))
  expect(wrong.html).toContain('value="3"')
  expect(wrong.html).toContain(words.message)
  const nameless = await press(browse, 'a-key-of-this-page', { giver_name: '' })
  expect(textOf(nameless.html)).toContain(m.giver_name_required({}, en))
  expect(await handoffs()).toEqual([])
})

test('while the shop fails the sheet says so and keeps everything; the same press goes on later', async () => {
  const browse = plainBrowser(site)
  const key = keyIn(await open(browse))
  app.shop.faults.routes = [{ path: '/stores/:hash/v3/carts', answer: '500', times: 50 }]
  const refused = await press(browse, key)
  app.shop.faults.routes = []
  expect(textOf(refused.html)).toContain(m.checkout_error_title({}, en))
  for (const kept of ['value="50"', `value="${words.giver_name}"`, words.message])
    expect(refused.html).toContain(kept)
  app.later(1)
  expect((await press(browse, keyIn(refused.html))).status).toBe(302)
})

test('of a gift that was taken meanwhile the sheet says it, and the words wait at another gift', async () => {
  const other = await aGift(app, registry, { group: true, cents: 90_000 })
  const browse = plainBrowser(site)
  const key = keyIn(await open(browse))
  await handOff(app, registry, [lineOf(gift, { cents: gift.cents })])
  const lost = await press(browse, key)
  const text = textOf(lost.html)
  expect(text).toContain(m.checkout_error_title({}, en))
  expect(text).toContain('is being given right now')
  expect(await open(browse, other)).toContain(words.message)
  expect(await handoffs()).toHaveLength(1)
})

test('of a gift that lacks less by now the sheet says how much', async () => {
  const browse = plainBrowser(site)
  const key = keyIn(await open(browse))
  await handOff(app, registry, [lineOf(gift, { cents: gift.cents - 2000 })])
  const lost = await press(browse, key)
  expect(textOf(lost.html)).toContain(m.addition_large({ most: '€20.00' }, en))
  expect(lost.html).toContain(words.message)
})

test('with something else to give it goes into the cart, and who gives is filled in there', async () => {
  const browse = plainBrowser(site)
  await open(browse)
  const added = await press(browse, 'a-key-of-this-page', { intent: 'add' })
  expect(added.to).toMatch(/^\/cart/)
  const cart = (await browse('/cart?lang=en')).html
  for (const kept of [`value="${words.giver_name}"`, words.message]) expect(cart).toContain(kept)
  // With a gift in the cart, the sheet of another gift adds to the cart, whatever button is pressed.
  const other = await aGift(app, registry, { group: true, cents: 90_000 })
  expect(textOf(await open(browse, other))).toContain(m.give_add_to_cart({}, en))
  expect((await press(browse, 'another-key-of-it', {}, other)).to).toMatch(/^\/cart/)
  expect(await handoffs()).toEqual([])
})
