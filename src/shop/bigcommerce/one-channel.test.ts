import { beforeAll, expect, test } from 'vitest'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { handOff, purchasesOf } from '../../../test/orders.ts'
import { shopper } from '../../../test/shopper.ts'
import { testApp } from '../../../test/test-app.ts'
import type { Language } from '../../base/language.ts'
import { getShopPage } from '../../site/content.contract.ts'

/** One channel of the store serves both languages (R954). */
const app = opened(() => testApp({ env: { SHOP_CHANNELS: 'en:1,el:1' } }))
let registry: Awaited<ReturnType<typeof aRegistry>>
let gift: AGift
beforeAll(async () => {
  registry = await aRegistry(app, await aHost(app))
  gift = await aGift(app, registry)
})

const isGreek = (text: string) => /\p{Script=Greek}/u.test(text)

test('products, categories, pages and prices come in the language asked for', async () => {
  const { shop } = app.processA
  const textsIn = async (language: Language) => [
    JSON.stringify((await shop.fetchCataloguePage(language, null)).products.map(({ name }) => name)),
    (await shop.fetchProduct(gift.productId, language))?.name ?? '',
    (await shop.fetchPrices([gift], language))[0]?.name ?? '',
    JSON.stringify(await shop.fetchCategories(language)),
    JSON.stringify(await shop.fetchPages(language)),
    (await shop.fetchPage('/about-us', language))?.title ?? '',
  ]
  const [english, greek] = [await textsIn('en'), await textsIn('el')]
  expect(english.map(isGreek)).toEqual(english.map(() => false))
  expect(greek.map(isGreek)).toEqual(greek.map(() => true))
  expect(english).not.toContain('')
})

test('the pages of the site are in both languages, with the same addresses', async () => {
  const about = async (lang: Language) =>
    (await app.call<{ title: string }>(getShopPage, { path: '/about-us', lang })).data.title
  expect([isGreek(await about('en')), isGreek(await about('el'))]).toEqual([false, true])
  const paths = async (language: Language) =>
    (await app.processA.shop.fetchCategories(language)).map(({ path }) => path)
  expect(await paths('el')).toEqual(await paths('en'))
})

test('a cart has the guest’s language on that channel, is paid there, and counts', async () => {
  for (const [lang, checkout] of [
    ['el', 'Ταμείο'],
    ['en', 'Checkout'],
  ] as const) {
    const wanted = await aGift(app, registry)
    const { cartId } = await handOff(app, registry, [lineOf(wanted, { units: 1 })], { lang, channel_id: 1 })
    const { data } = await (await app.staff('GET', `/v3/carts/${cartId}`)).json()
    expect(data).toMatchObject({ channel_id: 1, locale: lang })
    const urls = await app.processA.shop.createCartRedirects(cartId)
    const guest = shopper(app)
    const page = await guest.open(urls!.checkoutUrl)
    expect(page.text).toContain(`<h1>${checkout}</h1>`)
    expect(page.text).toContain(`lang="${lang}"`)
    await app.shop.actions.pay(cartId, { email: 'giver@example.com' })
    await app.job('order-sync')
    expect(await purchasesOf(app, wanted)).toHaveLength(1)
  }
})
