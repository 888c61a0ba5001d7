import { ShopFailure } from '../port.ts'

export type FetchFunction = (url: string, init: RequestInit) => Response | Promise<Response>

export interface HttpRequest {
  /** DELETE is for one newsletter subscriber only: see `isOneSubscriber`. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: unknown
  /** True for an idempotent call; only such a call is retried. */
  repeatable: boolean
}

/** What the client needs from outside, so that tests can replace it. */
export interface HttpClientOptions {
  fetch: FetchFunction
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  random?: () => number
  /** Multiplies the timeouts; 1 by default. */
  timeoutFactor?: number
}

/** Makes one call and returns its parsed JSON, undefined for an empty body. Throws ShopFailure. */
export type HttpClient = ((request: HttpRequest) => Promise<unknown>) & {
  /** True while calls fail at once without being made. */
  isCircuitOpen(): boolean
}

const attemptTimeoutMs = 3000
const callTimeoutMs = 6000
const maxRetries = 2
/** The longest wait within a call for the platform's rate limit to reset. */
const maxRateLimitWaitMs = 2000
const failuresUntilOpen = 5
const openMs = 10_000

type Outcome = { value: unknown } | { failure: ShopFailure; resetMs?: number }

/**
 * The one way to call the platform: a timeout for each attempt, few retries with jitter for repeatable calls, waits
 * for the rate limit, and a circuit breaker that lets one call try again after a while (R917).
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { now = Date.now, sleep = waitFor, random = Math.random, timeoutFactor = 1 } = options
  const breaker = createCircuitBreaker(now)
  const call = async (request: HttpRequest) => {
    if (request.method === 'DELETE' && !isOneSubscriber(request.url))
      throw new Error(describeCall(request, 'is refused'))
    const end = now() + callTimeoutMs * timeoutFactor
    for (let retry = 0; ; retry++) {
      breaker.assertClosed()
      const outcome = await attempt(
        options.fetch,
        request,
        Math.min(attemptTimeoutMs * timeoutFactor, end - now()),
      )
      breaker.record(outcome)
      if ('value' in outcome) return outcome.value
      const delay = retryDelay(outcome, retry, random)
      const isFinal = !request.repeatable || retry >= maxRetries || delay === null || now() + delay >= end
      if (isFinal) throw outcome.failure
      await sleep(delay)
    }
  }
  return Object.assign(call, { isCircuitOpen: breaker.isOpen })
}

/** On this platform a DELETE of gift certificates or subscribers without an id deletes all of them. */
const isOneSubscriber = (url: string) => /\/v3\/customers\/subscribers\/[1-9]\d*$/.test(url)

const waitFor = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Milliseconds until the next attempt; null when there is to be none. */
function retryDelay(
  outcome: { failure: ShopFailure; resetMs?: number },
  retry: number,
  random: () => number,
) {
  const { failure, resetMs } = outcome
  if (failure.kind === 'rate' && resetMs !== undefined) return resetMs <= maxRateLimitWaitMs ? resetMs : null
  if (failure.kind === 'rate' || failure.kind === 'unavailable') return 150 * 2 ** retry * (0.5 + random())
  return null
}

/** Closed, open after several failures in a row, or half open: one call tries while the others fail at once. */
function createCircuitBreaker(now: () => number) {
  let failures = 0
  let openUntil = 0
  let rateLimitedUntil = 0
  return {
    isOpen: () => now() < Math.max(openUntil, rateLimitedUntil),
    assertClosed() {
      if (now() < rateLimitedUntil) throw new ShopFailure('rate', 'the shop asked us to wait')
      if (now() < openUntil) throw new ShopFailure('unavailable', 'the shop is away; trying again soon')
      // Half open: other calls fail at once until this one has its reply.
      if (failures >= failuresUntilOpen) openUntil = now() + attemptTimeoutMs
    },
    record(outcome: Outcome) {
      const failure = 'failure' in outcome ? outcome.failure : undefined
      if (failure?.kind === 'rate' && 'resetMs' in outcome && (outcome.resetMs ?? 0) > maxRateLimitWaitMs)
        rateLimitedUntil = now() + (outcome.resetMs ?? 0)
      failures = failure?.kind === 'unavailable' ? failures + 1 : 0
      openUntil = failures >= failuresUntilOpen ? now() + openMs : 0
    },
  }
}

async function attempt(fetch: FetchFunction, request: HttpRequest, ms: number): Promise<Outcome> {
  const controller = new AbortController()
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(() => {
    timer.reject(new Error(`no answer within ${ms} ms`))
    controller.abort()
  }, ms)
  try {
    return await Promise.race([send(fetch, request, controller.signal), timer.promise])
  } catch (cause) {
    return { failure: new ShopFailure('unavailable', describeCall(request, 'got no answer'), { cause }) }
  } finally {
    clearTimeout(timeout)
  }
}

async function send(fetch: FetchFunction, request: HttpRequest, signal: AbortSignal): Promise<Outcome> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...request.headers },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    redirect: 'error',
    signal,
  })
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

function toFailure(request: HttpRequest, response: Response, json: unknown): Outcome {
  const shopMessage = messageOf(json)
  const failure = new ShopFailure(
    failureKindOf(response.status),
    describeCall(request, `answered ${response.status}`),
    {
      ...(shopMessage && { shopMessage }),
    },
  )
  const reset = response.headers.get('x-rate-limit-time-reset-ms')
  return response.status === 429 && reset !== null && /^\d+$/.test(reset)
    ? { failure, resetMs: Number(reset) }
    : { failure }
}

function failureKindOf(status: number): ShopFailure['kind'] {
  if (status === 401 || status === 403) return 'auth'
  if (status === 404) return 'missing'
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
