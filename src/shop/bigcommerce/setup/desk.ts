import type { Language } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import type { Ask } from '../ask-rest.ts'
import type { Door } from '../http.ts'

/** What the merchant hands in; what is not known yet is made or found. */
export interface StoreWish {
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
  groupProduct?: number | undefined
  giftCardProduct: number
}

/** right: as it must be · made: it is now · wrong: a person has to do something. */
export interface Finding {
  name: string
  state: 'right' | 'made' | 'wrong'
  said: string
}

/** What every step works with: the wish, the store's door, what it may do, and where it writes what it found. */
export interface Desk {
  wish: StoreWish
  ask: Ask
  door: Door
  /** False when nothing may be changed. */
  mayChange: boolean
  now: Date
  /** The settings that were found or made, by their names in the environment. */
  settings: Record<string, string>
  findings: Finding[]
}

export const right = (desk: Desk, name: string, said: string) => note(desk, name, 'right', said)
export const wrong = (desk: Desk, name: string, said: string) => note(desk, name, 'wrong', said)

function note({ findings }: Desk, name: string, state: Finding['state'], said: string): void {
  findings.push({ name, state, said })
}

/** Makes what is missing, unless nothing may be changed: then it is noted as wrong with what would be done. */
export async function make<T>(
  desk: Desk,
  name: string,
  missing: string,
  work: () => Promise<T>,
): Promise<T | null> {
  if (!desk.mayChange) {
    wrong(desk, name, missing)
    return null
  }
  const made = await work()
  note(desk, name, 'made', missing)
  return made
}

/** Runs one step; a refusal of the store becomes a finding, so that the others are still looked at. */
export async function step<T>(desk: Desk, name: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    wrong(desk, name, sentenceOf(error))
    return null
  }
}

function sentenceOf({ kind, message, said }: ShopFailure): string {
  if (kind === 'auth') return `the token may not do this; tick its scope (${message})`
  return said ? `${message}: ${said}` : message
}
