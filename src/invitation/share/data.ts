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

const keptMs = 28 * 86_400_000

/** Drops the pictures drawn four weeks ago, so that nobody's face outlives him here for long; one still wanted is drawn anew. */
export async function deleteOldSharePictures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await db.deleteFrom('share_picture').where('created_at', '<', before).execute()
}
