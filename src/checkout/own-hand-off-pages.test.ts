import { beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { type AGift, aGift, aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { plainBrowser, textOf } from '../../test/plain-browser.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { showGifts } from '../gift/gift.contract.ts'
import { addGifts } from '../gift/wish.contract.ts'
import { m } from '../paraglide/messages.js'

/** A giver without JavaScript goes back to a cart that they have handed off (R1431, R1432). */
const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let host: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
beforeAll(async () => {
  host = await aHost(app)
})
beforeEach(async () => {
  app.later(20)
  registry = await aRegistry(app, host)
  gift = await aGift(app, registry)
})

const en = { locale: 'en' } as const
type Browse = ReturnType<typeof plainBrowser>
const giver = { giver_name: 'Ήρα Δοκιμή', message: 'Να ζήσετε!' }
const dialogOf = ({ productId }: AGift) => `/registry/${registry.code}/${productId}?lang=en`
const cartOf = async (browse: Browse) => (await browse('/cart?lang=en')).html
const referenceIn = (html: string) => /name="reference" value="([^"]+)"/.exec(html)?.[1] ?? ''

async function toCheckout(browse: Browse, given = gift, fields: Record<string, string> = {}) {
  await browse(dialogOf(given), { gift: String(given.id), quantity: '1', ...fields })
  await cartOf(browse)
  return browse('/cart', { intent: 'checkout', key: crypto.randomUUID(), visibility: 'full', ...giver })
}

test('back from the checkout, cart and gift say whose it is; the cart is changed, and what was written is there', async () => {
  const browse = plainBrowser(site)
  expect((await toCheckout(browse)).status).toBe(302)
  const left = await cartOf(browse)
  expect(textOf(left)).toContain(m.handoff_reserved_minutes({ count: 15 }, en))
  const dialog = textOf((await browse(dialogOf(gift))).html)
  expect(dialog).toContain(m.handoff_gift_yours({}, en))
  expect(dialog).toContain(m.handoff_change({}, en))
  expect(dialog).not.toContain(m.gift_held_minutes({ count: 15 }, en))
  expect(textOf((await plainBrowser(site)(dialogOf(gift))).html)).toContain(
    m.gift_held_minutes({ count: 15 }, en),
  )

  const reference = referenceIn(left)
  const onward = await browse('/cart', { intent: 'continue', reference })
  expect(onward.to).toMatch(/^http:\/\/shop\.test\/shop\//)
  const changed = await browse('/cart', { intent: 'change', reference })
  expect(changed).toMatchObject({ status: 302, to: expect.stringMatching(/^\/cart/) })
  const cart = await cartOf(browse)
  expect(textOf(cart)).toContain(m.cart_remove({}, en))
  expect(cart).toContain('value="Ήρα Δοκιμή"')
  expect(cart).toContain('Να ζήσετε!')
  expect(textOf(cart)).not.toContain(m.handoff_change({}, en))
  expect((await toCheckout(plainBrowser(site))).status).toBe(302)
})

test('the other browser neither sees nor ends it', async () => {
  const browse = plainBrowser(site)
  await toCheckout(browse)
  const reference = referenceIn(await cartOf(browse))
  const other = plainBrowser(site)
  expect(textOf(await cartOf(other))).not.toContain(m.handoff_change({}, en))
  await other('/cart', { intent: 'change', reference })
  expect(textOf(await cartOf(browse))).toContain(m.handoff_reserved_minutes({ count: 15 }, en))
})

test('while the shop fails the cart stays as it is, and the page says so; nothing is in the cart twice', async () => {
  const browse = plainBrowser(site)
  await toCheckout(browse)
  const reference = referenceIn(await cartOf(browse))
  app.shop.faults.routes = [{ path: '/stores/:hash/v3/carts/:id', answer: '500', times: 50 }]
  const refused = textOf((await browse('/cart?lang=en', { intent: 'change', reference })).html)
  app.shop.faults.routes = []
  expect(refused).toContain(m.handoff_not_ended_text({}, en))
  expect(refused).toContain(m.handoff_reserved_minutes({ count: 15 }, en))
  expect(refused).not.toContain(m.cart_remove({}, en))
  app.later(1)
  expect((await browse('/cart', { intent: 'change', reference })).status).toBe(302)
})

test('after its time “continue” says that somebody was faster, and the cart can still be changed', async () => {
  const browse = plainBrowser(site)
  await toCheckout(browse)
  const reference = referenceIn(await cartOf(browse))
  app.later(16)
  expect(textOf(await cartOf(browse))).toContain(m.handoff_over({}, en))
  await toCheckout(plainBrowser(site))
  const { html } = await browse('/cart?lang=en', { intent: 'continue', reference })
  expect(textOf(html)).toContain('is being given right now')
  expect((await browse('/cart', { intent: 'change', reference })).status).toBe(302)
})

test('choices for another registry leave the cart only after a question', async () => {
  const browse = plainBrowser(site)
  await toCheckout(browse)
  const reference = referenceIn(await cartOf(browse))
  const first = registry
  registry = await aRegistry(app, host)
  const other = await aGift(app, registry)
  await browse(dialogOf(other), { gift: String(other.id), quantity: '1' })
  const asked = textOf((await browse('/cart?lang=en', { intent: 'change', reference })).html)
  expect(asked).toContain(m.cart_replace_title({}, en))
  expect(asked).toContain(m.handoff_reserved_minutes({ count: 15 }, en))
  const replaced = await browse('/cart', { intent: 'change', reference, replace: 'yes' })
  expect(replaced.status).toBe(302)
  expect(await cartOf(browse)).toContain(`/registry/${first.code}`)
})

test('the answers to the shop’s questions come back with the cart', async () => {
  const plate = catalogue.products.find(product => product.slug === 'birth-plate')!
  const [name, day] = plate.modifiers!.map(({ id }) => id) as [number, number]
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  await ctx.refreshProducts([plate.id])
  const products = [{ product_id: plate.id, quantity: 1 }]
  await app.call(addGifts, { registry_id: registry.code, products }, host.token)
  const { data } = await app.call<{ data: { id: number; product_id: number }[] }>(showGifts, {
    registry_id: registry.code,
  })
  const { id } = data.data.find(one => one.product_id === plate.id)!
  const browse = plainBrowser(site)
  const answers = {
    [`asked_${name}`]: '1',
    [`answer_${name}`]: 'Ιάσων',
    [`asked_${day}`]: '1',
    [`answer_${day}`]: '2027-06-05',
  }
  await toCheckout(browse, { ...gift, id, productId: plate.id }, answers)
  await browse('/cart', { intent: 'change', reference: referenceIn(await cartOf(browse)) })
  expect(await cartOf(browse)).toContain('Ιάσων')
})

test('a browser that refuses cookies is told that the gift is not in the cart', async () => {
  const added = await site.app.request(dialogOf(gift), {
    method: 'POST',
    headers: { origin: site.config.SITE_URL },
    body: new URLSearchParams({ gift: String(gift.id), quantity: '1' }),
  })
  const cart = await (await site.app.request(added.headers.get('location')!)).text()
  expect(textOf(cart)).toContain(m.cart_cookies_refused({}, en))
})
