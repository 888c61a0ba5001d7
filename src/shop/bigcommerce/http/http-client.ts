import { AppError } from '../../../base/app-error.ts'
import { type OpenSpan, traced } from '../../../base/traces.ts'
import { createWorkLimit } from '../../../base/work-limit.ts'
import { cartCallTimeoutMs, ShopFailure } from '../../port.ts'
import { isInBackground } from '../../port-background.ts'
import { callSpan } from './call-span.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { CallFunction, CallResponse } from './lean-fetch.ts'
import { createRequestQuota, type RequestQuota } from './request-quota.ts'

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
export interface CallLimits {
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
 * (R917). So many calls at once, others wait. Background work leaves a third of the quota to guests.
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
        // Before the next one has its turn.
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

/** So many attempts at once; a call that waits too long for its turn fails without saying anything of the shop. */
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
