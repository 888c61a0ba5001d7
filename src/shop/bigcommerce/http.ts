import { AppError } from '../../base/app-error.ts'
import { type OpenSpan, type SpanStart, traced } from '../../base/traces.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { cartCallTimeoutMs, ShopFailure } from '../port.ts'
import { isInBackground } from '../port-store.ts'
import type { CallFunction, CallResponse } from './http/lean-fetch.ts'

export type FetchFunction = (url: string, init: RequestInit) => Response | Promise<Response>

export interface HttpRequest {
  /** DELETE takes one named thing only: see `deletesOneThing`. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: unknown
  /** True for an idempotent call; only such a call is retried. */
  repeatable: boolean
}

/** What the client needs from outside, so that tests can replace it. */
export interface HttpClientOptions {
  fetch: CallFunction
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  random?: () => number
  /** Multiplies the timeouts; 1 by default. */
  timeoutFactor?: number
  limits?: CallLimits
  /** How many calls are made at once, and as many connections are open; more wait within the time of a call; 40. */
  connections?: number
  /** Shared by the clients of one account. */
  quota?: RequestQuota
  /** While false each call fails at once and nothing is sent. */
  isEnabled?: () => boolean
}

/** Makes one call and returns its parsed JSON, undefined for an empty body. Throws ShopFailure. */
export type HttpClient = ((request: HttpRequest) => Promise<unknown>) & {
  /** True while calls fail at once without being made. */
  isCircuitOpen(): boolean
  /** True from repeated failures until the next success. */
  isFailing(): boolean
}

/** How long a call may take, in milliseconds. */
interface CallLimits {
  attemptMs: number
  /** All attempts with the waits between them. */
  callMs: number
  /** The longest wait within a call for the platform's rate limit to reset. */
  rateLimitMs: number
}

const usualLimits: CallLimits = { attemptMs: 3000, callMs: 6000, rateLimitMs: 2000 }
/** Making a cart asks tax providers and may take ten seconds; a guest rather waits than begins anew (R918). */
export const cartLimits: CallLimits = {
  attemptMs: cartCallTimeoutMs,
  callMs: cartCallTimeoutMs,
  rateLimitMs: cartCallTimeoutMs,
}

const maxRetries = 2
const mostWaiting = 1000

/** A failure, with how long the platform wants no calls, and whether it surely did nothing. */
interface Failed {
  failure: ShopFailure
  resetMs?: number
  wasNotExecuted?: boolean
}

type Outcome = { value: unknown } | Failed

/**
 * The one way to call the platform: a timeout for each attempt, few retries with jitter where a call is repeatable or
 * surely was not executed, waits for the rate limit, and a circuit breaker that lets one call try again after a while
 * (R917). At most `connections` calls run at once, others wait. Background work leaves a third of the quota to guests.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { now = Date.now, sleep = waitFor, random = Math.random, timeoutFactor = 1 } = options
  const { limits = usualLimits, quota = createRequestQuota(now) } = options
  const breaker = createCircuitBreaker(now, limits.attemptMs)
  const inTurn = createTurns(options.connections ?? 40, limits.callMs * timeoutFactor)
  const record = (outcome: Outcome) => {
    if ('value' in outcome) return breaker.recordSuccess()
    const { failure, resetMs = 0 } = outcome
    breaker.recordFailure(failure, resetMs > limits.rateLimitMs ? resetMs : 0)
  }
  const call = async (request: HttpRequest) => {
    if (request.method === 'DELETE' && !deletesOneThing(request.url))
      throw new Error(describeCall(request, 'is refused'))
    if (options.isEnabled?.() === false)
      throw new ShopFailure(
        'unavailable',
        describeCall(request, 'is not made: the store has ended our access'),
      )
    if (isInBackground() && quota.backgroundWait() > 0) await sleep(quota.backgroundWait())
    const end = now() + limits.callMs * timeoutFactor
    for (let retry = 0; ; retry++) {
      if (breaker.isOpen()) breaker.assertClosed()
      const outcome = await inTurn(request, async () => {
        breaker.assertClosed()
        const timeout = Math.min(limits.attemptMs * timeoutFactor, end - now())
        const tried = await traced(callSpan(request), span =>
          attempt({ ...options, quota, span }, request, timeout),
        )
        // Before the next call has its turn, so that it sees an open circuit.
        record(tried)
        return tried
      })
      if ('value' in outcome) return outcome.value
      const { failure } = outcome
      const delay = retryDelay(outcome, retry, limits, random)
      const mayRepeat = request.repeatable || outcome.wasNotExecuted
      if (!mayRepeat || retry >= maxRetries || delay === null || now() + delay >= end) throw failure
      await sleep(delay)
    }
  }
  return Object.assign(call, { isCircuitOpen: breaker.isOpen, isFailing: breaker.isFailing })
}

/**
 * Runs `concurrent` attempts at once; a call that waits too long for its turn fails without counting as a failure of
 * the shop.
 */
