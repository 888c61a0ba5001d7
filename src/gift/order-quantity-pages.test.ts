import { expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { aHost } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { registryPagesApp } from '../../test/registry-pages.ts'

/** A product with a minimum and a maximum quantity per order (R321), from the wish to the cart, without JavaScript. */
const wine = catalogue.products.find(one => one.minQuantity && one.maxQuantity && one.options.length === 0)!
const { minQuantity: least = 0, maxQuantity: most = 0 } = wine

const app = opened(() => registryPagesApp())

test('hosts and guests read the rule, and are refused beside the field', async () => {
  const host = await aHost(app, 'Ελένη')
  const id = await app.createByForm(host)
  const wish = `/registry/${id}/add/${wine.id}`
  const rule = `The shop sells at least ${least} and at most ${most} in one order.`
  const dialog = (await app.view(wish, host)).html
  expect(dialog).toContain(rule)
  expect(dialog).not.toContain('name="is_group_gifting"')
  const few = await app.send(wish, { quantity: String(least - 1) }, host)
  expect([few.status, few.html]).toEqual([422, expect.stringContaining('The shop doesn’t sell so few')])
  expect((await app.send(wish, { quantity: String(least + 1) }, host)).status).toBe(302)

  const guest = await aHost(app, 'Καλεσμένη')
  const gift = `/registry/${id}/${wine.id}`
  expect((await app.view(gift, null)).html).toContain(rule)
  const giftId = /name="gift" value="(\d+)"/.exec((await app.view(gift, null)).html)?.[1] ?? ''
  const refused = await app.send(gift, { gift: giftId, quantity: String(least - 1) }, guest)
  expect([refused.status, refused.html]).toEqual([
    422,
    expect.stringContaining(`The shop sells at least ${least} in one order`),
  ])
  expect((await app.send(gift, { gift: giftId, quantity: String(least) }, guest)).status).toBe(302)
})

test('a rest below the least is told to guests and hosts, and can’t be put into the cart', async () => {
  const host = await aHost(app, 'Άννα')
  const id = await app.createByForm(host)
  await app.send(`/registry/${id}/add/${wine.id}`, { quantity: String(least) }, host)
  const gift = app.db
    .updateTable('gift')
    .set({ quantity: least - 1 })
    .where('product_id', '=', wine.id)
  await gift.execute()
  const { html } = await app.view(`/registry/${id}/${wine.id}`, null)
  expect(html).toContain(`and the shop sells at least ${least} in one order, so it can’t be bought by itself`)
  expect(html).not.toContain('Add to cart')
  expect((await app.view(`/registry/${id}/gifts`, host)).html).toContain('Guests can’t buy the')
})
