import { type Profiler, Session } from 'node:inspector/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from './builders.ts'
import { opened } from './opened.ts'
import { handOff } from './orders.ts'
import { consoleOn, staffCookieOf } from './staff-client.ts'
import { testApp } from './test-app.ts'

/**
 * How many of our files run in each of the flows that a newcomer reads first: what is not called in a flow need not be read
 * to understand it. A flow that needs more has become harder to read (docs/architecture.md).
 */
const mostFiles = { kept: 27, rendered: 110, 'hand-off': 70, order: 83, 'staff page': 116 }

let staff: string
const session = new Session()
const requests: { cache?: string }[] = []
const log = pino({ level: 'info' }, { write: line => void requests.push(JSON.parse(line)) })
const app = opened(() => testApp({ pages: true, listens: true, env: consoleOn, log }))
beforeAll(async () => {
  staff = await staffCookieOf(app)
  await app.job('webhook-registration')
  session.connect()
  await session.post('Debugger.enable')
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(async () => {
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/** Our files with a function that was called since this was last asked. */
async function takeFiles(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = await Promise.all(result.map(filesRunIn))
  return new Set(files.flat())
}

const builtProduct = `file://${resolve('build/server')}/`
/** The connector is none of the bundle's: tests hand the product its shop. */
const connector = `${resolve('src/shop/bigcommerce')}/`
const sourcesById = new Map<string, { offset: number; file: string }[]>()

/** Our files of a script, a bundle or one file, of which functions were called. */
async function filesRunIn({ scriptId, url, functions }: Profiler.ScriptCoverage): Promise<string[]> {
  // A module's own function, from its first letter on, is called when it is loaded.
  const starts = functions.flatMap(({ ranges: [range] }) =>
    range && range.count > 0 && range.startOffset > 0 ? [range.startOffset] : [],
  )
  if (starts.length === 0) return []
  if (url.includes(connector)) return [url.slice(url.indexOf('src/shop/'))]
  if (!url.startsWith(builtProduct)) return []
  const sources = sourcesById.get(scriptId) ?? (await readSources(scriptId))
  sourcesById.set(scriptId, sources)
  return starts
    .flatMap(start => sources.findLast(({ offset }) => offset <= start)?.file ?? [])
    .filter(file => /^src\/(?!paraglide\/).*\.tsx?$/.test(file))
}

/** Where the sources begin in a bundle as it was loaded: it names each in a comment before it. */
async function readSources(scriptId: string) {
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
  return [...scriptSource.matchAll(/^\/\/ ([\w./-]+\.\w+)/gm)].map(({ index, 1: file = '' }) => ({
    offset: index,
    file,
  }))
}

/** The files of a flow: the fewest of three times, without those that run while nobody asks for anything. */
async function filesOf(flow: () => Promise<unknown>): Promise<string[]> {
  const runs: Set<string>[] = []
  for (let time = 0; time < 3; time++) {
    await takeFiles()
    const idle = await takeFiles()
    await flow()
    runs.push((await takeFiles()).difference(idle))
  }
  const [fewest = new Set<string>()] = runs.sort((one, other) => one.size - other.size)
  return [...fewest].sort()
}

const open = (path: string, headers = {}) =>
  app.request(path, { headers: { accept: 'text/html', ...headers } }, { process: 'A' })

test('few of our files run in a flow', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry, { quantity: 20, cents: 4000 })
  const path = `/registry/${registry.code}`
  await vi.waitFor(
    async () => {
      await open(path)
      await open(path)
      expect(requests.at(-1)?.cache).toBe('hit')
    },
    { timeout: 60_000 },
  )
  const carts: string[] = []
  const files = {
    kept: await filesOf(() => open(path)),
    rendered: await filesOf(() => open(`${path}?sort=name`)),
    'hand-off': await filesOf(async () => {
      carts.push((await handOff(app, registry, [lineOf(gift, { units: 1 })])).cartId)
    }),
    order: await filesOf(async () => {
      await app.shop.actions.pay(carts.pop() ?? '', { email: 'anna@example.com' })
      await app.deliver()
    }),
    'staff page': await filesOf(() => open(`/staff/registries/${registry.code}`, { cookie: staff })),
  }
  const longer = Object.entries(files).flatMap(([flow, names]) =>
    names.length > mostFiles[flow as keyof typeof mostFiles]
      ? [`${flow}: ${names.length} files: ${names.join(' ')}`]
      : [],
  )
  expect(longer).toEqual([])
})
