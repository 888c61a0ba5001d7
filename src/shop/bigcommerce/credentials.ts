import { ShopFailure } from '../port.ts'
import type { CredentialRefusal, CredentialStatus, CredentialWatcher } from '../port-store.ts'
import type { ShopCredentials } from './connection.ts'

/** For how long (ms) a fruitless search for another token is not repeated, and a refusal not reported again. */
const quietMs = 60_000

/**
 * The credentials in use (R956). Storefront tokens come from the settings and, while the process runs, from the
 * watcher; the one that ends last is used, unless the shop has refused it.
 */
export class CredentialKeeper {
  readonly #storeHash: string
  readonly #configured: Map<number, string>
  readonly #inUse: Map<number, string>
  readonly #now: () => number
  readonly #refused = new Set<string>()
  readonly #quietUntil = new Map<string, number>()
  readonly #searches = new Map<number, Promise<void>>()
  #isAccessRefused = false
  #watcher: CredentialWatcher | null = null

  constructor({ storeHash, storefrontTokens }: ShopCredentials, now: () => number) {
    this.#storeHash = storeHash
    this.#configured = new Map(Object.entries(storefrontTokens).map(([id, token]) => [Number(id), token]))
    this.#inUse = new Map(this.#configured)
    this.#now = now
  }

  watch(watcher: CredentialWatcher): void {
    this.#watcher = watcher
  }

  tokenOf(channel: number): string {
    return this.#inUse.get(channel) ?? ''
  }

  /** Takes a token into use if it is better than the present one; answers whether it is in use now. */
  take(channel: number, token: string): boolean {
    const present = this.#inUse.get(channel)
    if (token === present) return true
    if (this.#refused.has(token)) return false
    const isBetter = present === undefined || this.#refused.has(present) || endOf(token) > endOf(present)
    if (isBetter) this.#inUse.set(channel, token)
    return isBetter
  }

  /** Notes that the shop refused a token of that channel; answers another one to try, null when there is none. */
  async replace(channel: number, refusedToken: string): Promise<string | null> {
    this.#refused.add(refusedToken)
    const spare = this.#configured.get(channel)
    if (this.#inUse.get(channel) === refusedToken && spare !== undefined) this.take(channel, spare)
    if (this.#inUse.get(channel) === refusedToken) await this.#search(channel)
    const found = this.#inUse.get(channel)
    return found === undefined || found === refusedToken ? null : found
  }

  noteAccepted(token: string): void {
    this.#refused.delete(token)
  }

  noteRefused(token: string): void {
    this.#refused.add(token)
  }

  /** Notes the result of a call of the management API for our access token; null when it was answered. */
  async noteAccess(failure: ShopFailure | null, call: string): Promise<void> {
    // A shop that is away or busy says nothing of our token.
    if (failure === null || ['missing', 'invalid'].includes(failure.kind)) this.#isAccessRefused = false
    if (failure?.kind !== 'auth') return
    const reason = failure.status === 401 ? 'token' : 'scope'
    if (reason === 'token') this.#isAccessRefused = true
    await this.tell({ channel: null, reason, call })
  }

  async tell(refusal: CredentialRefusal): Promise<void> {
    if (this.#watcher && this.#mayRepeat(`tell ${refusal.channel} ${refusal.reason}`))
      await this.#watcher.tell(refusal)
  }

  status(): CredentialStatus {
    const storefrontTokens = [...this.#inUse].map(([channel, token]) => ({
      storeHash: this.#storeHash,
      channel,
      endsAt: expiryOf(token),
      isRefused: this.#refused.has(token),
    }))
    return { isAccessRefused: this.#isAccessRefused, storefrontTokens }
  }

  /** One search at a time for each channel: those who come meanwhile wait for it. */
  #search(channel: number): Promise<void> {
    const running = this.#searches.get(channel)
    if (running) return running
    if (!this.#watcher || !this.#mayRepeat(`search ${channel}`)) return Promise.resolve()
    const search = this.#watcher
      .replaceToken(this.#storeHash, channel)
      .finally(() => this.#searches.delete(channel))
    this.#searches.set(channel, search)
    return search
  }

  /** Whether something of that name may be done now; if so, it may not be repeated for `quietMs`. */
  #mayRepeat(name: string): boolean {
    if (this.#now() < (this.#quietUntil.get(name) ?? 0)) return false
    this.#quietUntil.set(name, this.#now() + quietMs)
    return true
  }
}

export const isRefusedToken = (error: unknown): error is ShopFailure =>
  error instanceof ShopFailure && error.status === 401

/** A call without the store and without ids, which name carts and people. */
export function describeRoute(method: string, path: string): string {
  const parts = path.replace(/\?.*/, '').split('/')
  return `${method} ${parts.map(part => (/\d/.test(part) && !/^v\d$/.test(part) ? '…' : part)).join('/')}`
}

const endOf = (token: string) => expiryOf(token)?.getTime() ?? Infinity

/** When a token of the platform ends, by its own claim `eat` (or `exp`); null without one. */
export function expiryOf(jwt: string): Date | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
    const { eat, exp } = claims as { eat?: unknown; exp?: unknown }
    const seconds = [eat, exp].filter(one => typeof one === 'number' && Number.isFinite(one)) as number[]
    return seconds.length > 0 ? new Date(Math.min(...seconds) * 1000) : null
  } catch {
    return null
  }
}
