import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, type Host, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf } from '../../test/orders.ts'
import { plainBrowser, textOf } from '../../test/plain-browser.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { ensureWebhooks } from '../orders/webhooks/webhooks.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let host: Host
beforeAll(async () => {
  host = await aHost(app)
  await ensureWebhooks(await jobContextOf(app))
})

const dialogOf = (registry: { code: string }, gift: { productId: number }, language = 'en') =>
  `/registry/${registry.code}/${gift.productId}?lang=${language}`

const setGift = (id: number, values: { removed_at?: Date; is_group?: boolean }) =>
  app.db.updateTable('gift').set(values).where('id', '=', id).execute()
const setSold = (id: number, listed: boolean) =>
  app.db.updateTable('product').set({ listed }).where('id', '=', id).execute()

test('a share is asked for within what the cart leaves open, in help, button and error (R405)', async () => {
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry, { group: true, cents: 10_000 })
  const browse = plainBrowser(site)
  const dialog = dialogOf(registry, gift)
  expect(textOf((await browse(dialog)).html)).toContain('From €5.00 up to €100.00')
  await browse(dialog, { gift: String(gift.id), amount: '40' })
  const left = textOf((await browse(dialog)).html)
  expect(left).toContain('From €5.00 up to €60.00. Your cart already holds €40.00 towards it.')
  expect(left).toContain('The rest: €60')
  const wrong = await browse(dialog, { gift: String(gift.id), amount: '70' })
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.html)).toContain('No more than €60.00 is needed')
  expect(textOf((await browse(dialogOf(registry, gift, 'el'))).html)).toContain('Από 5,00 € έως 60,00 €.')
  await browse(dialog, { gift: String(gift.id), amount: '60' })
  const all = (await browse(dialog)).html
  expect(textOf(all)).toContain('All that is left of it is in your cart already.')
  expect(all).not.toContain('name="amount"')
})

test('units are asked for within what the cart leaves open', async () => {
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry, { quantity: 5 })
  const browse = plainBrowser(site)
  await browse(dialogOf(registry, gift), { gift: String(gift.id), quantity: '3' })
  expect(textOf((await browse(dialogOf(registry, gift))).html)).toContain(
    '2 are still wished for 3 are in your cart already.',
  )
})

test('a pre-order says so, with its day where the shop gives one, on its page and in the cart (R1370)', async () => {
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry, { quantity: 5 })
  const browse = plainBrowser(site)
  const sell = async (fields: object) => {
    const answer = await app.staff('PUT', `/v3/catalog/products/${gift.productId}`, fields)
    expect(answer.status).toBe(200)
    await (await jobContextOf(app)).refreshProducts([gift.productId])
  }
  const texts = async (language: string) =>
    [dialogOf(registry, gift, language), `/cart?lang=${language}`].map(async path =>
      textOf((await browse(path)).html),
    )
  await browse(dialogOf(registry, gift), { gift: String(gift.id), quantity: '1' })
  for (const text of await texts('en')) expect(await text).not.toContain('Pre-order')
  // 23:30 in London is already the next day in Athens.
  await sell({ availability: 'preorder', preorder_release_date: '2027-02-28T23:30:00+00:00' })
  for (const text of await texts('en')) expect(await text).toContain('Pre-order: available from 1 March 2027')
  for (const text of await texts('el'))
    expect(await text).toContain('Προπαραγγελία: διαθέσιμο από τις 1 Μαρτίου 2027')
  await sell({ preorder_release_date: null })
  for (const text of await texts('en')) expect(await text).toMatch(/Pre-order(?!:)/)
  await sell({ availability: 'available' })
  for (const text of await texts('en')) expect(await text).not.toContain('Pre-order')
})

test('a gift of a second registry replaces the cart only after a question (R401)', async () => {
  const [first, second] = [await aRegistry(app, host), await aRegistry(app, host)]
  const [kept, other] = [await aGift(app, first), await aGift(app, second)]
  const browse = plainBrowser(site)
  await browse(dialogOf(first, kept), { gift: String(kept.id), quantity: '1' })
  for (const [language, question] of [
    ['en', 'Your cart holds gifts for another registry'],
    ['el', 'Το καλάθι σας έχει δώρα για άλλη λίστα'],
  ] as const) {
    const asked = await browse(dialogOf(second, other, language), { gift: String(other.id), quantity: '1' })
    expect(asked.status).toBe(409)
    expect(textOf(asked.html)).toContain(question)
    expect(asked.html).toContain('name="replace"')
  }
  const linkTo = ({ code }: { code: string }) => `/registry/${code}`
  expect((await browse('/cart?lang=en')).html).toContain(linkTo(first))
  await browse(dialogOf(second, other), { gift: String(other.id), quantity: '1', replace: 'yes' })
  const replaced = (await browse('/cart')).html
  expect([replaced.includes(linkTo(second)), replaced.includes(linkTo(first))]).toEqual([true, false])
})

