import type { Insertable, Selectable } from 'kysely'
import type { Db, InvitationContentTable } from '../server/tables.ts'

export async function contentOf(
  db: Db,
  registryId: number,
): Promise<Selectable<InvitationContentTable> | undefined> {
  return db
    .selectFrom('invitation_content')
    .selectAll()
    .where('registry_id', '=', registryId)
    .executeTakeFirst()
}

export async function keepContent(tx: Db, content: Insertable<InvitationContentTable>): Promise<void> {
  await tx
    .insertInto('invitation_content')
    .values(content)
    .onConflict(conflict => conflict.column('registry_id').doUpdateSet(content))
    .execute()
}

/** Keeps a picture under its name; the same bytes again are kept once. */
export async function keepBackground(tx: Db, name: string, bytes: Buffer, now: Date): Promise<void> {
  await tx
    .insertInto('invitation_picture')
    .values({ name, bytes, created_at: now })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute()
}

export async function backgroundNamed(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('invitation_picture')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.bytes
}
