import { type Insertable, sql } from 'kysely'
import { saveRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

export async function upsertInvitationContent(
  tx: Db,
  content: Insertable<Tables['invitation_content']>,
): Promise<void> {
  await saveRow(tx, 'invitation_content', ['registry_id'], content)
}

/** Stores an image under its name; the same bytes are stored once. */
export async function saveBackgroundImage(
  tx: Db,
  registryId: number,
  { name, bytes }: { name: string; bytes: Buffer },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('invitation_picture')
    .values({ name, bytes, registry_id: registryId, created_at: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute()
}

/** Deletes an image unless an invitation uses it or an e-mail of the last year shows it. */
export async function deleteBackgroundImageIfUnused(tx: Db, name: string, now: Date): Promise<void> {
  // Whoever is saving the same image for another registry ends first, so that the next statement sees that registry.
  await sql`select from invitation_picture where name = ${name} for update`.execute(tx)
  await sql`
    delete from invitation_picture
    where name = ${name} and (emailed_at is null or emailed_at < ${yearBefore(now)})
      and not exists (select from invitation_content where background_image = name)`.execute(tx)
}

export async function countBackgroundImages(tx: Db, registryId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('invitation_picture')
    .select(row => row.fn.countAll<number>().as('count'))
    .where('registry_id', '=', registryId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Records that an e-mail with this registry's background image is being sent. */
export async function markBackgroundEmailed(tx: Db, registryId: number, now: Date): Promise<void> {
  await sql`
    update invitation_picture set emailed_at = ${now} from invitation_content
    where invitation_content.registry_id = ${registryId} and invitation_picture.name = background_image`.execute(
    tx,
  )
}

/** Deletes the invitation content of a customer's registries, and the images that no other registry uses. */
export async function deleteInvitationContentOfCustomer(tx: Db, customerId: number): Promise<void> {
  const deleted = await tx
    .deleteFrom('invitation_content')
    .where('registry_id', 'in', registries =>
      registries.selectFrom('registry').select('id').where('customer_id', '=', customerId),
    )
    .returning('background_image')
    .execute()
  const names = deleted.flatMap(({ background_image }) => background_image ?? [])
  await sql`
    delete from invitation_picture where name = any(${names}::text[])
      and not exists (select from invitation_content where background_image = name)`.execute(tx)
}

const dayMs = 86_400_000
const yearBefore = (now: Date) => new Date(now.getTime() - 365 * dayMs)

/** Deletes images that no invitation has used for a day and that no e-mail of the last year shows (R702). */
export async function deleteUnusedBackgroundImages(db: Db, now: Date, max: number): Promise<number> {
  const dayAgo = new Date(now.getTime() - dayMs)
  const { numAffectedRows } = await sql`
    delete from invitation_picture where name in (
      select name from invitation_picture picture
      where created_at < ${dayAgo} and (emailed_at is null or emailed_at < ${yearBefore(now)}) and not exists (
        select from invitation_content content join registry on registry.id = content.registry_id
        where content.background_image = picture.name and removed_at is null)
      limit ${max} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}
