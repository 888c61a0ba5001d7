import type { Db } from '../../server/postgres/tables.ts'

export async function findSharePicture(db: Db, key: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('share_picture').select('jpeg').where('key', '=', key).executeTakeFirst()
  return row?.jpeg
}

export async function saveSharePicture(db: Db, key: string, jpeg: Buffer): Promise<void> {
  await db
    .insertInto('share_picture')
    .values({ key, jpeg })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const maxAgeMs = 28 * 86_400_000

/** Deletes pictures after four weeks, so that hosts' photos are not kept; one still in use is drawn again. */
export async function deleteOldSharePictures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - maxAgeMs)
  await db.deleteFrom('share_picture').where('created_at', '<', before).execute()
}
