import type { Language } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import type { HttpClient } from '../http-client.ts'
import type { RestClient } from '../rest-client.ts'

/** What the merchant hands in; what is not known yet is made or found. */
export interface StoreSetupRequest {
  storeHash: string
  accessToken: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  webhookSecret?: string | undefined
  /** Base addresses, `{store}` and `{channel}` filled in by us. */
  apiUrl: string
  graphqlUrl: string
  /** The public address of the registry. */
  siteUrl: string
  channels: Record<Language, number>
  tokens: Record<Language, string | undefined>
  groupProductId?: number | undefined
  giftCardProductId: number
}

/** right: as it must be · made: it is now · wrong: a person has to do something. */
export interface SetupFinding {
  name: string
  state: 'right' | 'made' | 'wrong'
  text: string
}

/** What every step works with: the wish, the store's door, what it may do, and where it writes what it found. */
export interface SetupContext {
  request: StoreSetupRequest
  rest: RestClient
  http: HttpClient
  /** False when nothing may be changed. */
  mayChange: boolean
  now: Date
  /** The settings that were found or made, by their names in the environment. */
  settings: Record<string, string>
  findings: SetupFinding[]
}

export const reportCorrect = (ctx: SetupContext, name: string, text: string) =>
  addFinding(ctx, name, 'right', text)
export const reportWrong = (ctx: SetupContext, name: string, text: string) =>
  addFinding(ctx, name, 'wrong', text)

function addFinding(
  { findings }: SetupContext,
  name: string,
  state: SetupFinding['state'],
  text: string,
): void {
  findings.push({ name, state, text })
}

/** Makes what is missing, unless nothing may be changed: then it is noted as wrong with what would be done. */
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

/** Runs one step; a refusal of the store becomes a finding, so that the others are still looked at. */
export async function runSetupStep<T>(
  ctx: SetupContext,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    reportWrong(ctx, name, sentenceOf(error))
    return null
  }
}

function sentenceOf({ kind, message, shopMessage }: ShopFailure): string {
  if (kind === 'auth') return `the token may not do this; tick its scope (${message})`
  return shopMessage ? `${message}: ${shopMessage}` : message
}