test('gifts that have gone leave the cart with a word, and the way back to the registry', async () => {
  const registry = await aRegistry(app, host)
  const [removed, unsold, regrouped] = [
    await aGift(app, registry),
    await aGift(app, registry),
    await aGift(app, registry),
  ]
  const browse = plainBrowser(site)
  for (const gift of [removed, unsold, regrouped])
    await browse(dialogOf(registry, gift), { gift: String(gift.id), quantity: '1' })
  await setGift(removed.id, { removed_at: app.clock.now })
  await setGift(regrouped.id, { is_group: true })
  await setSold(unsold.productId, false)
  const { html } = await browse('/cart?lang=en')
  const text = textOf(html)
  expect(text).toContain('A gift of your cart is no longer on the list.')
  expect(text).toContain('Product is Not Available: “')
  expect(text).toContain('is now given in another way')
  expect(text).toContain('Your Cart is empty')
  expect(text).toContain('Choose more gifts')
  expect(html).toContain(`href="/registry/${registry.code}?lang=en"`)
  expect(textOf((await browse('/cart?lang=en')).html)).toContain('Open a registry and choose a gift')
})

test('a gift whose product left the shop is not available; one that the hosts took off the list is not there', async () => {
  const registry = await aRegistry(app, host)
  const [unsold, removed] = [await aGift(app, registry), await aGift(app, registry)]
  await setSold(unsold.productId, false)
  await setGift(removed.id, { removed_at: app.clock.now })
  const browse = plainBrowser(site)
  const shown = async (gift: typeof unsold, language: string) =>
    textOf((await browse(dialogOf(registry, gift, language))).html)
  expect(await shown(unsold, 'en')).toContain('Product is Not Available')
  expect(await shown(unsold, 'el')).toContain('Το προϊόν δεν είναι διαθέσιμο')
  expect(await shown(removed, 'en')).toContain('This gift is no longer on the list')
})

test('what a guest has at the checkout is being given, for so many minutes; it is given once it is paid for', async () => {
  const registry = await aRegistry(app, host)
  const gift = await aGift(app, registry)
  const browse = plainBrowser(site)
  await browse(dialogOf(registry, gift), { gift: String(gift.id), quantity: '1' })
  const { cartId } = await handOff(app, registry, [lineOf(gift, { units: 1 })])
  const held = textOf((await browse(dialogOf(registry, gift))).html)
  expect(held).toContain('Someone is giving this right now; look again in 15 minutes.')
  const refused = await browse('/cart?lang=en', { intent: 'checkout', key: 'a-key-of-this-page' })
  expect(textOf(refused.html)).toContain('is being given right now; look again in 15 minutes.')
  expect(textOf(refused.html)).not.toContain('someone else')
  const greek = await browse('/cart?lang=el', { intent: 'checkout', key: 'a-key-of-this-page' })
  expect(textOf(greek.html)).toContain('δείτε ξανά σε 15 λεπτά')
  await app.shop.actions.pay(cartId)
  await app.deliver()
  const given = await browse('/cart?lang=en')
  expect(textOf(given.html)).toContain('has been given by someone else.')
})

test('a document has sixty gifts; without JavaScript the others are on its next pages (R311)', async () => {
  const registry = await aRegistry(app, host)
  const { productId } = await aGift(app, registry)
  await addCopies(registry.id, productId, 62)
  const browse = plainBrowser(site)
  const shownIn = async (query: string) => {
    const { html } = await browse(`/registry/${registry.code}${query}`)
    return {
      gifts: html.match(/id="gift-\d+"/g)?.length,
      pages: /rel="(?:next|prev)"/.test(html),
    }
  }
  expect(await shownIn('')).toEqual({ gifts: 60, pages: true })
  expect(await shownIn('?page=2')).toEqual({ gifts: 3, pages: true })
  expect(await shownIn('?page=99')).toEqual({ gifts: 3, pages: true })
  expect(await shownIn('?page=2&show=group')).toEqual({ gifts: undefined, pages: false })
})

/** Adds `count` gifts, each of a new copy of the product. */
async function addCopies(registryId: number, productId: number, count: number): Promise<void> {
  await sql`
    with copied as (
      insert into product (id, sku, type, price_cents, category_ids, available, listed, has_options)
      select 800000 + number, sku, type, price_cents, category_ids, available, listed, false
      from product, generate_series(1, ${count}::int) number where id = ${productId} returning id, sku)
    insert into gift (registry_id, product_id, variant_id, sku, quantity, is_group, price_cents, selected_options, position)
    select ${registryId}, id, 0, sku, 1, false, 1000, '[]', id from copied`.execute(app.db)
}

test('tiles say how many of a gift are available, and of an only one nothing, while the registry is open', async () => {
  const read = async (closingDay: string | null, units: number) => {
    const registry = await aRegistry(app, host, { closing_day: closingDay })
    await aGift(app, registry, { quantity: units })
    return textOf((await plainBrowser(site)(`/registry/${registry.code}?lang=en`)).html)
  }
  expect(await read(null, 3)).toContain('3 of 3 available')
  expect(await read(null, 1)).not.toContain('available')
  const closed = await read('2026-01-01', 3)
  expect(closed).toContain('closed')
  expect(closed).not.toContain('available')
})
