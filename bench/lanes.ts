import type { BenchApp } from './bench-app.ts'
import { formatMs } from './bench-database.ts'
import { markdownTable, type ReportSection } from './report.ts'

const atOnce = 40
const rounds = 5

/** How long somebody else's page takes while many register at once, and while one host changes much at once (R1201). */
export async function measureLanes({ siteUrl }: BenchApp): Promise<ReportSection> {
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
  const view = async () => {
    const began = performance.now()
    const answer = await fetch(`${siteUrl}/my-registries`, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    return { ms: performance.now() - began, isServed: answer.status === 200 }
  }
  const during = async (work: () => Promise<unknown>) => {
    const views: Awaited<ReturnType<typeof view>>[] = []
    for (let round = 0; round < rounds; round++) {
      let isDone = false
      const all = Promise.all(Array.from({ length: atOnce }, work)).then(() => {
        isDone = true
      })
      do views.push(await view())
      while (!isDone)
      await all
    }
    return views
  }
  const idle = await during(() => new Promise(done => setTimeout(done, 500)))
  const rows = [
    toRow('nothing else', idle),
    toRow(`${atOnce} registrations at once`, await during(register)),
    toRow(`${atOnce} changes by one host at once`, await during(change)),
  ]
  return {
    title: 'A page while others do much at once',
    text: markdownTable(['meanwhile', 'p50, ms', 'p99, ms', 'not served'], rows),
  }
}

let people = 0
const aPerson = () => ({
  name: 'Νίκη',
  surname: 'Δοκιμή',
  email: `lane-${process.pid}-${++people}@example.gr`,
  password: 'μέλι και καρύδια',
  repassword: 'μέλι και καρύδια',
})

function toRow(name: string, views: { ms: number; isServed: boolean }[]): (string | number)[] {
  const times = views.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) =>
    formatMs(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return [name, at(0.5), at(0.99), views.filter(({ isServed }) => !isServed).length]
}
