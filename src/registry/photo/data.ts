import { type Insertable, sql } from 'kysely'
import { findRow, getRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

type PictureUse = Tables['picture']['use']

/** Saves a picture under its name; the same bytes for the same use have the same name and are stored once. */
export async function insertPicture(tx: Db, picture: Insertable<Tables['picture']>): Promise<void> {
  await tx
    .insertInto('picture')
    .values(picture)
    .onConflict(conflict => conflict.column('name').doUpdateSet({ created_at: picture.created_at }))
    .execute()
}

/** The bytes of a picture, for the address of its use alone: who may see a photo is not asked at a background's. */
export async function findPicture(db: Db, use: PictureUse, name: string): Promise<Buffer | undefined> {
  return (await findRow(db, 'picture', { name, use }, ['bytes']))?.bytes
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
  const { bytes } = await getRow(db, 'picture', { name, use: 'photo' }, ['bytes'])
  return { bytes, registries }
}

/** How many pictures of that use are kept for a registry, those that only e-mails show too. */
export async function countPictures(db: Db, use: PictureUse, registryId: number): Promise<number> {
  const { count } = await db
    .selectFrom('picture')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('registry_id', '=', registryId)
    .where('use', '=', use)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Records that an e-mail with the background of this registry's invitation is being sent. */
export async function markBackgroundEmailed(tx: Db, registryId: number, now: Date): Promise<void> {
  await sql`
    update picture set emailed_at = ${now} from invitation_content
    where invitation_content.registry_id = ${registryId} and picture.name = background_image`.execute(tx)
}

const dayMs = 86_400_000
const yearBefore = (now: Date) => new Date(now.getTime() - 365 * dayMs)

/** Neither a registry nor an invitation shows it, nor an e-mail that was sent since then. */
const isUnused = (emailedSince: Date) => sql`
  (emailed_at is null or emailed_at <= ${emailedSince})
  and not exists (select from registry where picture.name in (thumbnail, photo, full_picture))
  and not exists (
    select from invitation_content content join registry on registry.id = content.registry_id
    where content.background_image = picture.name and removed_at is null)`

/** Deletes pictures that nothing has shown for a day; those of deleted registries are not shown any more (R702). */
export async function deleteUnusedPictures(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - dayMs)
  const cleared = await sql`
    update registry set thumbnail = null, photo = null, full_picture = null where id in (
      select id from registry where removed_at < ${before} and thumbnail is not null
      limit ${max} for update skip locked)`.execute(db)
  const deleted = await sql`
    delete from picture where name in (
      select name from picture where created_at < ${before} and ${isUnused(yearBefore(now))}
      limit ${max} for update skip locked)`.execute(db)
  return Math.max(Number(cleared.numAffectedRows), Number(deleted.numAffectedRows))
}

/**
 * Deletes those of the pictures that nothing shows any more; two registries may show the same one. With an account go
 * those too that its e-mails show.
 */
export async function deletePicturesIfUnused(
  tx: Db,
  names: string[],
  now: Date,
  { evenEmailed = false } = {},
): Promise<void> {
  if (names.length === 0) return
  // Whoever is saving the same picture for another registry ends first, so that the next statement sees that registry.
  await sql`select from picture where name = any(${names}::text[]) order by name for update`.execute(tx)
  await sql`
    delete from picture
    where name = any(${names}::text[]) and ${isUnused(evenEmailed ? now : yearBefore(now))}`.execute(tx)
}

/** One upload of an account after the other, until the transaction ends, so that each sees what the others keep. */
export async function lockPicturesOf(tx: Db, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pictures'), ${customerId}::int)`.execute(tx)
}

/** The bytes of all pictures that are kept for the registries of a customer. */
export async function sumPictureBytes(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with own as (select * from registry where customer_id = ${customerId})
    select coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from picture
    where name in (select unnest(array[thumbnail, photo, full_picture]) from own)
      or registry_id in (select id from own)`.execute(db)
  return rows[0]?.bytes ?? 0
}
