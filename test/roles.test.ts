import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demoHost } from '../src/demo/start.ts'
import { quickFolder } from './folders.ts'
import { opened } from './opened.ts'
import { freshDatabase } from './postgres.ts'
import { killSites, startSite } from './site-process.ts'

/** Processes that divide the work, as on several machines. */
const dataDir = fs.mkdtempSync(join(quickFolder(), 'doron-roles-'))
const database = opened(() => freshDatabase())
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await killSites()
  await client.end()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const startAs = (ROLE: string) =>
  startSite({ env: { ROLE, DATABASE_URL: database.url, DATA_DIR: dataDir, DRAIN_SECONDS: '0' } })

const statusOf = async (url: string) => (await fetch(url)).status

async function readOne<T>(sql: string): Promise<T> {
  const { rows } = await client.query<{ value: T }>(sql)
  return rows[0]?.value as T
}

const waitingLetters = () =>
  readOne<number>(`select count(*)::int as value from outbox where state = 'waiting'`)

test('a web process serves pages and does no jobs, a worker the other way round; both say which commit they are', async () => {
  const web = await startAs('web')
  expect(await statusOf(`${web.url}/?lang=en`)).toBe(200)
  const registry = await readOne<string>(
    `select code as value from registry where privacy = 'public' limit 1`,
  )
  expect(await statusOf(`${web.url}/registry/${registry}?lang=en`)).toBe(200)
  const { status } = await fetch(`${web.url}/api/password-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoHost.email }),
  })
  expect(status).toBe(200)
  // The queue is made by the first process that does jobs, before it says that it is open.
  expect(await readOne(`select to_regnamespace('job')::text as value`)).toBeNull()
  expect(await readOne(`select count(*)::int as value from job_run`)).toBe(0)
  expect(await waitingLetters()).toBeGreaterThan(0)

  const worker = await startAs('worker')
  await vi.waitUntil(async () => (await waitingLetters()) === 0, { timeout: 60_000, interval: 50 })
  const runs = () => readOne<number>(`select count(*)::int as value from job_run where name = 'emails'`)
  await vi.waitUntil(async () => (await runs()) === 1, { timeout: 60_000, interval: 50 })
  for (const path of ['/healthz', '/readyz']) expect(await statusOf(`${worker.url}${path}`)).toBe(200)
  for (const path of ['/', '/api/openapi.json', '/shop', '/assets/x.js', '/sitemap.xml'])
    expect([path, await statusOf(`${worker.url}${path}`)]).toEqual([path, 404])

  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }
  const { commit } = JSON.parse(fs.readFileSync('build/release.json', 'utf8')) as { commit: string }
  for (const site of [web, worker]) {
    for (const path of ['/healthz', '/readyz'])
      expect(await (await fetch(`${site.url}${path}`)).json()).toMatchObject({ version, commit })
    expect(site.output()).toContain(`"version":"${version}","commit":"${commit}"`)
    expect(site.output()).toContain(`Doron ${version} (${commit.slice(0, 12)}`)
  }

  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0])
  expect(web.output()).not.toContain('"job"')
  expect(await readOne(`select sum(count)::int as value from registry_view_day`)).toBe(1)
})
