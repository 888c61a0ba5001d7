import { afterEach, expect, test, vi } from 'vitest'
import { scripted } from '../../../../test/scripted-shop.ts'
import { cartLimits, createHttpClient, type HttpRequest } from '../http.ts'

const getRequest: HttpRequest = {
  method: 'GET',
  url: 'https://shop.test/orders',
  headers: {},
  repeatable: true,
}
const postRequest: HttpRequest = { ...getRequest, method: 'POST', body: { a: 1 }, repeatable: false }

afterEach(() => {
  vi.useRealTimers()
})

test('so many calls are made at once, and the others as soon as one has ended', async () => {
  const ends: (() => void)[] = []
  const fetch = () =>
    new Promise<Response>(resolve => {
      ends.push(() => resolve(Response.json({ fine: true })))
    })
  const client = createHttpClient({ fetch, connections: 2 })
  const calls = Array.from({ length: 5 }, () => client(getRequest))
  for (let ended = 0; ended < 5; ended++) {
    await expect.poll(() => ends.length).toBe(Math.min(5, ended + 2))
    ends[ended]!()
  }
  expect(await Promise.all(calls)).toHaveLength(5)
})

test('a call that finds none in time fails, and the circuit stays closed', async () => {
  vi.useFakeTimers()
  const { waits: _waits, sleep: _sleep, now: _now, ...parts } = scripted({ silent: true })
  const client = createHttpClient({ ...parts, connections: 1, limits: cartLimits })
  const first = client(postRequest).catch((error: Error) => error)
  const others = Array.from({ length: 6 }, () => client(postRequest).catch((error: Error) => error))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(String(await first)).toContain('got no answer')
  for (const other of others.slice(1)) expect(String(await other)).toContain('found no free connection')
  expect(client.isCircuitOpen()).toBe(false)
})

test('calls that waited while the circuit opened are not made', async () => {
  const far = scripted({ status: 500 })
  const client = createHttpClient({ ...far, connections: 1 })
  const outcomes = Array.from({ length: 8 }, () => client(postRequest).catch((error: Error) => error))
  await Promise.all(outcomes)
  expect(far.calls).toHaveLength(5)
})
