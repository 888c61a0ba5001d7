import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** How a product reaches the store of the bench. */
export interface StoreKeys {
  credentials: {
    storeHash: string
    accessToken: string
    clientId: string
    clientSecret: string
    storefrontTokens: Record<string, string>
  }
  groupGift: { productId: number; options: { product: number; variant: number; reference: number } }
}

/** Starts the embedded shop as a store of its own, with a database of its own. */
export async function startStoreServer(databaseUrl: string, port: number) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) }
  const store: ChildProcess = fork('bench/hand-off/store-server.ts', { env, silent: true })
  store.stderr?.pipe(process.stderr)
  const [keys] = (await once(store, 'message')) as [StoreKeys]
  return { store, keys }
}

export const webhookSecret = 'the secret of webhooks in the bench'

/** The settings of a product that is connected to the store. */
export function productSettings(
  { credentials, groupGift }: StoreKeys,
  {
    port,
    shopUrl,
    storefrontUrl,
    dataDir,
  }: { port: number; shopUrl: string; storefrontUrl: string; dataDir: string },
) {
  const { storefrontTokens: tokens } = credentials
  const { productId, options } = groupGift
  return {
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'true',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SHOP_STORE_HASH: credentials.storeHash,
    SHOP_ACCESS_TOKEN: credentials.accessToken,
    SHOP_CLIENT_ID: credentials.clientId,
    SHOP_CLIENT_SECRET: credentials.clientSecret,
    SHOP_WEBHOOK_SECRET: webhookSecret,
    SHOP_API_URL: shopUrl,
    SHOP_GRAPHQL_URL: `${shopUrl}/graphql`,
    SHOP_CHANNELS: `en:1:${tokens['1']}:${storefrontUrl},el:1481393:${tokens['1481393']}:${storefrontUrl}`,
    SHOP_PRODUCTS: `group:${productId}:${options.product}:${options.variant}:${options.reference},card:186584`,
  }
}

/** Resolves when the product has read the store's products and looked at their pictures. */
export async function catalogueIsRead(db: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ listed: number; due: number }>(
      `select (select count(*) from product where listed)::int as listed,
        (select count(*) from product_picture where due_at <= now())::int as due`,
    )
    if (rows[0] && rows[0].listed > 100 && rows[0].due === 0) return
    await wait(200)
  }
}
