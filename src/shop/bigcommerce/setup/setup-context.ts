import { type Language, languages } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import type { ChannelSettings } from '../../port-store.ts'
import type { HttpClient } from '../http.ts'
import type { RestClient } from '../rest-client.ts'

/** What the merchant enters; what is missing is found or made. */
export interface StoreSetupRequest {
  storeHash: string
  accessToken: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  webhookSecret?: string | undefined
  /** Base URLs, in which `{store}` and `{channel}` are replaced. */
  apiUrl: string
  graphqlUrl: string
  siteUrl: string
  channels: Record<Language, number>
  tokens: Record<Language, string | undefined>
  /** As they are set, to be compared with the channels' sites. */
  storefrontUrls?: Record<Language, string | undefined>
  checkoutOrigins?: string[]
  groupProductId?: number | undefined
  giftCardProductId: number
  madeGiftCardId?: number | undefined
  /** As they are set: name or id. */
  groupTaxClass?: string | undefined
  taxRates?: { url: string; authorization: string }
  /** How the delivery to the hosts is called on each language's channel. */
  hostsDeliveryMethods?: Record<Language, string>
}

/**
 * right: as it must be · made: just created · wrong: somebody has to do something · unproved: can't be known without
 * changing something.
 */
export interface SetupFinding {
  name: string
  state: 'right' | 'made' | 'wrong' | 'unproved'
  text: string
}

/** What every step works with: the request, the store's APIs, and where the results go. */
export interface SetupContext {
  request: StoreSetupRequest
  rest: RestClient
  http: HttpClient
  /** False when nothing may be changed. */
  mayChange: boolean
  /** Whether the store has refused the access token itself. */
  isTokenRefused: boolean
  now: Date
  /** The settings that were found or made, by their names in the environment, but for the following two. */
  settings: Record<string, string>
  /** What SHOP_CHANNELS says of each language, as far as it is known. */
  channels: Record<Language, ChannelSettings>
  /** What SHOP_PRODUCTS says: the generic product, its text options by their names, and the gift card; undefined for none. */
  products: {
    group?: number
    options: Partial<Record<'product' | 'variant' | 'reference', number>>
    card: number | undefined
    /** The gift card that we made, now or once (R1310). */
    made: number | undefined
  }
  findings: SetupFinding[]
}

export const reportCorrect = (ctx: SetupContext, name: string, text: string) =>
  addFinding(ctx, name, 'right', text)
export const reportWrong = (ctx: SetupContext, name: string, text: string) =>
  addFinding(ctx, name, 'wrong', text)

export const reportUnproved = (ctx: SetupContext, name: string, text: string) =>
  addFinding(ctx, name, 'unproved', text)

function addFinding(
  { findings }: SetupContext,
  name: string,
  state: SetupFinding['state'],
  text: string,
): void {
  findings.push({ name, state, text })
}

/** Something that the store must have. */
interface Needed<T> {
  name: string
  find(): Promise<T | null>
  /** What is demanded of it, and whether that is met; what isn't, a person has to change. */
  demands?(one: T): [isMet: boolean, demand: string][]
  describe(one: T): string | Promise<string>
  /** What `make` makes. */
  missing: string
  make(): Promise<T>
}

/**
 * Finds what the store must have, else makes it where something may be changed, and reports which; null when it is still
 * missing. Throws ShopFailure.
 */
export async function ensure<T>(ctx: SetupContext, needed: Needed<T>): Promise<T | null> {
  const { name, missing } = needed
  const found = await needed.find()
  if (found === null && !ctx.mayChange) {
    reportWrong(ctx, name, missing)
    return null
  }
  const one = found ?? (await needed.make())
  if (found === null) addFinding(ctx, name, 'made', missing)
  const faults = (needed.demands?.(one) ?? []).flatMap(([isMet, demand]) => (isMet ? [] : demand))
  if (faults.length > 0) reportWrong(ctx, name, `${await needed.describe(one)} ${faults.join('; ')}`)
  else if (found !== null) reportCorrect(ctx, name, await needed.describe(one))
  return one
}

/** Runs one step; an error of the store becomes a finding, so that the other steps still run. */
export async function runSetupStep<T>(
  ctx: SetupContext,
  name: string,
  step: () => Promise<T>,
): Promise<T | null> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    reportWrong(ctx, name, describeFailure(error))
    return null
  }
}

export function describeFailure({ message, shopMessage }: ShopFailure): string {
  return shopMessage ? `${message}: ${shopMessage}` : message
}

/** A channel, and the languages that it serves: one, or all (R954). */
export interface StoreChannel {
  id: number
  languages: Language[]
}

/** The store's channels for our languages, each once. */
export function storeChannels({ request }: { request: Pick<StoreSetupRequest, 'channels'> }): StoreChannel[] {
  const byId = Map.groupBy(languages, language => request.channels[language])
  return [...byId].map(([id, its]) => ({ id, languages: its }))
}

/** Sends a query to the channel's Storefront GraphQL API. Throws ShopFailure. */
export function queryChannel(
  { request, http }: Pick<SetupContext, 'request' | 'http'>,
  channel: number,
  token: string,
  query: string,
): Promise<unknown> {
  const url = request.graphqlUrl
    .replaceAll('{store}', request.storeHash)
    .replaceAll('{channel}', String(channel))
  const headers = { authorization: `Bearer ${token}` }
  return http({ method: 'POST', url, headers, body: { query }, repeatable: true })
}
