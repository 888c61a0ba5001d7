import type { Db } from '../../server/postgres/tables.ts'

/** What letters say of a registry: its code and its name. */
export async function registryNameForEmail(db: Db, id: number): Promise<{ code: string; registry: string }> {
  return db
    .selectFrom('registry')
    .select(['code', 'registry_name as registry'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
