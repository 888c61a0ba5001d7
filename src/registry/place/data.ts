import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'
import { placeIdOf } from './rules.ts'

/** So few that each is found by its id, also where there are some thousand registries. */
const batchSize = 50

/**
 * Looks up the places of registries that were saved before there was a gazetteer, or by a process of a release that has
 * none; may run twice and on many servers. Returns how many it looked up (R238).
 */
export async function lookUpPendingPlaces(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const found = await db.transaction().execute(lookUpBatch)
    if (found === 0) return total
    total += found
  }
}

async function lookUpBatch(tx: Db): Promise<number> {
  const { rows } = await sql<{ id: number; event_place: string }>`
    select id, event_place from registry where event_place is not null and event_place_id is null
    order by id limit ${batchSize} for update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const placeIds = rows.map(({ event_place }) => placeIdOf(event_place) ?? '')
  await sql`update registry set event_place_id = (${placeIds}::text[])[array_position(${ids}::bigint[], id)]
    where id = any(${ids}::bigint[])`.execute(tx)
  return rows.length
}
