import { type RawBuilder, sql } from 'kysely'
import { unpaidGiversSince } from '../checkout/mark.rules.ts'
import { clearGivers } from '../checkout/reservation.sql.ts'
import type { JobContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'

/**
 * Clears name, e-mail and message of up to `max` purchases that came to nothing, and of their hand-offs if nothing of
 * them counts; answers how many.
 */
export async function clearVoidGivers({ db, now }: JobContext, max: number): Promise<number> {
  const before = unpaidGiversSince(now)
  return db.transaction().execute(async tx => {
    const handoffIds = await clearVoidPurchases(tx, before, max)
    await clearGivers(tx, ofNothing(handoffIds, before))
    return handoffIds.length
  })
}

/** Answers the hand-offs of these purchases. */
async function clearVoidPurchases(tx: Db, before: Date, max: number): Promise<number[]> {
  const { rows } = await sql<{ handoff_id: number }>`
    update purchase set giver_name = '', giver_email = null, message = null
    where ctid = any (array(
      select ctid from purchase where state = 'void' and changed_at < ${before}
        and (giver_name <> '' or giver_email is not null or message is not null)
      order by changed_at limit ${max} for update skip locked))
    returning handoff_id`.execute(tx)
  return rows.map(({ handoff_id }) => handoff_id)
}

/** SQL: those of the hand-offs of which nothing counts, and no purchase changed since `before`. */
const ofNothing = (handoffIds: number[], before: Date): RawBuilder<number> => sql`
  select one.id from unnest(${handoffIds}::bigint[]) as one (id)
  where not exists (select from purchase where handoff_id = one.id and (state <> 'void' or changed_at >= ${before}))`
