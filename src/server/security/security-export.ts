import { sql } from 'kysely'
import type { Db } from '../postgres/tables.ts'

const pageSize = 1000

/** An event as it is exported: ids and keyed digests, in JSON. */
export interface ExportedEvent {
  kind: string
  first_at: string
  last_at: string
  count: number
  customer?: number
  registry?: number
  network?: string
  about?: string
  cents?: number
}

/** The security log from that moment on, the oldest first (R942); read in pages, so that it may be long. */
export async function* exportSecurityLog(db: Db, since: Date): AsyncGenerator<ExportedEvent> {
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
