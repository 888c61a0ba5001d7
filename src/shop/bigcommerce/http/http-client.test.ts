import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ScriptedReply, scripted } from '../../../../test/scripted-shop.ts'
import { runInBackground } from '../../port-store.ts'
import { cartLimits, createHttpClient, createRequestQuota, type HttpRequest } from '../http.ts'

const getRequest: HttpRequest = {
  method: 'GET',
  url: 'https://shop.test/orders?email=a@b.c',
  headers: {},
  repeatable: true,
}
const postRequest: HttpRequest = { ...getRequest, method: 'POST', body: { a: 1 }, repeatable: false }
const success = { body: { fine: true } }

afterEach(() => {
  vi.useRealTimers()
})

describe('a passing failure is retried, twice at most', () => {
  const failures: [string, ScriptedReply, string][] = [
    ['500', { status: 500, body: { title: 'Oh' } }, 'unavailable'],
    ['503 with a page of HTML', { status: 503, text: '<html>' }, 'unavailable'],
    ['truncated JSON', { text: '{"data": [1, 2' }, 'unavailable'],
    ['a lost reply', { lost: true }, 'unavailable'],
    ['429 without headers', { status: 429, body: {} }, 'rate'],
    ['429 with a short reset', rateLimited(1500), 'rate'],
  ]

  test.each(failures)('%s once, then a reply', async (_name, failure) => {
    const far = scripted(failure, success)
    expect(await createHttpClient(far)(getRequest)).toEqual({ fine: true })
    expect(far.calls).toHaveLength(2)
  })

  test.each(failures)('%s every time', async (_name, failure, kind) => {
    const far = scripted(failure)
    await expect(createHttpClient(far)(getRequest)).rejects.toMatchObject({ name: 'ShopFailure', kind })
    expect(far.calls).toHaveLength(3)
  })

  const executed = failures.filter(([, { status }]) => status !== 429)
  test.each(executed)('%s of a call that is not idempotent, which is not', async (_name, failure, kind) => {
    const far = scripted(failure, success)
    await expect(createHttpClient(far)(postRequest)).rejects.toMatchObject({ kind })
    expect(far.calls).toHaveLength(1)
  })

  test.each<[string, ScriptedReply]>([
    ['429', rateLimited(400)],
    ['a connection that never opened', { refused: true }],
  ])('%s of a call that is not idempotent: nothing was done', async (_name, failure) => {
    const far = scripted(failure, success)
    expect(await createHttpClient(far)(postRequest)).toEqual({ fine: true })
    expect(far.calls).toHaveLength(2)
  })
})

test.each([
  [400, 'invalid'],
  [401, 'auth'],
  [403, 'auth'],
  [404, 'missing'],
  [409, 'invalid'],
  [422, 'invalid'],
])('%i is not tried again', async (status, kind) => {
  const far = scripted({ status, body: { title: 'Not possible' } })
  await expect(createHttpClient(far)(getRequest)).rejects.toMatchObject({ kind, shopMessage: 'Not possible' })
  expect(far.calls).toHaveLength(1)
})

test('the message of v2 and of GraphQL is read, too', async () => {
  const v2 = scripted({ status: 400, body: [{ status: 400, message: 'The field is invalid.' }] })
  await expect(createHttpClient(v2)(getRequest)).rejects.toMatchObject({
    shopMessage: 'The field is invalid.',
  })
  const graphql = scripted({ status: 401, body: { errors: [{ message: 'JWT is expired' }] } })
  await expect(createHttpClient(graphql)(getRequest)).rejects.toMatchObject({ shopMessage: 'JWT is expired' })
})

test('delays grow with jitter, and follow the rate limit where it is known', async () => {
  const growing = scripted({ status: 500 })
  await createHttpClient({ ...growing, random: () => 0 })(getRequest).catch(() => {})
  expect(growing.waits).toEqual([75, 150])
  const limited = scripted(rateLimited(1500), success)
  await createHttpClient(limited)(getRequest)
  expect(limited.waits).toEqual([1500])
})

test('a long rate limit is not waited for, and no call is made before it resets', async () => {
  const far = scripted(rateLimited(20_000), success)
  const client = createHttpClient(far)
  await expect(client(getRequest)).rejects.toMatchObject({ kind: 'rate' })
  await expect(client(getRequest)).rejects.toMatchObject({ kind: 'rate' })
  expect(far.calls).toHaveLength(1)
  far.clock.now += 20_001
  expect(await client(getRequest)).toEqual({ fine: true })
})

test('a silent shop times out after three seconds an attempt, six in all', async () => {
  vi.useFakeTimers()
  const far = scripted({ silent: true })
  const { waits: _waits, sleep: _wait, now: _now, ...parts } = far
  const startedAt = Date.now()
  const outcome = createHttpClient(parts)(getRequest).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3000)
  expect(far.calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3500)
  expect(await outcome).toMatchObject({ kind: 'unavailable' })
  expect(far.calls).toHaveLength(2)
  expect(Date.now() - startedAt).toBeLessThanOrEqual(6500)
})

