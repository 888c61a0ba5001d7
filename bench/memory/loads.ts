import type pg from 'pg'
import sharp from 'sharp'
import { createSessionToken } from '../../src/server/context/session.ts'
import { hostileRequests, hostileTexts } from '../../test/hostile-input.ts'
import { type BenchRegistry, createBenchRegistry } from '../bench-registries.ts'

/** A running product, and its database. */
export interface LoadedSite {
  siteUrl: string
  db: pg.Pool
}

/** One kind of load, over and over: each call is one piece of work. */
type Load = (index: number) => Promise<unknown>
type Send = (path: string, init?: RequestInit) => Promise<number>

/** Characters of a hostile body; with two bytes for a letter just below the limit of 1 MB. */
const hostileSize = 400_000

/** Photos, share pictures, pages, searches and hostile bodies; all are to run at once. */
export async function prepareLoads({ siteUrl, db }: LoadedSite): Promise<Load[]> {
  const registries: BenchRegistry[] = []
  while (registries.length < 20) registries.push(await createBenchRegistry(db, 30))
  const registryAt = (index: number) => registries[index % registries.length]!
  const send = createSender(siteUrl)
  const upload = await prepareUploads(db, send)
  const drawCard: Load = async index => {
    const { code: shared } = registryAt(index)
    await db.query('update registry set registry_name = $1 where code = $2', [`Γάμος ${index}`, shared])
    await expectAnswered(send(`/share/${shared}/el.jpg`))
  }
  const view: Load = index => send(`/registry/${registryAt(index).code}?lang=el&sort=price&page=${index % 9}`)
  const search: Load = index => send(`/find?lang=el&search=${encodeURIComponent(`μαρία ${index}`)}`)
  const products: Load = index => send(`/api/bigcommerce/products?search=${['a', 'ε', 'set'][index % 3]}`)
  return [upload, upload, upload, drawCard, drawCard, view, view, search, products, ...prepareAttacks(send)]
}

/** Sends each request from an address of its own, because of the rate limits. */
function createSender(siteUrl: string): Send {
  let sender = 0
  return async (path, init = {}) => {
    const from = `10.${(++sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`
    const headers = { 'accept-encoding': 'br', 'x-forwarded-for': from, ...init.headers }
    const ask = () => fetch(siteUrl + path, { ...init, headers })
    try {
      // The site may just have closed the connection that was kept.
      const answer = await (init.body === undefined ? ask().catch(ask) : ask())
      await answer.arrayBuffer()
      return answer.status
    } catch (error) {
      // A body that is too large is refused, and the connection closed, before all of it was sent.
      if (init.body === undefined) throw error
      return 413
    }
  }
}

/** Throws for an answer other than the wanted one, or the refusal of a site that is busy. */
async function expectAnswered(answer: Promise<number>): Promise<void> {
  const status = await answer
  if (![200, 429, 503].includes(status)) throw new Error(`the site answered ${status}`)
}

/** A text or a body that takes much work, each after the other. */
function prepareAttacks(send: Send): Load[] {
  const texts = Object.values(hostileTexts)
  const bodies = Object.values(hostileRequests)
  const json = { 'content-type': 'application/json' }
  const sendText: Load = index => {
    const name = texts[index % texts.length]!(hostileSize / 2)
    return send('/api/register', { method: 'POST', headers: json, body: JSON.stringify({ name }) })
  }
  const sendBody: Load = index => send('/api/register', bodies[index % bodies.length]!(hostileSize))
  return [sendText, sendBody]
}

/** Photos of a host, as JPEG that is read in one go or in several, and as PNG. */
async function prepareUploads(db: pg.Pool, send: Send): Promise<Load> {
  const photos = await Promise.all([
    drawPhoto({ noise: 12 }).jpeg({ quality: 40 }).toBuffer(),
    drawPhoto({ noise: 12 }).jpeg({ quality: 40, progressive: true }).toBuffer(),
    drawPhoto({ noise: 0 }).png().toBuffer(),
  ])
  const { token, code } = await signInHost(db)
  return async index => {
    await db.query('delete from rate_limit')
    const form = new FormData()
    form.set('id', code)
    // A byte behind the picture makes it another one.
    const bytes = new Uint8Array(photos[index % photos.length]!)
    form.set('picture', new File([bytes, String(index)], 'a', { type: 'image/jpeg' }))
    const headers = { authorization: `Bearer ${token}` }
    await expectAnswered(send('/api/registry/update', { method: 'POST', headers, body: form }))
  }
}

/** 4900 × 5000 pixels: as large as an upload may be. */
function drawPhoto({ noise: sigma }: { noise: number }) {
  const noise = sigma > 0 ? { noise: { type: 'gaussian' as const, mean: 128, sigma } } : {}
  return sharp({ create: { width: 4900, height: 5000, channels: 3, background: '#a3233a', ...noise } })
}

/** A host of a registry whose e-mail is confirmed. */
async function signInHost(db: pg.Pool): Promise<{ token: string; code: string }> {
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
