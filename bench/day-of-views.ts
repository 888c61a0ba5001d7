import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { BenchApp } from './bench-app.ts'
import { type BenchRegistry, createBenchRegistry } from './bench-registries.ts'
import { markdownTable, type ReportSection } from './report.ts'

const views = 10_000
const registryCount = 200
const changes = 20
/** So many requests are under way at once. */
const concurrency = 8
const sitePages = ['/', '/wedding', '/baptism', '/find-registry', '/categories', '/faq', '/how-it-works']

/** Who looks: how many of a hundred, and the cookies that each brings beside the language's. */
interface VisitorKind {
  name: string
  share: number
  cookies: string
  /** Looks only at a registry of their own. */
  isHost?: true
}

/** The views of a real day: how many of them are answered with kept bytes (R812, R813). */
export async function measureDayOfViews({ db, siteUrl, metricsUrl }: BenchApp): Promise<ReportSection> {
  const registries: BenchRegistry[] = []
  for (let number = 0; number < registryCount; number++) registries.push(await createBenchRegistry(db, 12))
  const kinds = await listVisitorKinds(db)
  const next = createRandom()
  const before = await countPages(metricsUrl)
  let asked = 0
  const askInTurn = async () => {
    while (asked < views) {
      asked++
      if (asked % (views / changes) === 0) await changeRegistry(db, pick(registries, next()))
      const kind = kindAt(kinds, next() * 100)
      const isRegistry = kind.isHost || next() < 0.6
      const page = isRegistry ? `/registry/${pick(registries, next()).code}` : pick(sitePages, next())
      await view(siteUrl + page, `I18N_LANGUAGE=${next() < 0.5 ? 'el' : 'en'}; ${kind.cookies}`, next)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, askInTurn))
  const after = await countPages(metricsUrl)
  const kept = after.hit - before.hit
  const rendered = after.miss - before.miss
  const share = (count: number) => `${((100 * count) / views).toFixed(1)} %`
  const rows = [
    ['kept', kept, share(kept)],
    ['rendered, and kept from then on', rendered, share(rendered)],
    ['rendered for one', views - kept - rendered, share(views - kept - rendered)],
  ]
  const text = `${markdownTable(['', 'views', 'of all'], rows)}\n\n${target}`
  return { title: 'The views of a day', text, ratios: { 'kept of all': kept / views } }
}

const target =
  `${views.toLocaleString('en')} views: 40 % first visits, 30 % with cookies of others, 15 % with a cart, 10 % signed in, 5 % hosts; ` +
  `60 % of them over ${registryCount} registries, in two languages; ${changes} changes. Target: at least 90 % kept.`

async function listVisitorKinds(db: Pool): Promise<VisitorKind[]> {
  const foreign = '_ga=GA1.1.1; __cf_bm=abc; OptanonConsent=yes'
  const host = await signIn(db, 'select id, name from customer order by id limit 1')
  const guest = await signIn(
    db,
    `insert into customer (email, email_key, name, surname, password_hash, language, confirmed_at)
     values ('guest@bench.example', 'guest@bench.example', 'Ρένα', 'Δοκιμή', '', 'el', now()) returning id, name`,
  )
  return [
    { name: 'first visits', share: 40, cookies: '' },
    { name: 'returning', share: 30, cookies: foreign },
    { name: 'with a cart', share: 15, cookies: `${foreign}; giver_device=x; device=y` },
    { name: 'signed in', share: 10, cookies: guest },
    { name: 'hosts', share: 5, cookies: host, isHost: true },
  ]
}

/** The cookies of a new session of the customer that a query answers. */
async function signIn(db: Pool, query: string): Promise<string> {
  const { rows } = await db.query<{ id: number; name: string }>(query)
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into session (token_hash, customer_id, expires_at, proved_at, seen_at)
     values ($1, $2, now() + interval '1 day', now(), now())`,
    [createHash('sha256').update(token).digest(), rows[0]?.id],
  )
  return `customerToken=${token}; customerName=${encodeURIComponent(rows[0]?.name ?? '')}`
}

async function view(url: string, cookie: string, next: () => number): Promise<void> {
  const byte = () => Math.floor(next() * 250) + 1
  const from = `10.${byte()}.${byte()}.${byte()}`
  const answer = await fetch(url, {
    headers: { cookie, 'accept-encoding': 'br', 'x-forwarded-for': from },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
}

/** As a change by its host does it. */
async function changeRegistry(db: Pool, { id }: BenchRegistry): Promise<void> {
  await db.query('update registry set version = version + 1 where id = $1', [id])
  await db.query("select pg_notify('doron_registry', $1)", [String(id)])
}

/** How many pages were kept and how many rendered to be kept, by the product's own metrics. */
async function countPages(metricsUrl: string): Promise<{ hit: number; miss: number }> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  const count = (cache: string) => {
    const line = text.split('\n').find(one => one.startsWith(`doron_kept_pages_total{cache="${cache}"}`))
    return Number(line?.split(' ')[1] ?? 0)
  }
  return { hit: count('hit'), miss: count('miss') }
}

function kindAt(kinds: VisitorKind[], percent: number): VisitorKind {
  let sum = 0
  const kind = kinds.find(({ share }) => {
    sum += share
    return percent < sum
  })
  if (!kind) throw new Error('the shares of visitors are not a hundred')
  return kind
}

function pick<T>(items: T[], random: number): T {
  return items[Math.floor(random * items.length)] as T
}

/** The same numbers between 0 and 1 in each run (a linear congruential generator). */
function createRandom(): () => number {
  let state = 20261123
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
