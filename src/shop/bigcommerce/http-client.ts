import { ShopFailure } from '../port.ts'

export type FetchFunction = (url: string, init: RequestInit) => Response | Promise<Response>

export interface HttpRequest {
  /** DELETE takes one subscriber away and nothing else: see `isOneSubscriber`. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: unknown
  /** True when doing it twice is doing it once; only then is a failed call repeated. */
  repeatable: boolean
}

/** What the door needs of the world; tests hand in their own. */
export interface HttpClientOptions {
  fetch: FetchFunction
  now?: () => number
  sleep?: (ms: number) => Promise<void>
  random?: () => number
  /** How many times as long a call is waited for; 1 when left out. */
  timeoutFactor?: number
}

/** Sends one call and answers its parsed JSON (undefined for an empty body). Throws ShopFailure. */
export type HttpClient = ((request: HttpRequest) => Promise<unknown>) & {
  /** True while calls are refused at once. */
  isCircuitOpen(): boolean
}

const tryMs = 3000
const wholeCallMs = 6000
const mostRetries = 2
/** Longest that a visitor is kept waiting for the platform's rate limit to reset. */
const longestWaitMs = 2000
const troublesUntilOpen = 5
const openMs = 10_000

type Outcome = { value: unknown } | { failure: ShopFailure; resetMs?: number }

/**
 * The one way out to the platform: a time-out for each try, few retries with jitter for repeatable calls, waits
 * as the rate limit says, and a circuit breaker that lets one call try again after a while (faults F8).
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { now = Date.now, sleep = waitFor, random = Math.random, timeoutFactor = 1 } = options
  const breaker = newBreaker(now)
  const ask = async (request: HttpRequest) => {
    if (request.method === 'DELETE' && !isOneSubscriber(request.url))
      throw new Error(nameOf(request, 'is refused'))
    const end = now() + wholeCallMs * timeoutFactor
    for (let retry = 0; ; retry++) {
      breaker.pass()
      const outcome = await once(options.fetch, request, Math.min(tryMs * timeoutFactor, end - now()))
      breaker.note(outcome)
      if ('value' in outcome) return outcome.value
      const pause = pauseAfter(outcome, retry, random)
      const hopeless = !request.repeatable || retry >= mostRetries || pause === null || now() + pause >= end
      if (hopeless) throw outcome.failure
      await sleep(pause)
    }
  }
  return Object.assign(ask, { isCircuitOpen: breaker.isOpen })
}

/** On this platform, deleting gift certificates or subscribers without an id deletes all of them. */
const isOneSubscriber = (url: string) => /\/v3\/customers\/subscribers\/[1-9]\d*$/.test(url)

const waitFor = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** Milliseconds until the next try; null when there is no point in one. */
function pauseAfter(
  outcome: { failure: ShopFailure; resetMs?: number },
  retry: number,
  random: () => number,
) {
  const { failure, resetMs } = outcome
  if (failure.kind === 'rate' && resetMs !== undefined) return resetMs <= longestWaitMs ? resetMs : null
  if (failure.kind === 'rate' || failure.kind === 'unavailable') return 150 * 2 ** retry * (0.5 + random())
  return null
}

/** Closed, open after several troubles in a row, or half open: one call tries while the others are refused. */
function newBreaker(now: () => number) {
  let troubles = 0
  let openUntil = 0
  let restUntil = 0
  return {
    isOpen: () => now() < Math.max(openUntil, restUntil),
    pass() {
      if (now() < restUntil) throw new ShopFailure('rate', 'the shop request us to wait')
      if (now() < openUntil) throw new ShopFailure('unavailable', 'the shop is away; trying again soon')
      // Half open: whoever comes next is refused until this one call has its answer.
      if (troubles >= troublesUntilOpen) openUntil = now() + tryMs
    },
    note(outcome: Outcome) {
      const failure = 'failure' in outcome ? outcome.failure : undefined
      if (failure?.kind === 'rate' && 'resetMs' in outcome && (outcome.resetMs ?? 0) > longestWaitMs)
        restUntil = now() + (outcome.resetMs ?? 0)
      troubles = failure?.kind === 'unavailable' ? troubles + 1 : 0
      openUntil = troubles >= troublesUntilOpen ? now() + openMs : 0
    },
  }
}

async function once(fetch: FetchFunction, request: HttpRequest, ms: number): Promise<Outcome> {
  const controller = new AbortController()
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(() => {
    timer.reject(new Error(`no answer within ${ms} ms`))
    controller.abort()
  }, ms)
  try {
    return await Promise.race([send(fetch, request, controller.signal), timer.promise])
  } catch (cause) {
    return { failure: new ShopFailure('unavailable', nameOf(request, 'got no answer'), { cause }) }
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
  const json = parse(text)
  if (!response.ok) return refusal(request, response, json)
  if (json === unreadable)
    return { failure: new ShopFailure('unavailable', nameOf(request, 'answered unreadable JSON')) }
  return { value: json }
}

const unreadable = Symbol('unreadable')

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

function refusal(request: HttpRequest, response: Response, json: unknown): Outcome {
  const shopMessage = messageOf(json)
  const failure = new ShopFailure(kindOf(response.status), nameOf(request, `answered ${response.status}`), {
    ...(shopMessage && { shopMessage }),
  })
  const reset = response.headers.get('x-rate-limit-time-reset-ms')
  return response.status === 429 && reset !== null && /^\d+$/.test(reset)
    ? { failure, resetMs: Number(reset) }
    : { failure }
}

function kindOf(status: number): ShopFailure['kind'] {
  if (status === 401 || status === 403) return 'auth'
  if (status === 404) return 'missing'
  if (status === 429) return 'rate'
  return status >= 500 ? 'unavailable' : 'invalid'
}

/** v3 says `{ title }`, v2 `[{ message }]`, GraphQL `{ errors: [{ message }] }`. */
function messageOf(json: unknown): string | undefined {
  const first = Array.isArray(json) ? json[0] : json
  if (first === null || typeof first !== 'object') return undefined
  const { title, message, errors } = first as Record<string, unknown>
  const text = title ?? message ?? (Array.isArray(errors) ? messageOf(errors) : undefined)
  return typeof text === 'string' ? text : undefined
}

/** Names the call without its query, which may carry a person's address. */
function nameOf(request: HttpRequest, what: string): string {
  return `${request.method} ${new URL(request.url).pathname} ${what}`
}
