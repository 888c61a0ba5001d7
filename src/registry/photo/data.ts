import { sql } from 'kysely'
import { getRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Saves the bytes under their name; the same bytes again have the same name and are stored once. */
export async function savePhoto(tx: Db, name: string, bytes: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('picture')
    .values({ name, bytes, created_at: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute()
}

/** A photo and the registries that show it; undefined when none does. */
export async function findVisiblePhoto(db: Db, name: string) {
  const registries = await db
    .selectFrom('registry')
    .select(['privacy', 'customer_id', 'co_host_id'])
    .where(row =>
      row.or([row('thumbnail', '=', name), row('photo', '=', name), row('full_picture', '=', name)]),
    )
    .where('removed_at', 'is', null)
    .execute()
  if (registries.length === 0) return undefined
  const { bytes } = await getRow(db, 'picture', { name }, ['bytes'])
  return { bytes, registries }
}

/** Deletes photos that no registry has shown for a day; those of deleted registries are not shown any more. */
export async function deleteUnusedPhotos(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - 86_400_000)
  const cleared = await sql`
    update registry set thumbnail = null, photo = null, full_picture = null where id in (
      select id from registry where removed_at < ${before} and thumbnail is not null
      limit ${max} for update skip locked)`.execute(db)
  const deleted = await sql`
    delete from picture where name in (
      select name from picture where created_at < ${before} and not exists (
        select from registry where picture.name in (thumbnail, photo, full_picture))
      limit ${max} for update skip locked)`.execute(db)
  return Math.max(Number(cleared.numAffectedRows), Number(deleted.numAffectedRows))
}

/** Deletes those of the photos that no registry shows any more; two registries may show the same one. */
export async function deletePhotosIfUnused(tx: Db, names: string[]): Promise<void> {
  if (names.length === 0) return
  // Whoever is saving the same photo for another registry ends first, so that the next statement sees that registry.
  await sql`select from picture where name = any(${names}::text[]) order by name for update`.execute(tx)
  await sql`
    delete from picture where name = any(${names}::text[]) and not exists (
      select from registry where picture.name in (thumbnail, photo, full_picture))`.execute(tx)
}

/** One upload of an account after the other, until the transaction ends, so that each sees what the others keep. */
export async function lockPicturesOf(tx: Db, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pictures'), ${customerId}::int)`.execute(tx)
}

/** The bytes of all pictures that are kept for the registries of a customer. */
export async function sumPictureBytes(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with own as (select * from registry where customer_id = ${customerId})
    select coalesce(sum(size), 0)::float8 as bytes from (
      select octet_length(bytes) as size from picture where name in (
        select unnest(array[thumbnail, photo, full_picture]) from own)
      union all
      select octet_length(bytes) from invitation_picture where registry_id in (select id from own)
    ) kept`.execute(db)
  return rows[0]?.bytes ?? 0
}
