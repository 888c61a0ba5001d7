import { sql } from 'kysely'
import { insertNewRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Stores a picture; of one registry only the newest four stay, so that renaming it again and again fills no disk. */
export async function saveSharePicture(
  db: Db,
  key: string,
  jpeg: Buffer,
  registryId: number | null,
): Promise<void> {
  await insertNewRow(db, 'share_picture', { key, jpeg, registry_id: registryId })
  if (registryId === null) return
  await sql`
    delete from share_picture where registry_id = ${registryId} and key not in (
      select key from share_picture where registry_id = ${registryId}
      order by created_at desc limit ${maxPicturesPerRegistry})`.execute(db)
}

/** Two languages, before and after a change. */
const maxPicturesPerRegistry = 4
