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
    SHOP_STOREFRONT_URL: storefrontUrl,
    SHOP_TOKEN_EN: credentials.storefrontTokens['1'] ?? '',
    SHOP_TOKEN_EL: credentials.storefrontTokens['1481393'] ?? '',
    SHOP_GROUP_PRODUCT: String(groupGift.productId),
    SHOP_GROUP_OPTION_PRODUCT: String(groupGift.options.product),
    SHOP_GROUP_OPTION_VARIANT: String(groupGift.options.variant),
    SHOP_GROUP_OPTION_REFERENCE: String(groupGift.options.reference),
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
