import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

export async function findSharePicture(db: Db, key: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('share_picture').select('jpeg').where('key', '=', key).executeTakeFirst()
  return row?.jpeg
}

/** Stores a picture; of one registry only the newest four stay, so that renaming it again and again fills no disk. */
export async function saveSharePicture(
  db: Db,
  key: string,
  jpeg: Buffer,
  registryId: number | null,
): Promise<void> {
  await db
    .insertInto('share_picture')
    .values({ key, jpeg, registry_id: registryId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  if (registryId === null) return
  await sql`
    delete from share_picture where registry_id = ${registryId} and key not in (
      select key from share_picture where registry_id = ${registryId}
      order by created_at desc limit ${maxPicturesPerRegistry})`.execute(db)
}

/** Two languages, before and after a change. */
const maxPicturesPerRegistry = 4

const maxAgeMs = 28 * 86_400_000

/** Deletes pictures after four weeks, so that hosts' photos are not kept; one still in use is drawn again. */
export async function deleteOldSharePictures(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - maxAgeMs)
  const { numAffectedRows } = await sql`
    delete from share_picture where ctid = any (array(
      select ctid from share_picture where created_at < ${before} limit ${max} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows)
}
