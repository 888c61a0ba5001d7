import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ScriptedAnswer, scripted } from '../../../test/scripted.ts'
import { createHttpClient, type HttpRequest } from './http-client.ts'

const reading: HttpRequest = {
  method: 'GET',
  url: 'https://shop.test/orders?email=a@b.c',
  headers: {},
  repeatable: true,
}
const making: HttpRequest = { ...reading, method: 'POST', body: { a: 1 }, repeatable: false }
const fine = { body: { fine: true } }

afterEach(() => {
  vi.useRealTimers()
})

describe('what fails for a moment is tried again, twice at most', () => {
  const troubles: [string, ScriptedAnswer, string][] = [
    ['500', { status: 500, body: { title: 'Oh' } }, 'unavailable'],
    ['503 with a page of HTML', { status: 503, text: '<html>' }, 'unavailable'],
    ['truncated JSON', { text: '{"data": [1, 2' }, 'unavailable'],
    ['a lost answer', { lost: true }, 'unavailable'],
    ['429 without headers', { status: 429, body: {} }, 'rate'],
    ['429 with a short reset', rateLimited(1500), 'rate'],
  ]

  test.each(troubles)('%s once, then an answer', async (_name, trouble) => {
    const far = scripted(trouble, fine)
    expect(await createHttpClient(far)(reading)).toEqual({ fine: true })
    expect(far.calls).toHaveLength(2)
  })

  test.each(troubles)('%s for good', async (_name, trouble, kind) => {
    const far = scripted(trouble)
    await expect(createHttpClient(far)(reading)).rejects.toMatchObject({ name: 'ShopFailure', kind })
    expect(far.calls).toHaveLength(3)
  })

  test.each(troubles)('%s of a call that may not be repeated', async (_name, trouble, kind) => {
    const far = scripted(trouble, fine)
    await expect(createHttpClient(far)(making)).rejects.toMatchObject({ kind })
    expect(far.calls).toHaveLength(1)
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
  await expect(createHttpClient(far)(reading)).rejects.toMatchObject({ kind, shopMessage: 'Not possible' })
  expect(far.calls).toHaveLength(1)
})

test('the sentence of v2 and of GraphQL is told too', async () => {
  const v2 = scripted({ status: 400, body: [{ status: 400, message: 'The field is invalid.' }] })
  await expect(createHttpClient(v2)(reading)).rejects.toMatchObject({ shopMessage: 'The field is invalid.' })
  const graphql = scripted({ status: 401, body: { errors: [{ message: 'JWT is expired' }] } })
  await expect(createHttpClient(graphql)(reading)).rejects.toMatchObject({ shopMessage: 'JWT is expired' })
})

test('waits grow with jitter, and follow the rate limit where it says how long', async () => {
  const growing = scripted({ status: 500 })
  await createHttpClient({ ...growing, random: () => 0 })(reading).catch(() => {})
  expect(growing.waits).toEqual([75, 150])
  const told = scripted(rateLimited(1500), fine)
  await createHttpClient(told)(reading)
  expect(told.waits).toEqual([1500])
})

test('a long rate limit is not waited for: nobody is asked before it resets', async () => {
  const far = scripted(rateLimited(20_000), fine)
  const door = createHttpClient(far)
  await expect(door(reading)).rejects.toMatchObject({ kind: 'rate' })
  await expect(door(reading)).rejects.toMatchObject({ kind: 'rate' })
  expect(far.calls).toHaveLength(1)
  far.clock.now += 20_001
  expect(await door(reading)).toEqual({ fine: true })
})

test('a silent shop is given up after three seconds a try, six in all', async () => {
  vi.useFakeTimers()
  const far = scripted({ silent: true })
  const { waits: _waits, sleep: _wait, now: _now, ...parts } = far
  const began = Date.now()
  const answer = createHttpClient(parts)(reading).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3000)
  expect(far.calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3500)
  expect(await answer).toMatchObject({ kind: 'unavailable' })
  expect(far.calls).toHaveLength(2)
  expect(Date.now() - began).toBeLessThanOrEqual(6500)
})

describe('the circuit breaker', () => {
  test('opens after five troubles in a row, and half opens after ten seconds', async () => {
    const answers = [...Array<ScriptedAnswer>(6).fill({ status: 500 }), fine]
    const far = scripted(...answers)
    const door = createHttpClient(far)
    for (let i = 0; i < 5; i++) await expect(door(making)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(door(making)).rejects.toThrow('the shop is away')
    expect(far.calls).toHaveLength(5)
    far.clock.now += 10_001
    await expect(door(making)).rejects.toThrow('answered 500')
    await expect(door(making)).rejects.toThrow('the shop is away')
    far.clock.now += 10_001
    expect(await door(making)).toEqual({ fine: true })
    expect(await door(making)).toEqual({ fine: true })
  })

  test('lets only one call try while it is half open', async () => {
    vi.useFakeTimers()
    const far = scripted(...Array<ScriptedAnswer>(5).fill({ status: 500 }), { silent: true })
    const door = createHttpClient(far)
    for (let i = 0; i < 5; i++) await door(making).catch(() => {})
    far.clock.now += 10_001
    const trying = door(making).catch(() => {})
    await expect(door(reading)).rejects.toThrow('the shop is away')
    expect(far.calls).toHaveLength(6)
    await vi.advanceTimersByTimeAsync(3000)
    await trying
  })

  test('is not opened by what the shop merely refuses', async () => {
    const far = scripted({ status: 404 })
    const door = createHttpClient(far)
    for (let i = 0; i < 8; i++) await expect(door(reading)).rejects.toMatchObject({ kind: 'missing' })
  })
})

test('a failure names the call, never its query', async () => {
  const failure = await createHttpClient(scripted({ status: 500 }))(making).catch((error: Error) => error)
  expect(String(failure)).toContain('POST /orders answered 500')
  expect(String(failure)).not.toContain('a@b.c')
})

test('an empty body is nothing', async () => {
  expect(await createHttpClient(scripted({ status: 204 }))(reading)).toBeUndefined()
})

function rateLimited(resetMs: number): ScriptedAnswer {
  const headers = { 'X-Rate-Limit-Time-Reset-Ms': String(resetMs), 'X-Rate-Limit-Requests-Left': '0' }
  return { status: 429, body: { status: 429, title: 'Too many requests' }, headers }
}

test('a call that would delete all of a kind never leaves', async () => {
  const far = scripted({ status: 204 })
  const door = createHttpClient(far)
  const sent = (path: string) =>
    door({ method: 'DELETE', url: `https://api.shop.test${path}`, headers: {}, repeatable: true })
  for (const path of [
    '/v2/gift_certificates',
    '/v2/gift_certificates/7',
    '/v3/customers/subscribers',
    '/v3/customers/subscribers/',
    '/v3/customers/subscribers?email=a',
    '/v3/customers/subscribers/0',
  ])
    await expect(sent(path)).rejects.toThrow('is refused')
  expect(far.calls).toEqual([])
  await sent('/v3/customers/subscribers/7')
  expect(far.calls).toHaveLength(1)
})
