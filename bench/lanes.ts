import type { BenchApp } from './bench-app.ts'
import { formatMs } from './bench-database.ts'
import { markdownTable, type ReportSection } from './report.ts'

const atOnce = 40
/** So many that one of a hundred is more than one. */
const minViews = 300

/**
 * How long somebody else's page takes while many register at once, and while one host changes much at once (R1201),
 * beside a bare server that answers the same bytes in turn with it.
 */
export async function measureLanes({ siteUrl, bareUrl, setBarePage }: BenchApp): Promise<ReportSection> {
  let sender = 0
  const post = async (path: string, body: object, token?: string) => {
    const from = `10.8.${++sender >> 8}.${sender & 255}`
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const answer = await fetch(`${siteUrl}/api${path}`, {
      method: 'POST',
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { data: { token?: string } }
  }
  const register = () => post('/register', aPerson())
  const { token } = (await register()).data
  const { token: greedy } = (await register()).data
  const change = () => post('/me/update', { name: 'Νίκη', surname: 'Δοκιμή', language: 'el' }, greedy)
  const open = (url: string) =>
    fetch(url, { headers: { cookie: `customerToken=${token}` }, redirect: 'manual' })
  const page = await open(`${siteUrl}/my-registries`)
  await setBarePage({
    bytes: Buffer.from(await page.arrayBuffer()),
    headers: { 'content-type': 'text/html' },
  })
  const view = async (url: string): Promise<View> => {
    const began = performance.now()
    const answer = await open(url)
    await answer.arrayBuffer()
    return { ms: performance.now() - began, isServed: answer.status === 200 }
  }
  const during = async (name: string, work: () => Promise<unknown>) => {
    const [product, bare]: [View[], View[]] = [[], []]
    while (product.length < minViews) {
      let isDone = false
      const all = Promise.all(Array.from({ length: atOnce }, work)).then(() => {
        isDone = true
      })
      do {
        product.push(await view(`${siteUrl}/my-registries`))
        bare.push(await view(`${bareUrl}/bytes`))
      } while (!isDone)
      await all
    }
    return [name, product.length, ...timesOf(product), ...timesOf(bare), countRefused(product)]
  }
  const rows = [
    await during('nothing else', () => new Promise(done => setTimeout(done, 500))),
    await during(`${atOnce} registrations at once`, register),
    await during(`${atOnce} changes by one host at once`, change),
  ]
  const heading = ['meanwhile', 'views', 'p50, ms', 'p99, ms', 'bare p50, ms', 'bare p99, ms', 'not served']
  return { title: 'A page while others do much at once', text: markdownTable(heading, rows) }
}

interface View {
  ms: number
  isServed: boolean
}

let people = 0
const aPerson = () => ({
  name: 'Νίκη',
  surname: 'Δοκιμή',
  email: `lane-${process.pid}-${++people}@example.gr`,
  password: 'μέλι και καρύδια',
  repassword: 'μέλι και καρύδια',
})

function timesOf(views: View[]): string[] {
  const times = views.map(({ ms }) => ms).sort((one, other) => one - other)
  return [0.5, 0.99].map(share =>
    formatMs(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0),
  )
}

const countRefused = (views: View[]) => views.filter(({ isServed }) => !isServed).length
