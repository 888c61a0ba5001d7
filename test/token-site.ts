import { readConfig } from '../src/server/config.ts'
import { openSealedText } from '../src/server/context/signing.ts'
import { createDb, createPool } from '../src/server/postgres/database.ts'
import { connectShop } from '../src/shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../src/shop/bigcommerce/connection.ts'
import { openTestShop } from './shop.ts'
import { clockFrom, groupSettings, openDatabase, startProcess } from './test-process.ts'

const base = 'http://shop.test/shop'
const channels = { en: 1, el: 1481393 }
const secret = 's'.repeat(32)

interface CredentialHealth {
  management: string
  storefront: { channel: number; state: string; ends_at: string | null; renewal_failed: string | null }[]
}

/** The shop and a database, on which processes of the product start with storefront tokens of their own. */
export async function openTokenSite() {
  const clock = clockFrom()
  const far = await openTestShop({ now: clock.read })
  const database = await openDatabase(4)
  const open: (() => Promise<unknown>)[] = []
  /** The calls of the connector that reached the shop. */
  const calls: string[] = []
  /** How long the connector has waited between calls, in milliseconds. */
  const waits: number[] = []

  /** A token of the shop for one channel, valid for so many days. */
  async function tokenFor(channel: number, days: number): Promise<string> {
    const expires_at = Math.floor(clock.now.getTime() / 1000) + days * 86_400
    const body = { channel_ids: [channel], expires_at, scopes: ['Unauthenticated'] }
    const answer = await far.rest('POST', '/v3/storefront/api-token-private', body)
    return answer.json<{ data: { token: string } }>().data.token
  }

  /** A process of the product that starts with these tokens in its settings. */
  async function start(
    storefrontTokens: Record<string, string>,
    env: Record<string, string> = {},
    { listens = false } = {},
  ) {
    const config = readConfig({
      SECRET: secret,
      SITE_URL: 'https://doron.test',
      ...groupSettings(far.shop.groupGift),
      ...env,
    })
    const credentials = { ...far.shop.credentials, storefrontTokens }
    const shop = connectShop(embeddedShopConnection(base, { ...far.shop, credentials }, config), {
      fetch: (url, init) => {
        calls.push(`${init.method} ${url.slice(base.length).replace(/\/stores\/[^/]+/, '')}`)
        return far.shop.app.request(url.slice(base.length), init)
      },
      sleep: async ms => void waits.push(ms),
      now: () => clock.now.getTime(),
    })
    const db = createDb(createPool(database.url, { size: 4 }))
    const databaseUrl = listens ? database.url : undefined
    const process = await startProcess({ config, db, shop, now: clock.read, databaseUrl })
    open.push(async () => {
      await process.close()
      await db.destroy()
    })
    return { ...process, shop, ...readerOf(process, shop) }
  }

  const stored = () => database.db.selectFrom('storefront_token').selectAll().orderBy('channel_id').execute()
  return {
    far,
    clock,
    db: database.db,
    channels,
    secret,
    waits,
    start,
    stored,
    /** A token that lives so many days for the English channel, and one that lives long for the Greek. */
    tokensFor: async (days: number) => ({
      [channels.en]: await tokenFor(channels.en, days),
      [channels.el]: await tokenFor(channels.el, 300),
    }),
    revoke: (token: string) =>
      far.send(`/stores/${far.shop.credentials.storeHash}/v3/storefront/api-token`, {
        method: 'DELETE',
        headers: { 'x-auth-token': far.shop.credentials.accessToken, 'sf-api-token': token },
      }),
    /** What staff were written, oldest first. */
    letters: async () =>
      (await database.db.selectFrom('outbox').select(['template', 'props']).orderBy('id').execute()).map(
        ({ template, props }) => ({ template, ...(props as object) }),
      ),
    tokensMade: () => calls.filter(call => call === 'POST /v3/storefront/api-token-private').length,
    /** The token of a row, opened with the secret of the tests. */
    openedWith(row: Awaited<ReturnType<typeof stored>>[number]): string {
      const secrets = { SECRET: secret, SECRET_PREVIOUS: [] }
      const about = `${row.store_hash} ${row.channel_id}`
      return openSealedText('storefront token', row.sealed_token ?? '', about, secrets)?.text ?? ''
    },
    async close() {
      for (const close of open) await close()
      await database.close()
      await far.close()
    },
  }
}

function readerOf(process: Awaited<ReturnType<typeof startProcess>>, shop: ReturnType<typeof connectShop>) {
  const ready = async () => {
    const answer = await process.app.request('https://doron.test/readyz')
    const { credentials } = (await answer.json()) as { credentials: CredentialHealth }
    return { status: answer.status, ...credentials }
  }
  return {
    ready,
    /** What the process says of the channels, English first. */
    states: async () => (await ready()).storefront.map(({ state }) => state),
    renew: () => process.job('storefront-tokens'),
    read: () => shop.fetchCategories('en'),
  }
}
