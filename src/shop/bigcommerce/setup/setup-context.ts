import type { Language } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import type { ChannelSettings } from '../../port-storefronts.ts'
import type { HttpClient } from '../http/http-client.ts'
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
  /** The public URL of the registry. */
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
  /** What SHOP_PRODUCTS says: the generic product, its text options by their names, and the gift card. */
  products: {
    group?: number
    options: Partial<Record<'product' | 'variant' | 'reference', number>>
    card: number
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

/** Creates what is missing; where nothing may be changed, reports it as wrong and returns null. */
export async function createIfAllowed<T>(
  ctx: SetupContext,
  name: string,
  missing: string,
  create: () => Promise<T>,
): Promise<T | null> {
  if (!ctx.mayChange) {
    reportWrong(ctx, name, missing)
    return null
  }
  const created = await create()
  addFinding(ctx, name, 'made', missing)
  return created
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

/** What a failure means for the merchant. */
export function describeFailure({ message, shopMessage }: ShopFailure): string {
  return shopMessage ? `${message}: ${shopMessage}` : message
}
