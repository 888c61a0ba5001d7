import { sql } from 'kysely'
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
  const { bytes } = await db
    .selectFrom('picture')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { bytes, registries }
}

/** Deletes photos that no registry has shown for a day; those of deleted registries are not shown any more. */
export async function deleteUnusedPhotos(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000)
  await sql`
    update registry set thumbnail = null, photo = null, full_picture = null
    where removed_at < ${before} and thumbnail is not null`.execute(db)
  await sql`
    delete from picture where created_at < ${before} and not exists (
      select from registry where thumbnail = name or photo = name or full_picture = name)`.execute(db)
}

/** The names of the photos of a customer's registries. */
export async function findPhotoNamesOfCustomer(db: Db, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('registry')
    .select(['thumbnail', 'photo', 'full_picture'])
    .where('customer_id', '=', customerId)
    .execute()
  return rows.flatMap(row => Object.values(row)).filter(name => name !== null)
}

/** Deletes those of the photos that no registry shows any more; two registries may show the same one. */
export async function deletePhotosIfUnused(db: Db, names: string[]): Promise<void> {
  if (names.length === 0) return
  const rows = await db
    .selectFrom('registry')
    .select(['thumbnail', 'photo', 'full_picture'])
    .where(row =>
      row.or([row('thumbnail', 'in', names), row('photo', 'in', names), row('full_picture', 'in', names)]),
    )
    .execute()
  const used = new Set(rows.flatMap(row => Object.values(row)))
  const unused = names.filter(name => !used.has(name))
  if (unused.length > 0) await db.deleteFrom('picture').where('name', 'in', unused).execute()
}
