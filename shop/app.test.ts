import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { opened } from '../test/opened.ts'
import { freshDatabase, inServer } from '../test/postgres.ts'
import { goods } from '../test/shop.ts'
import { createShop, type EmbeddedShop } from './app.ts'

const database = opened(() => freshDatabase())
let folder: string
let shops: EmbeddedShop[]

beforeAll(async () => {
  await inServer(database.url, 'drop schema shop cascade')
  folder = await mkdtemp(join(tmpdir(), 'doron-shop-'))
  const open = () =>
    createShop({
      databaseUrl: database.url,
      baseUrl: 'http://shop.test/shop',
      credentialsFile: join(folder, 'deep', 'shop.json'),
    })
  shops = await Promise.all([open(), open(), open()])
})
afterAll(async () => {
  for (const shop of shops) await shop.stop()
  await rm(folder, { recursive: true })
})

const rest = (shop: EmbeddedShop, method: string, path: string, body?: object) =>
  shop.app.request(`/stores/${shop.credentials.storeHash}${path}`, {
    method,
    headers: { 'x-auth-token': shop.credentials.accessToken },
    body: body && JSON.stringify(body),
  })

test('processes that open one shop at once share its credentials, which only their user can read', async () => {
  expect(shops[1]!.credentials).toEqual(shops[0]!.credentials)
  expect((await stat(join(folder, 'deep', 'shop.json'))).mode & 0o077).toBe(0)
})

test('a change of one process is seen by the others', async () => {
  const path = `/v3/catalog/products/${goods.plain.id}`
  expect((await rest(shops[0]!, 'PUT', path, { price: 11.11 })).status).toBe(200)
  expect(await (await rest(shops[1]!, 'GET', path)).json()).toMatchObject({ data: { price: 11.11 } })
})

test('the group gift is hidden, digital, free of tax, and its modifiers are known', async () => {
  const { productId, options } = shops[0]!.groupGift
  const answer = await rest(shops[0]!, 'GET', `/v3/catalog/products/${productId}?include=modifiers`)
  const { data } = (await answer.json()) as { data: { modifiers: { id: number }[] } }
  expect(data).toMatchObject({ is_visible: false, tax_class_id: 2, type: 'digital' })
  expect(data.modifiers.map(modifier => modifier.id)).toEqual([
    options.product,
    options.variant,
    options.reference,
  ])
})

test('stopping waits for requests in progress, but not for the delay of a fault', async () => {
  const logged = vi.spyOn(console, 'error')
  const shop = await createShop({
    databaseUrl: database.url,
    baseUrl: 'http://shop.test/shop',
    credentialsFile: join(folder, 'deep', 'shop.json'),
  })
  shop.faults.routes = [{ path: '/stores', slow: 60_000 }]
  const answer = rest(shop, 'GET', `/v3/catalog/products/${goods.plain.id}`)
  await shop.stop()
  expect((await answer).status).toBe(200)
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})
