import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { createSessionToken } from '../../src/server/context/session.ts'
import { hostileTexts } from '../../test/hostile-input.ts'
import type { BenchApp } from '../bench-app.ts'
import { type BenchRegistry, createBenchRegistry } from '../bench-registries.ts'
import { markdownTable, type ReportSection } from '../report.ts'

/** The most that a process may use (MB), however long it is attacked. */
export const memoryBoundMb = 400
const sampleMs = 5000

/** One kind of load, over and over: each call is one piece of work. */
type Load = (index: number) => Promise<unknown>

/** Resident memory under pictures, cards, pages, searches and hostile bodies at once, and a minute later. */
export async function measureMemory(benchApp: BenchApp, minutes = 10): Promise<ReportSection> {
  const { atRest, most, after } = await loadMemory(benchApp, minutes)
  const rows = [[atRest, most, after].map(megabytes)]
  const text = `${markdownTable(['at rest, MB', 'most, MB', 'a minute later, MB'], rows)}\n\nPhotos of 16 megapixels, share pictures, pages and searches with brotli, and bodies made to take much work, all at once for ${minutes} minutes. Target: at most ${memoryBoundMb} MB.`
  return { title: 'Memory', text }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

export async function loadMemory(benchApp: BenchApp, minutes: number) {
  const atRest = await benchApp.memoryBytes('product')
  const loads = await prepareLoads(benchApp)
  const end = Date.now() + minutes * 60_000
  let most = atRest
  const running = loads.map(async load => {
    for (let index = 0; Date.now() < end; index++) await load(index)
  })
  const sampling = (async () => {
    while (Date.now() < end) {
      await wait(sampleMs)
      most = Math.max(most, await benchApp.memoryBytes('product'))
    }
  })()
  await Promise.all([...running, sampling])
  await wait(60_000)
  return { atRest, most, after: await benchApp.memoryBytes('product') }
}

async function prepareLoads({ siteUrl, db }: BenchApp): Promise<Load[]> {
  const registries: BenchRegistry[] = []
  while (registries.length < 20) registries.push(await createBenchRegistry(db, 30))
  const registryAt = (index: number) => registries[index % registries.length]!
  let sender = 0
  const send = async (path: string, init: RequestInit = {}) => {
    const from = `10.${(++sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`
    const headers = { 'accept-encoding': 'br', 'x-forwarded-for': from, ...init.headers }
    const answer = await fetch(siteUrl + path, { ...init, headers })
    await answer.arrayBuffer()
    return answer.status
  }
  /** Sends what may be refused while all are busy, and nothing else. */
  const sendBusy = async (path: string, init?: RequestInit) => {
    const status = await send(path, init)
    if (![200, 429, 503].includes(status)) throw new Error(`${path} was answered ${status}`)
  }
  const photo = await noisyPhoto()
  const { token, code } = await signInHost(db)
  const upload: Load = async index => {
    await db.query('delete from rate_limit')
    const form = new FormData()
    form.set('id', code)
    // A byte behind the picture makes it another one.
    form.set('picture', new File([photo, String(index)], 'a.jpg', { type: 'image/jpeg' }))
    await sendBusy('/api/registry/update', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
  }
  const drawCard: Load = async index => {
    const { code: shared } = registryAt(index)
    await db.query('update registry set registry_name = $1 where code = $2', [`Γάμος ${index}`, shared])
    await sendBusy(`/share/${shared}/el.jpg`)
  }
  const view: Load = index => send(`/registry/${registryAt(index).code}?lang=el&sort=price&page=${index % 9}`)
  const search: Load = index => send(`/find?lang=el&search=${encodeURIComponent(`μαρία ${index}`)}`)
  const products: Load = index => send(`/api/bigcommerce/products?search=${['a', 'ε', 'set'][index % 3]}`)
  const texts = Object.values(hostileTexts)
  const attack: Load = index => {
    const name = texts[index % texts.length]!(100_000)
    const headers = { 'content-type': 'application/json' }
    return send('/api/register', { method: 'POST', headers, body: JSON.stringify({ name }) })
  }
  return [upload, upload, drawCard, drawCard, view, view, search, products, attack, attack]
}

/** A JPEG of 4000 × 4000 pixels, about as large as an upload may be. */
async function noisyPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 }
  const create = { width: 4000, height: 4000, channels: 3 as const, background: '#a3233a', noise }
  return new Uint8Array(await sharp({ create }).jpeg({ quality: 40 }).toBuffer())
}

/** A host of a registry whose e-mail is confirmed. */
async function signInHost(db: BenchApp['db']): Promise<{ token: string; code: string }> {
  const { token, hash } = createSessionToken()
  const { code } = await createBenchRegistry(db, 1)
  const { rows } = await db.query('select customer_id from registry where code = $1', [code])
  const id = rows[0].customer_id
  await db.query('update customer set confirmed_at = now() where id = $1', [id])
  await db.query(
    `insert into session (token_hash, customer_id, expires_at, proved_at, seen_at)
     values ($1, $2, now() + interval '1 day', now(), now())`,
    [hash, id],
  )
  return { token, code }
}
