import type { Db } from '../server/tables.ts'

export async function keptPicture(db: Db, key: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('share_picture').select('jpeg').where('key', '=', key).executeTakeFirst()
  return row?.jpeg
}

export async function keepPicture(db: Db, key: string, jpeg: Buffer): Promise<void> {
  await db
    .insertInto('share_picture')
    .values({ key, jpeg })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const keptMs = 28 * 86_400_000

/** Drops the pictures drawn four weeks ago, so that nobody's face outlives him here for long; one still wanted is drawn anew. */
export async function dropPictures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  await db.deleteFrom('share_picture').where('made_at', '<', before).execute()
}
