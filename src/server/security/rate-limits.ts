import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { tooManyRequests } from '../../base/app-error.ts'
import { widerNetworksOf } from '../../base/networks.ts'
import { askPrepared } from '../postgres/prepared.ts'
import type { Db } from '../postgres/tables.ts'
import { knownFactor } from './request-points.ts'

/**
 * Counts an attempt under a key in a fixed window shared by all processes.
 * Throws `refused_often` 429 beyond `max` attempts in `seconds`, with the seconds until the window ends. `onReached` is
 * called by the first attempt beyond. `amount` is what the attempt counts: 1, or what it uses up.
 */
export async function countAttempt(
  db: Db,
  now: Date,
  key: string,
  max: number,
  seconds: number,
  onReached: () => Promise<void> = async () => {},
  amount = 1,
): Promise<void> {
  const window = windowOf(now, seconds)
  const addToCount = sql<{ count: number }>`
    insert into rate_limit (key, window_start, count) values (${digestKey(key)}, ${window}, ${amount})
    on conflict (key, window_start) do update set count = rate_limit.count + excluded.count
    returning count`
  const [counted] = await askPrepared(db, addToCount)
  const count = counted?.count ?? 0
  if (count <= max) return
  if (count - amount <= max) await onReached()
  throw tooManyRequests('refused_often', new Date(window.getTime() + seconds * 1000), now)
}

/** Takes back one attempt that should not count. */
export async function refundAttempt(db: Db, now: Date, key: string, seconds: number): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set(row => ({ count: row('count', '-', 1) }))
    .where('key', '=', digestKey(key))
    .where('window_start', '=', windowOf(now, seconds))
    .execute()
}

/**
 * A customer of a provider may have 56 or 48 bits of IPv6, which are 256 or 65,536 networks: together they get this many
 * times as much.
 */
const widerFactors = [2, 4] as const

/**
 * Under which keys an attempt counts: its own, and, where that names an IPv6 network, also those of the wider ones.
 * Limits by the address alone are counted apart and looser for known visitors (R1207), except those of the console.
 */
export function limitKeys(
  asked: string,
  most: number,
  address: string,
  isKnown = false,
): { key: string; max: number }[] {
  const isLooser = isKnown && asked.endsWith(address) && !asked.startsWith('staff')
  const [key, max] = isLooser ? [`known ${asked}`, most * knownFactor] : [asked, most]
  const wider = key.includes(address) ? widerNetworksOf(address) : []
  return [
    { key, max },
    ...wider.map((network, index) => ({
      key: key.replace(address, network),
      max: max * (widerFactors[index] ?? 1),
    })),
  ]
}

function windowOf(now: Date, seconds: number): Date {
  return new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000)
}

/** Keys contain e-mail and network addresses, so only their digest is stored. */
function digestKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
