import { sql } from 'kysely'
import type { Logger } from 'pino'
import { hourMs } from '../../base/durations.ts'
import { type RevokedRight, recordRevokedRight, revocationMessage } from '../backup/erasure-log.ts'
import type { Config } from '../config.ts'
import {
  floodKinds,
  isRevoking,
  type SecurityEvent,
  type SecurityEventKind,
} from '../context/security-event.ts'
import { keyedDigest } from '../context/signing.ts'
import type { Db } from '../postgres/tables.ts'

/** Where an event comes from; jobs have no address and no customer. */
interface SecurityEventSource {
  db: Db
  config: Config
  log: Logger
  now: Date
  address?: string
  customerId?: number
}

const minuteMs = 60_000

/** How many rows of one kind a process adds in an hour at most; what is beyond is counted in one row without ids. */
const rowsPerHour = { flood: 1000, account: 20_000 }
const digestBytes = 12

type Row = Required<Pick<SecurityEvent, 'kind'>> & {
  customer_id: number | null
  registry_id: number | null
  network: Buffer | null
  about: string | null
}

/**
 * Adds an event to the security log (R942): to the table, and a line to the log. The same within a minute (within an
 * hour where anybody can cause it) is counted in one row, and logged at 1, 10, 100 … of them. Throws only within a
 * transaction.
 */
export async function recordSecurityEvent(
  source: SecurityEventSource,
  event: SecurityEvent,
  tx?: Db,
): Promise<void> {
  if (tx) return insertEvent(tx, source, event)
  try {
    await insertEvent(source.db, source, event)
  } catch (error) {
    source.log.warn({ kind: event.kind, error: String(error).slice(0, 200) }, 'security event not stored')
  }
}

async function insertEvent(db: Db, source: SecurityEventSource, event: SecurityEvent): Promise<void> {
  const { now } = source
  const windowMs = isFlood(event.kind) ? hourMs : minuteMs
  const window = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const row = admit(source.db, window, {
    kind: event.kind,
    customer_id: event.customerId === undefined ? (source.customerId ?? null) : event.customerId,
    registry_id: event.registryId ?? null,
    network: networkDigest(source),
    about: event.about ?? null,
  })
  const { kind, customer_id, registry_id, network, about } = row
  if (isRevoking(event)) recordRevocation(formatRow({ ...row, network: null }), source)
  const cents = event.cents ?? 0
  const { rows } = await sql<{ count: number }>`
    insert into security_event
      (kind, window_start, customer_id, registry_id, network, about, cents, first_at, last_at)
    values (${kind}, ${window}, ${customer_id}, ${registry_id}, ${network}, ${about}, ${cents}, ${now}, ${now})
    on conflict (kind, window_start, customer_id, registry_id, network, about) do update set
      count = security_event.count + 1, cents = security_event.cents + excluded.cents, last_at = excluded.last_at
    returning count`.execute(db)
  const count = rows[0]?.count ?? 1
  if (isPowerOfTen(count)) source.log.info({ security: formatRow(row), cents, count }, 'security event')
}

function isFlood(kind: SecurityEventKind): boolean {
  return (floodKinds as readonly string[]).includes(kind)
}

function networkDigest({ address, config }: SecurityEventSource): Buffer | null {
  if (address === undefined || address === 'unknown') return null
  return keyedDigest('network address', address, config).subarray(0, digestBytes)
}

/** The rows that a process has added in this hour, by kind. */
const added = new WeakMap<Db, { hour: number; keys: Map<SecurityEventKind, Set<string>> }>()

/** The row as it is; beyond the kind's share of the hour a row without ids, so that the table stays bounded. */
function admit(db: Db, window: Date, row: Row): Row {
  const hour = Math.floor(window.getTime() / hourMs)
  const known = added.get(db)
  const current = known?.hour === hour ? known : { hour, keys: new Map<SecurityEventKind, Set<string>>() }
  added.set(db, current)
  const keys = current.keys.get(row.kind) ?? new Set<string>()
  current.keys.set(row.kind, keys)
  const key = `${window.getTime()} ${JSON.stringify(formatRow(row))}`
  if (keys.has(key)) return row
  if (keys.size >= rowsPerHour[isFlood(row.kind) ? 'flood' : 'account'])
    return { kind: row.kind, customer_id: null, registry_id: null, network: null, about: 'many' }
  keys.add(key)
  return row
}

function formatRow({ kind, customer_id, registry_id, network, about }: Row) {
  return {
    kind,
    ...(customer_id !== null && { customer: customer_id }),
    ...(registry_id !== null && { registry: registry_id }),
    ...(network && { network: network.toString('base64url') }),
    ...(about !== null && { about }),
  }
}

/** Adds a line to the list that is kept apart from the database, before the transaction commits (R1261). */
export function recordRevocation(
  right: Omit<RevokedRight, 'at'>,
  { config, log, now }: Pick<SecurityEventSource, 'config' | 'log' | 'now'>,
): void {
  const line = { at: now.toISOString(), ...right }
  log.info(line, revocationMessage)
  recordRevokedRight(config.ERASURE_LOG, line)
}

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count))
}

const pageSize = 1000

/**
 * The security log from that moment on, the oldest first (R942): ids and keyed digests, in JSON; read in pages, so that it
 * may be long.
 */
export async function* exportSecurityLog(db: Db, since: Date) {
  let last = { window_start: since, id: 0 }
  for (;;) {
    const rows = await db
      .selectFrom('security_event')
      .selectAll()
      .where(sql<boolean>`(window_start, id) > (${last.window_start}, ${last.id})`)
      .orderBy('window_start')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const row of rows)
      yield {
        kind: row.kind,
        first_at: row.first_at.toISOString(),
        last_at: row.last_at.toISOString(),
        count: row.count,
        ...(row.customer_id !== null && { customer: row.customer_id }),
        ...(row.registry_id !== null && { registry: row.registry_id }),
        ...(row.network && { network: row.network.toString('base64url') }),
        ...(row.about !== null && { about: row.about }),
        ...(row.cents > 0 && { cents: row.cents }),
      }
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end
  }
}
