import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cartByApi, goods, openTestShop } from '../../test/shop.ts'
import { shopper } from '../../test/shopper.ts'

const english = 'http://shop.test/shop'
const greek = 'http://el.shop.test/shop'
const greekChannel = 1481393
const far = opened(() => openTestShop({ channelUrls: { [greekChannel]: greek } }))

test('the origin decides the language, and the link to the other language leads to the other one', async () => {
  const visitor = shopper(far)
  const path = `/${goods.plain.slug}/`
  const own = await visitor.open(greek + path)
  expect(own.text).toContain('<html lang="el">')
  expect(own.text).toContain(`href="${english}${path}?lang=en" hreflang="en"`)
  const page = await visitor.open(english + path)
  expect(page.text).toContain('<html lang="en">')
  expect(page.text).toContain(`href="${greek}${path}?lang=el" hreflang="el"`)
})

test('asked for the other language, an origin leads to that one', async () => {
  for (const path of ['/', `/${goods.plain.slug}/`, '/search.php?search_query=x']) {
    const asked = (language: string) => `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
    const page = await shopper(far).open(english + asked('el'))
    expect(page).toMatchObject({ status: 200, url: greek + asked('el') })
    expect(page.text).toContain('<html lang="el">')
    expect((await shopper(far).open(greek + asked('en'))).url).toBe(english + asked('en'))
  }
})

test('each origin has a cart of its own', async () => {
  const visitor = shopper(far)
  const form = { action: 'add', product: String(goods.plain.id) }
  const greekCart = await visitor.open(`${greek}/cart.php`, form)
  expect(greekCart).toMatchObject({ status: 200, url: `${greek}/cart.php` })
  expect(greekCart.text).toContain(goods.plain.name.el)
  expect((await visitor.open(`${english}/cart.php`)).text).not.toContain(goods.plain.name.en)
})

test('a form of one origin is refused at the other', async () => {
  const { status } = await far.shop.app.request(`${greek.replace('/shop', '')}/cart.php`, {
    method: 'POST',
    headers: { origin: new URL(english).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ action: 'add', product: String(goods.plain.id) }).toString(),
  })
  expect(status).toBe(403)
})

test('sites, carts and their links are at the origin of their channel', async () => {
  const site = async (id: number) =>
    (await far.rest('GET', `/v3/channels/${id}/site`)).json<{
      data: { url: string; is_checkout_url_customized: boolean }
    }>().data
  expect(await site(1)).toMatchObject({ url: english, is_checkout_url_customized: false })
  expect(await site(greekChannel)).toMatchObject({ url: greek, is_checkout_url_customized: true })
  const made = await far.rest('POST', '/v3/carts?include=redirect_urls', {
    customer_id: 0,
    channel_id: greekChannel,
    line_items: [{ product_id: goods.plain.id, quantity: 1 }],
  })
  const { data } = made.json<{
    data: { redirect_urls: object; line_items: { physical_items: { url: string }[] } }
  }>()
  for (const url of [...Object.values(data.redirect_urls), data.line_items.physical_items[0]?.url])
    expect(url).toMatch(/^http:\/\/el\.shop\.test\/shop\//)
  const inEnglish = (await cartByApi(far, [{ product_id: goods.plain.id, quantity: 1 }])).json<typeof made>()
  expect(JSON.stringify(inEnglish)).not.toContain('el.shop.test')
})
