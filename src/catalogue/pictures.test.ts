import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openCatalogueApp } from '../../test/catalogue-app.ts'
import { opened } from '../../test/opened.ts'
import { scripted } from '../../test/scripted-shop.ts'
import { goods } from '../../test/shop.ts'
import { pictureOperations } from '../shop/bigcommerce/connect.ts'
import { classifyDuePictures } from './pictures.ts'

const ids = { cutout: 6002, photo: 6001, none: 6003 }

const catalogueApp = opened(() => openCatalogueApp({ connectorUsesClock: true }))
beforeAll(async () => {
  // A picture of the shop's own catalogue has the number of its product.
  await catalogueApp.testShop.rest('DELETE', `/v3/catalog/products/${ids.none}/images/${ids.none}`)
  await catalogueApp.sync()
})

const fragmentOf = async (id: number) => (await catalogueApp.findStored(id))?.image?.split('#')[1]

test('pictures are looked at after the sync, which waits for none of them', async () => {
  expect(await fragmentOf(ids.photo)).toBeUndefined()
  const { ctx, shop } = catalogueApp
  const cutout = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
    .webp()
    .toBuffer()
  const fetchPicture = (url: string) =>
    url.includes('lemon-tree') ? Promise.resolve(new Uint8Array(cutout)) : shop.fetchPicture(url)
  const looked = await classifyDuePictures({ ...ctx, shop: { ...shop, fetchPicture } })
  expect(looked).toBeGreaterThan(100)
  for (const kind of ['cutout', 'photo'] as const) expect(await fragmentOf(ids[kind])).toBe(kind)
  expect((await catalogueApp.findStored(ids.none))?.image).toBeNull()
  expect(await classifyDuePictures(catalogueApp.ctx)).toBe(0)
  await catalogueApp.sync()
  expect(await fragmentOf(ids.photo), 'the next sync knows them').toBe('photo')
  const { body } = await catalogueApp.app.get(`/bigcommerce/product?id=${ids.photo}`)
  const { images, image } = body.data as { images: string[]; image: string }
  expect(images[0], 'the same picture has the same address').toBe(image)
})

test('a missing picture is shown as none, and a shop that is silent ends the run', async () => {
  const { db } = catalogueApp.app
  const stored = await catalogueApp.findStored(goods.plain.id)
  const url = stored!.image!.split('#')[0]!
  await db.updateTable('product_picture').set({ kind: null, due_at: catalogueApp.ctx.now() }).execute()
  let asked = 0
  const silent = {
    ...catalogueApp.shop,
    fetchPicture: pictureFrom(() => {
      asked++
      return Promise.reject(new Error('no answer'))
    }),
  }
  expect(await classifyDuePictures({ ...catalogueApp.ctx, shop: silent })).toBe(4)
  expect(asked).toBe(4)
  const gone = { ...catalogueApp.shop, fetchPicture: pictureFrom(() => new Response(null, { status: 404 })) }
  await db.updateTable('product_picture').set({ due_at: null }).where('url', '<>', url).execute()
  await db
    .updateTable('product_picture')
    .set({ due_at: catalogueApp.ctx.now() })
    .where('url', '=', url)
    .execute()
  expect(await classifyDuePictures({ ...catalogueApp.ctx, shop: gone })).toBe(1)
  expect((await catalogueApp.findStored(goods.plain.id))?.image).toBeNull()
  catalogueApp.advance(60 * 24 * 8)
  expect(await classifyDuePictures(catalogueApp.ctx), 'it is asked for again').toBe(1)
  await catalogueApp.sync()
  expect((await catalogueApp.findStored(goods.plain.id))?.image).toBe(stored?.image)
})

test('only the shop’s own hosts are asked for pictures, and none that is too large is read', async () => {
  const far = scripted({ status: 200 })
  const { fetchPicture } = pictureOperations(connection, far.fetch)
  for (const url of [
    'https://evil.example/a.jpg',
    'http://cdn11.bigcommerce.com/a.jpg',
    'file:///etc/passwd',
    'x',
  ])
    await expect(fetchPicture(url)).rejects.toMatchObject({ kind: 'origin' })
  await expect(fetchPicture('https://cdn11.bigcommerce.com.evil.example/a')).rejects.toMatchObject({
    kind: 'origin',
  })
  expect(far.calls).toEqual([])
  await fetchPicture('https://cdn11.bigcommerce.com/a.jpg')
  expect(far.calls).toHaveLength(1)
  const large = pictureFrom(() => new Response(new Uint8Array(5_000_001)))
  await expect(large('https://shop.example/a.jpg')).rejects.toMatchObject({ kind: 'invalid' })
})

const storefront = 'https://shop.example'
const connection = {
  storefrontUrls: { en: storefront, el: storefront },
  checkoutOrigins: { en: ['http://shop.test'], el: [] },
} as unknown as Parameters<typeof pictureOperations>[0]

const pictureFrom = (fetch: () => Response | Promise<Response>) =>
  pictureOperations(connection, fetch).fetchPicture
