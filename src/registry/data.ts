import type { Selectable } from 'kysely'
import { foldCode } from '../base/fields.ts'
import type { Db, RegistryTable } from '../server/tables.ts'

export type RegistryRow = Selectable<RegistryTable>

/** The registry at an address as typed (its code, in any spelling); removed ones are gone. */
export async function registryByAddress(db: Db, typed: string): Promise<RegistryRow | undefined> {
  const code = foldCode(typed)
  if (code === null) return undefined
  return db
    .selectFrom('registry')
    .selectAll()
    .where('code', '=', code)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The registry with that key; removed ones are gone. */
export async function registryById(db: Db, id: number): Promise<RegistryRow | undefined> {
  return db
    .selectFrom('registry')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}
