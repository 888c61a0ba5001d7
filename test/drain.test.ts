import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { quickFolder } from './folders.ts'
import { findFreePort } from './free-port.ts'
import { opened } from './opened.ts'
import { freshDatabase } from './postgres.ts'

/** The program as `npm start` runs it, on a database that outlives it. */
const dataDir = fs.mkdtempSync(join(quickFolder(), 'doron-drain-'))
const database = opened(() => freshDatabase())
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

interface Running {
  url: string
  kill(signal: NodeJS.Signals): void
  ended: Promise<number | null>
}

async function start(env: Record<string, string>, command = process.execPath, args = ['run.mjs', 'start']) {
  const port = env.PORT ?? (await findFreePort())
  const settings = { PORT: String(port), DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const child = spawn(command, args, { env: { ...process.env, ...settings, ...env }, detached: true })
  const ended = new Promise<number | null>(done => child.once('exit', code => done(code)))
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', text => String(text).includes('is open at') && done())
    ended.then(() => fail(new Error('it ended')))
  })
  return { url: `http://127.0.0.1:${port}`, kill: signal => child.kill(signal), ended } satisfies Running
}

const statusOf = (url: string) =>
  fetch(url).then(
    async answer => {
      await answer.arrayBuffer()
      return `${answer.status} ${answer.headers.get('connection')}`
    },
    () => 'closed',
  )

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(50)
}

test('asked to stop, it says that it is not ready, serves on, and ends; asked twice, it does so once', async () => {
  const site = await start({ DRAIN_SECONDS: '3' })
  expect(await statusOf(`${site.url}/readyz`)).toBe('200 keep-alive')
  site.kill('SIGTERM')
  await until(async () => (await statusOf(`${site.url}/readyz`)) === '503 close')
  site.kill('SIGTERM')
  expect(await statusOf(`${site.url}/?lang=en`)).toBe('200 close')
  expect(await site.ended).toBe(0)
  expect(await statusOf(`${site.url}/readyz`)).toBe('closed')
})

test('when npm itself is asked to stop, nothing is left running', async () => {
  const site = await start({ DRAIN_SECONDS: '0' }, 'npm', ['start'])
  site.kill('SIGTERM')
  await site.ended
  await until(async () => (await statusOf(`${site.url}/healthz`)) === 'closed')
})

const processes = 3

/** Sends each request to the next process that is ready, looked at every 200 ms as a balancer does; never tries again. */
async function startBalancer(urls: string[]) {
  const ready = new Set(urls)
  const looking = setInterval(() => {
    for (const url of urls)
      fetch(`${url}/readyz`).then(
        answer => (answer.ok ? ready.add(url) : ready.delete(url)),
        () => ready.delete(url),
      )
  }, 200)
  let turn = 0
  const send = async (path: string, init: RequestInit) => {
    const all = [...ready]
    const answer = await fetch(`${all[turn++ % all.length]}${path}`, init)
    await answer.arrayBuffer()
    return answer.status
  }
  const isReady = (url: string) => ready.has(url)
  return { send, isReady, stop: () => clearInterval(looking) }
}

/** A public registry of the demonstration, and a product of it that the shop sells one by one. */
async function findDemoGift(): Promise<{ code: string; product_id: number }> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ code: string; product_id: number }>(
    `select code, product_id from gift join registry on registry.id = registry_id
     where privacy = 'public' and not is_group and quantity > 1 and gift.removed_at is null
       and not exists (select from product where product.id = gift.product_id and min_quantity > 1) limit 1`,
  )
  await client.end()
  return rows[0] as { code: string; product_id: number }
}

test.runIf(process.env.TEST_FULL)(
  'replacing three processes one after the other fails no request of guests and none of their hand-offs',
  async () => {
    const settings = { DRAIN_SECONDS: '2', TRUST_PROXY: 'true', DEMO_ON_PURPOSE: 'true', ROLE: 'web' }
    const sites: Running[] = []
    while (sites.length < processes) sites.push(await start(settings))
    const gift = await findDemoGift()
    const balancer = await startBalancer(sites.map(({ url }) => url))
    const statuses: Promise<number>[] = []
    let count = 0
    const load = setInterval(() => {
      const from = { 'x-forwarded-for': `10.1.${count >> 8}.${count & 255}` }
      const body = JSON.stringify({
        registry_id: gift.code,
        line_items: [{ product_id: gift.product_id, quantity: 1 }],
      })
      const isHandOff = count++ % 10 === 0
      statuses.push(
        (isHandOff
          ? balancer.send('/api/cart/create', {
              method: 'POST',
              headers: { ...from, 'content-type': 'application/json' },
              body,
            })
          : balancer.send(`/registry/${gift.code}?lang=el`, { headers: from })
        ).catch(() => 0),
      )
    }, 50)
    for (const site of sites) {
      const port = new URL(site.url).port
      site.kill('SIGTERM')
      expect(await site.ended).toBe(0)
      sites[sites.indexOf(site)] = await start({ ...settings, PORT: port })
      await until(async () => balancer.isReady(site.url))
    }
    clearInterval(load)
    balancer.stop()
    const seen = new Set(await Promise.all(statuses))
    for (const site of sites) site.kill('SIGTERM')
    await Promise.all(sites.map(({ ended }) => ended))
    // Once its units are set aside, the gift is refused with 409: that is an answer too.
    expect([...seen].filter(status => ![200, 409].includes(status))).toEqual([])
    expect(statuses.length).toBeGreaterThan(200)
  },
)
