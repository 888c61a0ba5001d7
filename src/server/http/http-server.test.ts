import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'
import { closeHttp, createHttpServer, createRequestListener, listenHttp } from './http-server.ts'

/** Limits of bodies and headers (R927) on a real socket, as the program listens. */
const site = opened(() => testApp({ shop: 'none' }))
let server: ReturnType<typeof createHttpServer>
let port = 0

beforeAll(async () => {
  server = createHttpServer(createRequestListener(site.app))
  await listenHttp(server, { HOST: '127.0.0.1', PORT: 0 })
  port = (server.address() as { port: number }).port
})
afterAll(() => closeHttp(server))

test('closing waits for responses in progress, and closes other connections', async () => {
  const asked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  const closing = createHttpServer(async (_, answer) => {
    asked.resolve()
    await mayAnswer.promise
    answer.end('whole')
  })
  await listenHttp(closing, { HOST: '127.0.0.1', PORT: 0 })
  const own = (closing.address() as { port: number }).port
  const idle = connect(own, '127.0.0.1')
  const answer = fetch(`http://127.0.0.1:${own}/`)
  await asked.promise
  const closed = closeHttp(closing)
  mayAnswer.resolve()
  expect(await (await answer).text()).toBe('whole')
  await closed
  await new Promise(done => (idle.destroyed ? done(null) : idle.once('close', done)))
})

/** Sends the head, then one piece after another as the socket takes them, until it is closed or all is sent. */
function send(head: string, piece: Buffer, most: number): Promise<{ status: number; sent: number }> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    let sent = 0
    const more = () => {
      while (sent < most && !socket.destroyed) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', more)
    socket.on('data', part => {
      answer += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: Number(answer.split(' ')[1]), sent }))
    socket.write(head, more)
  })
}

const hundred = 100_000_000
const post = 'POST /api/login HTTP/1.1\r\nHost: registry.example\r\nContent-Type: application/json\r\n'

test.each([
  ['100 MB that say so', `${post}Content-Length: ${hundred}\r\n\r\n`, Buffer.alloc(65_536, 97)],
  [
    'chunks without end',
    `${post}Transfer-Encoding: chunked\r\n\r\n`,
    Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 97), Buffer.from('\r\n')]),
  ],
])('%s are refused early, and memory does not grow', async (_, head, piece) => {
  const before = process.memoryUsage().rss
  const { status, sent } = await send(head, piece, hundred)
  expect(status).toBe(413)
  expect(sent).toBeLessThan(20_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test.each([
  [
    'a head beyond 16 kB',
    `GET / HTTP/1.1\r\nHost: registry.example\r\nCookie: ${'a'.repeat(20_000)}\r\nConnection: close\r\n\r\n`,
    431,
  ],
  ['no method that there is', 'BREW / HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b<\r\nConnection: close\r\n\r\n', 400],
  [
    'a long address',
    `GET /${'a'.repeat(5000)} HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n`,
    404,
  ],
  [
    'an address that is no text',
    'GET /%c0%af HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['a method of proxies', 'TRACE / HTTP/1.1\r\nHost: registry.example\r\nConnection: close\r\n\r\n', 404],
])('%s is refused', async (_, head, status) => {
  expect((await send(head, Buffer.alloc(0), 0)).status).toBe(status)
})
