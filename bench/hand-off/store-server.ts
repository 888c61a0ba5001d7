// The embedded shop as a store of its own, apart from the product; prints its keys.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createShop } from '../../shop/app.ts'
import { generateCredentials } from '../../shop/credentials.ts'

const { DATABASE_URL: databaseUrl = '', PORT: port = '' } = process.env
const baseUrl = `http://127.0.0.1:${port}/shop`
// Where a quota is measured, the proxy sets it.
const restQuota = { requests: 1_000_000, windowMs: 30_000 }
const shop = await createShop({ databaseUrl, baseUrl, credentials: generateCredentials(), restQuota })
const app = new Hono().route('/shop', shop.app)
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => {
  console.log('listens')
  process.send?.({ credentials: shop.credentials, groupGift: shop.groupGift })
})
