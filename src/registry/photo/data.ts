import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/** Keeps these bytes under their name; the same ones again are kept once. */
export async function savePhoto(tx: Db, name: string, bytes: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('picture')
    .values({ name, bytes, created_at: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute()
}

/** A picture and the registries that show it; undefined when none does. */
export async function findVisiblePhoto(db: Db, name: string) {
  const shownBy = await db
    .selectFrom('registry')
    .select(['privacy', 'customer_id', 'co_host_id'])
    .where(row =>
      row.or([row('thumbnail', '=', name), row('photo', '=', name), row('full_picture', '=', name)]),
    )
    .where('removed_at', 'is', null)
    .execute()
  if (shownBy.length === 0) return undefined
  const { bytes } = await db
    .selectFrom('picture')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { bytes, shownBy }
}

/** Lets go of pictures that no registry has shown for a day; those of deleted registries go too. */
export async function deleteUnusedPhotos(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000)
  await sql`
    update registry set thumbnail = null, photo = null, full_picture = null
    where removed_at < ${before} and thumbnail is not null`.execute(db)
  await sql`
    delete from picture where created_at < ${before} and not exists (
      select from registry where thumbnail = name or photo = name or full_picture = name)`.execute(db)
}