function createTurns(concurrent: number, waitMs: number) {
  const limit = createWorkLimit({ concurrent, waiting: mostWaiting, waitMs })
  return async (request: HttpRequest, work: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await limit(work)
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      throw new ShopFailure('unavailable', describeCall(request, 'found no free connection'), { cause })
    }
  }
}

/**
 * On this platform a DELETE of gift certificates or subscribers without an id deletes all of them, so that only what
 * names one thing is ever sent.
 */
const deletesOneThing = (url: string) => {
  const store = url.indexOf(storePath)
  return store > 0 && oneThing.test(url.slice(url.indexOf('/', store + storePath.length)))
}
const storePath = '/stores/'
const oneThing =
  /^\/(v3\/customers\/subscribers\/[1-9]\d*|v3\/customers\?id:in=[1-9]\d*|v3\/hooks\/[1-9]\d*|v3\/carts\/[\da-f]{8}-[\da-f-]{27}|v2\/gift_certificates\/[1-9]\d*)$/

const waitFor = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Milliseconds until the next attempt; null when there is to be none. */
function retryDelay({ failure, resetMs }: Failed, retry: number, limits: CallLimits, random: () => number) {
  if (failure.kind === 'rate' && resetMs !== undefined) return resetMs <= limits.rateLimitMs ? resetMs : null
  if (failure.kind === 'rate' || failure.kind === 'unavailable') return 150 * 2 ** retry * (0.5 + random())
  return null
}

type Sender = Pick<HttpClientOptions, 'fetch'> & { quota: RequestQuota; span: OpenSpan }

async function attempt(sender: Sender, request: HttpRequest, ms: number): Promise<Outcome> {
  const controller = new AbortController()
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(() => {
    timer.reject(new Error(`no answer within ${ms} ms`))
    controller.abort()
  }, ms)
  try {
    const outcome = await Promise.race([send(sender, request, controller.signal), timer.promise])
    if ('failure' in outcome) sender.span.fail(outcome.failure)
    return outcome
  } catch (cause) {
    const failure = new ShopFailure('unavailable', describeCall(request, 'got no answer'), { cause })
    sender.span.fail(failure)
    return { failure, wasNotExecuted: isUnopenedConnection(cause) }
  } finally {
    clearTimeout(timeout)
  }
}

const unopened = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** Whether a connection was never opened, so that nothing can have been sent over it. */
function isUnopenedConnection(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }
  return unopened.includes(code ?? cause?.code ?? '')
}

async function send(
  { fetch, quota, span }: Sender,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...request.headers },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    redirect: 'error',
    signal,
  })
  span.note({ 'http.response.status_code': response.status })
  quota.record(response.headers)
  const text = await response.text()
  const json = parseJson(text)
  if (!response.ok) return toFailure(request, response, json)
  if (json === invalidJson)
    return { failure: new ShopFailure('unavailable', describeCall(request, 'answered unreadable JSON')) }
  return { value: json }
}

const invalidJson = Symbol('invalid JSON')

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return invalidJson
  }
}

function toFailure(request: HttpRequest, response: CallResponse, json: unknown): Outcome {
  const shopMessage = messageOf(json)
  const failure = new ShopFailure(
    failureKindOf(response.status),
    describeCall(request, `answered ${response.status}`),
    {
      status: response.status,
      ...(shopMessage && { shopMessage }),
    },
  )
  if (response.status !== 429) return { failure }
  const reset = response.headers.get('x-rate-limit-time-reset-ms') ?? ''
  // The platform refuses for its rate limit before it does anything.
  return { failure, wasNotExecuted: true, ...(/^\d+$/.test(reset) && { resetMs: Number(reset) }) }
}

function failureKindOf(status: number): ShopFailure['kind'] {
  if (status === 401 || status === 403) return 'auth'
  if (status === 404 || status === 410) return 'missing'
  if (status === 429) return 'rate'
  return status >= 500 ? 'unavailable' : 'invalid'
}

/** v3 replies `{ title }`, v2 `[{ message }]`, GraphQL `{ errors: [{ message }] }`. */
function messageOf(json: unknown): string | undefined {
  const first = Array.isArray(json) ? json[0] : json
  if (first === null || typeof first !== 'object') return undefined
  const { title, message, errors } = first as Record<string, unknown>
  const text = title ?? message ?? (Array.isArray(errors) ? messageOf(errors) : undefined)
  return typeof text === 'string' ? text : undefined
}

