import { type RawBuilder, sql } from 'kysely'
import { parseCode, withoutQuery } from '../../base/fields.ts'
import { askPrepared } from '../../server/postgres/prepared.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { foldSlug } from '../settings/slug-rules.ts'
import type { RegistryRow } from './data.ts'

/** The registry by its code in any spelling, or by its current or a former slug; a removed one is not found (R204, R205). */
export async function findRegistryByCodeOrSlug(db: Db, typed: string): Promise<RegistryRow | undefined> {
  const asked = parseAddress(typed)
  if (!asked) return undefined
  const query = sql<RegistryRow>`select * from registry where ${isAtAddress(asked)} and removed_at is null`
  const [registry] = await askPrepared(db, query)
  return registry
}

/** A code, or a folded slug. */
interface RegistryAddress {
  kind: 'code' | 'slug'
  address: string
}

/** Null when no registry can have that address. */
function parseAddress(typed: string): RegistryAddress | null {
  const code = parseCode(typed)
  if (code !== null) return { kind: 'code', address: code }
  const folded = typed.length <= maxTypedLength ? foldSlug(withoutQuery(typed)) : ''
  return folded === '' ? null : { kind: 'slug', address: folded }
}

const isAtAddress = ({ kind, address }: RegistryAddress): RawBuilder<boolean> =>
  kind === 'code'
    ? sql`code = ${address}`
    : sql`registry.id = (select registry_id from slug where folded = ${address})`

/** Something of a registry as one value of a query, such as a JSON array of what it has; `registryId` is SQL, too. */
export type PartOfRegistry<T> = (registryId: RawBuilder<number>) => RawBuilder<T>

/** The registry with a part of it, in one query. */
export async function findRegistryWith<T>(
  db: Db,
  typed: string,
  part: PartOfRegistry<T>,
): Promise<{ registry: RegistryRow; part: T } | undefined> {
  const asked = parseAddress(typed)
  if (!asked) return undefined
  const query = sql<RegistryRow & { part: T }>`
    select registry.*, ${part(sql.ref('registry.id'))} as part
    from registry where ${isAtAddress(asked)} and removed_at is null`
  const [row] = await askPrepared(db, query)
  if (!row) return undefined
  const { part: found, ...registry } = row
  return { registry, part: found }
}

/** A part of a registry that was read before. */
export async function findPartOfRegistry<T>(db: Db, registryId: number, part: PartOfRegistry<T>): Promise<T> {
  const query = sql<{ part: T }>`select ${part(sql`${registryId}::bigint`)} as part`
  const [row] = await askPrepared(db, query)
  return row!.part
}

/** Longer than any code or slug, however it is typed. */
const maxTypedLength = 120
