import type { Socket } from 'node:net'
import type pg from 'pg'

/** One transaction as the wire saw it: how each trip to the database began. */
export type Transaction = string[]

/** Records the round trips of every transaction on the pools it watches, by the bytes that leave and arrive. */
export function watchRoundTrips() {
  const done: Transaction[] = []
  return {
    watch(pool: pg.Pool): void {
      pool.on('connect', client => record(client as pg.PoolClient & { connection: { stream: Socket } }, done))
    },
    /** Those that ended since this was last asked, and sent that text. */
    take: (text: string): Transaction[] =>
      done
        .splice(0)
        .filter(trips => trips.some(sent => sent.includes(text)))
        .map(trips => trips.map(sent => sent.replace(/\W+/g, ' ').slice(0, 100))),
  }
}

function record({ connection: { stream } }: { connection: { stream: Socket } }, done: Transaction[]): void {
  let trips: Transaction | null = null
  let isAnswered = true
  stream.on('data', () => {
    isAnswered = true
  })
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  const watched = (chunk: unknown, ...rest: unknown[]) => {
    const sent = String(chunk)
    if (/^Q....begin/s.test(sent)) trips = []
    if (trips) {
      if (isAnswered || trips.length === 0) trips.push('')
      trips.push(trips.pop() + sent)
      if (/^Q....(commit|rollback)/s.test(sent)) {
        done.push(trips)
        trips = null
      }
    }
    isAnswered = false
    return write(chunk, ...rest)
  }
  Object.assign(stream, { write: watched })
}
