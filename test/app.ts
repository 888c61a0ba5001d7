import { pino } from 'pino'
import { type AppParts, createApp } from '../src/app.ts'
import { readConfig } from '../src/server/config.ts'
import { createDb, createPool } from '../src/server/postgres/database.ts'
import type { Shop } from '../src/shop/port.ts'
import { freshDatabase, patience } from './postgres.ts'

const settings = {
  SITE_URL: 'http://registry.example',
  SECRET: 'a secret of the tests, long enough to be one',
  LOG_LEVEL: 'silent',
}

/** For what never speaks to the shop: every use of it fails by name, but that signing in finds no customer there. */
const noShop = new Proxy({} as Shop, {
  get(_, name) {
    if (name === 'checkCustomerPassword') return async () => null
    throw new Error(`the shop was asked for ${String(name)}`)
  },
})

/**
 * The app on a fresh database without a shop; `env` overrides settings. Its clock stands at the opening, so that a
 * limit's window ends in no test's midst, unless `parts.now` says otherwise. Close it at the end.
 */
export async function openApp(env: Record<string, string> = {}, parts: Partial<AppParts> = {}) {
  const fresh = await freshDatabase()
  const pool = createPool(fresh.url, 4, patience)
  const db = createDb(pool)
  const config = readConfig({ ...settings, ...env })
  const opened = new Date()
  const create = parts.withPages ? await builtApp() : createApp
  const { app, jobs, ...product } = await create({
    config,
    db,
    shop: noShop,
    log: pino({ enabled: false }),
    now: () => opened,
    ...parts,
  })

  /** A call as a program makes it: JSON, or form-encoded when it is given as such, from some network address. */
  async function post(path: string, body: object | URLSearchParams | FormData, more: Sender = {}) {
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    const headers = new Headers(more.headers)
    if (!isForm) headers.set('content-type', 'application/json')
    if (more.token) headers.set('authorization', `Bearer ${more.token}`)
    const init = { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) }
    return answerOf(await app.request(`/api${path}`, init, connection(more.from)))
  }

  async function get(path: string, more: Sender = {}) {
    const headers = new Headers(more.headers)
    if (more.token) headers.set('authorization', `Bearer ${more.token}`)
    return answerOf(await app.request(`/api${path}`, { headers }, connection(more.from)))
  }

  /** Tries every letter once, into the mailbox of the database. */
  async function sendLetters() {
    const isUntried = () =>
      db.selectFrom('outbox').select('id').where('attempts', '=', 0).limit(1).executeTakeFirst()
    while (await isUntried()) await jobs.find(job => job.name === 'letters')?.work()
  }

  async function close() {
    await product.close()
    await db.destroy()
    await fresh.drop()
  }
  return { app, db, config, post, get, sendLetters, close }
}

/** Pages exist in the built bundle only; `node run.mjs build` makes it. */
async function builtApp(): Promise<typeof createApp> {
  const bundle = new URL('../build/server/index.js', import.meta.url)
  const built = (await import(bundle.href)) as { createApp: typeof createApp }
  return built.createApp
}

interface Sender {
  headers?: Record<string, string>
  token?: string
  /** Network address of the socket. */
  from?: string
}

/** What @hono/node-server hands in beside the request. */
function connection(from = '192.0.2.1') {
  return { incoming: { socket: { remoteAddress: from } } }
}

export interface Answer {
  success: boolean
  message: string
  data: Record<string, unknown> & { code?: string; error?: string; keys?: Record<string, string> }
}

async function answerOf(response: Response) {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
}