/** The call without its query, which may contain a person's e-mail. */
function describeCall(request: HttpRequest, what: string): string {
  return `${request.method} ${new URL(request.url).pathname} ${what}`
}

/** What the platform said with its last reply of how many calls are left to this account, in `X-Rate-Limit-…` headers. */
interface RequestQuota {
  record(headers: { get(name: string): string | null }): void
  /** Milliseconds that background work has to wait: until the quota is renewed, when less than a third is left. */
  backgroundWait(): number
  /** How many calls were left with the last reply that said so; null before. */
  left(): number | null
}

const keptForGuests = 1 / 3
/** The platform renews it every 30 seconds; a longer wait would be a mistake. */
const maxWaitMs = 30_000

export function createRequestQuota(now: () => number): RequestQuota {
  let left = Infinity
  let quota = 0
  let renewedAt = 0
  return {
    left: () => (Number.isFinite(left) ? left : null),
    record(headers) {
      const read = (name: string) => Number(headers.get(`x-rate-limit-${name}`) ?? Number.NaN)
      const [leftNow, quotaNow, resetMs] = [
        read('requests-left'),
        read('requests-quota'),
        read('time-reset-ms'),
      ]
      if (Number.isNaN(leftNow) || Number.isNaN(resetMs)) return
      left = leftNow
      if (quotaNow > 0) quota = quotaNow
      renewedAt = now() + Math.min(resetMs, maxWaitMs)
    },
    backgroundWait() {
      const isScarce = left <= quota * keptForGuests
      return isScarce ? Math.max(0, renewedAt - now()) : 0
    },
  }
}

const failuresUntilOpen = 5
const openMs = 10_000
/** For how long (ms) after its last failure a lane that nobody uses still counts as failing. */
const failingMs = 300_000

/** Closed, open after several failures in a row, or half open: one call tries while the others fail at once (R917). */
function createCircuitBreaker(now: () => number, attemptMs: number) {
  let failures = 0
  let failedAt = 0
  let openUntil = 0
  let rateLimitedUntil = 0
  return {
    isOpen: () => now() < Math.max(openUntil, rateLimitedUntil),
    /** From the failure that opened it until the next success, or until nobody has tried for a while. */
    isFailing: () =>
      (failures >= failuresUntilOpen && now() - failedAt < failingMs) || now() < rateLimitedUntil,
    /** Throws ShopFailure while no call may be made. */
    assertClosed() {
      if (now() < rateLimitedUntil) throw new ShopFailure('rate', 'the shop asked us to wait')
      if (now() < openUntil) throw new ShopFailure('unavailable', 'the shop is away; trying again soon')
      // Half open: other calls fail at once until this one has its reply.
      if (failures >= failuresUntilOpen) openUntil = now() + attemptMs
    },
    recordSuccess() {
      failures = 0
      openUntil = 0
    },
    /** `rateLimitMs`: how long the platform wants no calls, when that is too long to wait for within a call. */
    recordFailure({ kind }: ShopFailure, rateLimitMs = 0) {
      if (rateLimitMs > 0) rateLimitedUntil = now() + rateLimitMs
      failures = kind === 'unavailable' ? failures + 1 : 0
      openUntil = failures >= failuresUntilOpen ? now() + openMs : 0
      failedAt = now()
    },
  }
}

/** How a call of the shop is seen in traces: host, pattern of its path, name of its document; no id, query or body. */
function callSpan({ method, url, body }: { method: string; url: string; body?: unknown }): SpanStart {
  const { hostname, pathname } = new URL(url)
  const pattern = patternOf(pathname)
  const operation = nameOfDocument(body)
  return {
    name: operation === undefined ? `shop ${method} ${pattern}` : `shop ${operation}`,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'url.template': pattern,
      'graphql.operation.name': operation,
    },
  }
}

/** Versions and plain words stay; what may name a store, a thing or a person doesn't: `/stores/:/v3/carts/:`. */
function patternOf(path: string): string {
  const segments = path.split('/')
  return segments
    .map((segment, index) => {
      const isPlain = /^(?:v\d|[a-z][a-z_-]{0,30}|)$/.test(segment)
      return isPlain && segments[index - 1] !== 'stores' ? segment : ':'
    })
    .join('/')
}

function nameOfDocument(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('query' in body)) return undefined
  return /\b(?:query|mutation) (\w{1,60})/.exec(String(body.query))?.[1]
}
