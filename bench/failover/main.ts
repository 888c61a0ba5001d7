import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { connectClient } from '../../src/server/postgres/database-server.ts'
import { handOffSteadily } from './guests.ts'
import { startTwoProducts } from './two-products.ts'

// node bench/failover/main.ts 'COMMAND': guests hand off carts to two processes with the database of DATABASE_URL
// (several servers, empty), COMMAND ends one of the servers and promotes the other, and then everything is counted.
const { DATABASE_URL: url } = process.env
const [command] = process.argv.slice(2)
if (!url || !command)
  throw new Error('DATABASE_URL names the servers; the argument is the command that ends the first one')
const secondsBefore = 20
const secondsAfter = 40
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

const products = await startTwoProducts(url)
try {
  const guests = handOffSteadily(products, { perSecond: 10, seconds: secondsBefore + secondsAfter })
  await new Promise(resolve => setTimeout(resolve, secondsBefore * 1000))
  const endedAt = Date.now()
  await promisify(exec)(command)
  say(`the command took ${Date.now() - endedAt} ms`)
  const outcomes = await guests
  const attempts = outcomes.flatMap(outcome => outcome.attempts).filter(attempt => attempt.endedAt > endedAt)
  const failed = attempts.filter(({ outcome }) => outcome !== 'done')
  const done = attempts.filter(({ outcome, startedAt }) => outcome === 'done' && startedAt > endedAt)
  const seconds = (moments: number[], pick: (...all: number[]) => number) =>
    ((pick(...moments) - endedAt) / 1000).toFixed(1)
  say(`hand-offs: ${outcomes.length}, of which ${outcomes.filter(one => one.reference).length} were made`)
  say(`refused since the server ended: ${describe(failed)}`)
  const first = seconds(
    done.map(one => one.endedAt),
    Math.min,
  )
  const last = seconds(
    failed.map(one => one.endedAt),
    Math.max,
  )
  say(`seconds after its end: first hand-off that was begun and made ${first}, last refusal ${last}`)
  const tens = new Map<number, number>()
  for (const { outcome, endedAt: moment } of attempts)
    if (outcome === 'done') {
      const ten = Math.floor((moment - endedAt) / 10_000) * 10
      tens.set(ten, (tens.get(ten) ?? 0) + 1)
    }
  say(
    `made in each ten seconds: ${[...tens]
      .sort(([a], [b]) => a - b)
      .map(([from, times]) => `${from} s: ${times}`)
      .join(', ')}`,
  )
  say(JSON.stringify(await count(outcomes)))
} finally {
  await products.close()
}

function describe(failed: { outcome: string }[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of failed) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, times]) => `${times} × ${outcome}`).join(', ')
}

/** What the database that took over, and the store, have of what the guests were answered. */
async function count(outcomes: { key: string; reference: string | undefined }[]) {
  const client = await connectClient(url ?? '')
  const { rows } = await client.query<{
    key: string
    reference: string
    state: string
    cart_id: string | null
  }>(
    'select idempotency_key as key, reference, state, cart_id from handoff where idempotency_key = any($1)',
    [outcomes.map(({ key }) => key)],
  )
  const { rows: units } = await client.query<{ units: number }>(
    `select coalesce(sum(units), 0)::int as units from handoff_line join handoff on handoff.id = handoff_id
     where idempotency_key = any($1) and state = 'open'`,
    [outcomes.map(({ key }) => key)],
  )
  await client.end()
  const answered = outcomes.filter(({ reference }) => reference !== undefined)
  const rowsOf = (wanted: { key: string; reference: string | undefined }) =>
    rows.filter(row => row.key === wanted.key && row.reference === wanted.reference && row.cart_id)
  return {
    answered: answered.length,
    existOnce: answered.filter(one => rowsOf(one).length === 1).length,
    lost: answered.filter(one => rowsOf(one).length === 0).length,
    double: rows.length - new Set(rows.map(({ key }) => key)).size,
    cartsNamedTwice: rows.length - new Set(rows.map(({ cart_id }) => cart_id)).size,
    handOffs: rows.length,
    unitsSetAside: units[0]?.units,
  }
}
