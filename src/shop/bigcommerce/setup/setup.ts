import { asking } from '../ask-rest.ts'
import { type DoorParts, openDoor } from '../http.ts'
import { type Desk, type Finding, right, type StoreWish, step } from './desk.ts'
import { tokens, webhooks } from './keys.ts'
import { giftCard, groupGift } from './products.ts'
import { checkSchema } from './schema.ts'
import { checkChannels, checkStore, zeroRated } from './store.ts'

export type { Finding, StoreWish } from './desk.ts'

/**
 * Makes a BigCommerce store ready for the registry, and says what is right, what was made and what is wrong. It may
 * be run again and again: what is there is found, not made twice. With `mayChange` false nothing in the store is
 * changed. `settings` are those that the product needs, as far as they are known now.
 */
export async function setUpStore(
  wish: StoreWish,
  { mayChange, now = new Date(), parts = { fetch: globalThis.fetch } }: SetUpOptions,
): Promise<{ findings: Finding[]; settings: Record<string, string> }> {
  const door = openDoor(parts)
  const api = `${wish.apiUrl}/stores/${wish.storeHash}`
  const ask = asking({ api, credentials: wish }, door)
  const desk: Desk = { wish, ask, door, mayChange, now, settings: known(wish), findings: [] }
  if (await checkStore(desk)) await theRest(desk)
  return { findings: desk.findings, settings: desk.settings }
}

interface SetUpOptions {
  mayChange: boolean
  now?: Date
  parts?: DoorParts
}

async function theRest(desk: Desk): Promise<void> {
  await checkChannels(desk)
  const taxClass = await step(desk, 'tax', () => zeroRated(desk))
  if (taxClass !== null) {
    await step(desk, 'group gift', () => groupGift(desk, taxClass))
    await step(desk, 'gift card', () => giftCard(desk, taxClass))
  }
  const { wish } = desk
  const token = (await step(desk, 'tokens', () => tokens(desk)))?.get(wish.channels.en)
  if (token) await step(desk, 'schema', () => checkSchema(desk, wish.channels.en, token))
  await step(desk, 'webhooks', () => webhooks(desk))
  if (wish.clientId && wish.clientSecret)
    right(desk, 'sign-in', 'client id and secret are set; they need “Customers login: login”')
  else right(desk, 'sign-in', 'off: without SHOP_CLIENT_ID and SHOP_CLIENT_SECRET buyers arrive signed out')
}

function known(wish: StoreWish): Record<string, string> {
  return {
    SITE_URL: wish.siteUrl,
    SHOP_STORE_HASH: wish.storeHash,
    SHOP_ACCESS_TOKEN: wish.accessToken,
    ...(wish.clientId && { SHOP_CLIENT_ID: wish.clientId }),
    ...(wish.clientSecret && { SHOP_CLIENT_SECRET: wish.clientSecret }),
    SHOP_CHANNEL_EN: String(wish.channels.en),
    SHOP_CHANNEL_EL: String(wish.channels.el),
  }
}
