import * as fs from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHost } from '../src/demo/start.ts'
import { quickFolder } from './folders.ts'
import { opened } from './opened.ts'
import { freshDatabase } from './postgres.ts'
import { killSites, startSite } from './site-process.ts'

/** The program, sending traces to a collector as operators have one. */
const dataDir = fs.mkdtempSync(join(quickFolder(), 'doron-traces-'))
const database = opened(() => freshDatabase())
let collector: Server
const received: string[] = []
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    received.push(await text(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => void collector.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await killSites()
  collector.closeAllConnections()
  collector.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
interface Batch {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

const spans = () =>
  received
    .map(body => JSON.parse(body) as Batch)
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(scope => scope.spans)
const named = (name: string) => spans().filter(span => span.name === name)
const factsOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
const childrenOf = ({ spanId }: Span) => spans().filter(span => span.parentSpanId === spanId)

/** Says so when the SDK is loaded. */
const watchImports = `data:text/javascript,import{registerHooks}from'node:module';
registerHooks({resolve(name,context,next){if(name.includes('opentelemetry/sdk-node'))console.error('loads the SDK');return next(name,context)}})`

const startTraced = (env: Record<string, string>) => {
  const { port } = collector.address() as AddressInfo
  return startSite({
    args: ['--import', watchImports, 'src/main.ts', 'start'],
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      ...env,
    },
  })
}

/** What visitors send, in each place where they can. */
const personal = {
  name: 'Papadopoulou',
  email: 'maria.p@example.org',
  password: 'her-secret-words',
  token: 'Tk9Qx0aBcDeFgHiJkLmNoPqRsTuVwXyZ',
  slug: 'maria-and-nikos',
  agent: 'HerOwnBrowser',
}

async function visit(url: string, headers: Record<string, string> = {}): Promise<void> {
  const cookie = `session=${personal.token}; draft=${personal.name}`
  const sent = {
    'user-agent': personal.agent,
    cookie,
    tracestate: `x=${personal.name}`,
    baggage: `user=${personal.name}`,
    ...headers,
  }
  const read = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { ...sent, ...init.headers } })
    await answer.arrayBuffer()
  }
  const post = (path: string, body: object) =>
    read(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  await read(`/reply/${personal.token}?name=${personal.name}`)
  await read(`/registry/${personal.slug}?q=${personal.name}`)
  await read(`/find-registry?q=${personal.name}&lang=en`)
  await read(`/${personal.name}/${personal.email}`)
  await post('/api/login', { email: personal.email, password: personal.password })
  await post('/api/password-email', { email: demoHost.email })
}

test('spans have route, status, statements, shop, job and e-mail, and nothing of a person', async () => {
  const site = await startTraced({ TRUST_PROXY: 'traces', DEMO_ON_PURPOSE: 'true' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await visit(site.url, { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
  await expect.poll(() => named('email password-reset').length, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect.poll(() => named('job emails').length, { timeout: 60_000 }).toBeGreaterThan(0)
  // What is under way when the process is asked to stop is sent before it ends.
  await fetch(`${site.url}/robots.txt`).then(answer => answer.arrayBuffer())
  expect(await site.stop()).toBe(0)
  expect(site.output()).toContain('loads the SDK')

  const [reply] = named('GET /reply/:')
  expect(reply).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(factsOf(reply!)).toMatchObject({ 'http.route': '/reply/:', 'http.response.status_code': 404 })
  const statements = childrenOf(reply!).map(span => factsOf(span)['db.query.text'])
  expect(statements.join('\n')).toMatch(/^select .* = \$1/m)
  expect(factsOf(named('POST /api/login')[0]!)['http.response.status_code']).toBeGreaterThanOrEqual(400)
  expect(named('GET /robots.txt')).toHaveLength(1)
  expect(named('GET /healthz')).toEqual([])

  const [letter] = named('email password-reset')
  expect(factsOf(letter!)).toEqual({
    'doron.email.template': 'password-reset',
    'doron.email.channel': 'mail',
  })
  expect(spans().find(({ spanId }) => spanId === letter!.parentSpanId)?.name).toBe('job emails')
  const calls = spans().filter(({ name }) => name.startsWith('shop '))
  expect(calls.map(factsOf)).toContainEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'url.template': expect.stringMatching(/^\/shop\/stores\/:\/v[23]\/[a-z/:]+$/),
  })
  const line = site
    .output()
    .split('\n')
    .find(one => one.includes('"route":"/reply/:"'))
  expect(JSON.parse(line!)).toMatchObject({ trace_id: traceId, span_id: reply!.spanId })

  const everything = received.join('\n')
  const people = [...Object.values(personal), demoHost.email, demoHost.password, '127.0.0.1:']
  expect(people.filter(word => everything.includes(word))).toEqual([])
})

test('switched off, the SDK is not loaded and nothing is sent', async () => {
  received.length = 0
  const site = await startTraced({ OTEL_SDK_DISABLED: 'true' })
  await visit(site.url)
  expect(await site.stop()).toBe(0)
  expect(received).toEqual([])
  expect(site.output()).not.toContain('loads the SDK')
  expect(site.output()).not.toContain('trace_id')
})