describe('the circuit breaker', () => {
  test('opens after five failures in a row, and half opens after ten seconds', async () => {
    const away = { status: 500 }
    const replies: ScriptedReply[] = [...Array<ScriptedReply>(6).fill(away), success, success, away]
    const far = scripted(...replies)
    const client = createHttpClient(far)
    for (let i = 0; i < 5; i++)
      await expect(client(postRequest)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(client(postRequest)).rejects.toThrow('the shop is away')
    expect(far.calls).toHaveLength(5)
    far.clock.now += 10_001
    // Nobody has called since, so that metrics must not show that the shop is back.
    expect([client.isCircuitOpen(), client.isFailing()]).toEqual([false, true])
    await expect(client(postRequest)).rejects.toThrow('answered 500')
    await expect(client(postRequest)).rejects.toThrow('the shop is away')
    far.clock.now += 10_001
    expect(await client(postRequest)).toEqual({ fine: true })
    expect(client.isFailing()).toBe(false)
    expect(await client(postRequest)).toEqual({ fine: true })
    for (let i = 0; i < 5; i++) await client(postRequest).catch(() => {})
    expect(client.isFailing()).toBe(true)
    // A lane that nobody uses no longer counts as failing.
    far.clock.now += 300_000
    expect(client.isFailing()).toBe(false)
  })

  test('lets only one call try while it is half open', async () => {
    vi.useFakeTimers()
    const far = scripted(...Array<ScriptedReply>(5).fill({ status: 500 }), { silent: true })
    const client = createHttpClient(far)
    for (let i = 0; i < 5; i++) await client(postRequest).catch(() => {})
    far.clock.now += 10_001
    const trying = client(postRequest).catch(() => {})
    await expect(client(getRequest)).rejects.toThrow('the shop is away')
    expect(far.calls).toHaveLength(6)
    await vi.advanceTimersByTimeAsync(3000)
    await trying
  })

  test('is not opened by a refusal of the shop', async () => {
    const far = scripted({ status: 404 })
    const client = createHttpClient(far)
    for (let i = 0; i < 8; i++) await expect(client(getRequest)).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('making a cart', () => {
  test.each<[string, ScriptedReply[], number]>([
    ['takes nine seconds', [{ takes: 9000, ...success }], 1],
    ['is refused for eight seconds by the rate limit', [rateLimited(8000), success], 2],
  ])('%s, and the guest gets it', async (_name, replies, calls) => {
    const far = scripted(...replies)
    expect(await createHttpClient({ ...far, limits: cartLimits })(postRequest)).toEqual({ fine: true })
    expect(far.calls).toHaveLength(calls)
  })

  test('is given up after 15 seconds, and never sent twice when it may have been done', async () => {
    vi.useFakeTimers()
    const { waits: _waits, sleep: _sleep, now: _now, ...parts } = scripted({ silent: true })
    const outcome = createHttpClient({ ...parts, limits: cartLimits })(postRequest).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(14_900)
    expect(parts.calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await outcome).toMatchObject({ kind: 'unavailable' })
    expect(parts.calls).toHaveLength(1)
  })
})

describe('the quota', () => {
  const reply = (left: number): ScriptedReply => ({
    ...success,
    headers: {
      'X-Rate-Limit-Requests-Left': String(left),
      'X-Rate-Limit-Requests-Quota': '150',
      'X-Rate-Limit-Time-Reset-Ms': '20000',
    },
  })

  test.each([
    [51, []],
    [50, [20_000]],
    [0, [20_000]],
  ])('with %i of 150 calls left background work waits: %j; a guest never does', async (left, waits) => {
    const far = scripted(reply(left))
    const client = createHttpClient(far)
    await client(getRequest)
    await client(getRequest)
    expect(far.waits).toEqual([])
    await runInBackground(() => client(getRequest))
    expect(far.waits).toEqual(waits)
  })

  test('is shared by the clients of one account, and forgotten when it is renewed', async () => {
    const far = scripted(reply(0))
    const quota = createRequestQuota(far.now)
    const [one, other] = [createHttpClient({ ...far, quota }), createHttpClient({ ...far, quota })]
    await one(getRequest)
    far.clock.now += 15_000
    await runInBackground(() => other(getRequest))
    expect(far.waits).toEqual([5000])
    far.clock.now += 20_000
    await runInBackground(() => one(getRequest))
    expect(far.waits).toEqual([5000])
  })
})

test('a failure has the call in its message, but not its query', async () => {
  const failure = await createHttpClient(scripted({ status: 500 }))(postRequest).catch(
    (error: Error) => error,
  )
  expect(String(failure)).toContain('POST /orders answered 500')
  expect(String(failure)).not.toContain('a@b.c')
})

test('an empty body is undefined', async () => {
  expect(await createHttpClient(scripted({ status: 204 }))(getRequest)).toBeUndefined()
})

function rateLimited(resetMs: number): ScriptedReply {
  const headers = { 'X-Rate-Limit-Time-Reset-Ms': String(resetMs), 'X-Rate-Limit-Requests-Left': '0' }
  return { status: 429, body: { status: 429, title: 'Too many requests' }, headers }
}
