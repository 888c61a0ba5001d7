import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { timeoutFactor } from '../../../../test/postgres.ts'
import { createHttpClient } from '../http.ts'
import { type CallFunction, leanFetch } from './lean-fetch.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A shop on the network of this machine, asked as the product does. */
async function shopThat(answer: RequestListener) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/carts`
  const ask = (factor = timeoutFactor) =>
    createHttpClient({ fetch: leanFetch, sleep: async () => {}, timeoutFactor: factor })({
      method: 'POST',
      url,
      headers: {},
      body: { name: 'Σοφία' },
      repeatable: false,
    })
  return { ask }
}

test('a call sends its body with its length, and its answer is read whole, compressed or not', async () => {
  const asked: [IncomingMessage, string][] = []
  const { ask } = await shopThat(async (request, response) => {
    asked.push([request, await text(request)])
    const isFirst = asked.length === 1
    response.writeHead(200, isFirst ? {} : { 'content-encoding': 'gzip' })
    const bytes = JSON.stringify({ name: 'Νίκος' })
    response.end(isFirst ? bytes : gzipSync(bytes))
  })
  for (let call = 0; call < 2; call++) expect(await ask()).toEqual({ name: 'Νίκος' })
  const [first, second] = asked.map(([request]) => request)
  expect(asked[0]?.[1]).toBe('{"name":"Σοφία"}')
  expect(first?.headers).toMatchObject({ 'content-length': '21', 'content-type': 'application/json' })
  expect(second?.socket.remotePort).toBe(first?.socket.remotePort)
})

test('a redirect is not followed', async () => {
  const { ask } = await shopThat((_, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' })
})

test('a call that is not idempotent is made once where the answer breaks off or never comes', async () => {
  let calls = 0
  const { ask } = await shopThat((_, response) => {
    calls++
    if (calls > 1) return
    response.writeHead(200, { 'content-length': 100 }).write('{"data"')
    setImmediate(() => response.destroy())
  })
  for (const [made, factor] of [
    [1, timeoutFactor],
    [2, 0.5],
  ] as const) {
    await expect(ask(factor)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(calls).toBe(made)
  }
})

test('a connection that is refused is tried again: nothing was sent', async () => {
  let tries = 0
  const fetch: CallFunction = (url, init) => {
    tries++
    return leanFetch(url, init)
  }
  const client = createHttpClient({ fetch, sleep: async () => {} })
  const call = client({ method: 'POST', url: 'http://127.0.0.1:9/carts', headers: {}, repeatable: false })
  await expect(call).rejects.toMatchObject({ kind: 'unavailable' })
  expect(tries).toBe(3)
})
