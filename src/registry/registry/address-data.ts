import { type RawBuilder, sql } from 'kysely'
import { parseCode } from '../../base/fields.ts'
import { type CompiledAsk, compileOnce, type SlotOf } from '../../server/postgres/compiled-query.ts'
import { type Db, prepared } from '../../server/postgres/tables.ts'
import { foldSlug } from '../settings/slug-rules.ts'
import { countsOf, type RegistryRow } from './data.ts'

/** The registry by its code in any spelling, or by its current or a former slug; a removed one is not found (R204, R205). */
export async function findRegistryByCodeOrSlug(db: Db, typed: string): Promise<RegistryRow | undefined> {
  const asked = parseAddress(typed)
  if (!asked) return undefined
  const [registry] = await findAtAddress[asked.kind](db, asked)
  return registry
}

type AddressKind = 'code' | 'slug'

/** A code, or a folded slug. */
interface RegistryAddress {
  kind: AddressKind
  address: string
}

/** Null when no registry can have that address. */
function parseAddress(typed: string): RegistryAddress | null {
  const code = parseCode(typed)
  if (code !== null) return { kind: 'code', address: code }
  const folded = typed.length <= maxTypedLength ? foldSlug(typed) : ''
  return folded === '' ? null : { kind: 'slug', address: folded }
}

const isAtAddress: Record<AddressKind, (address: RawBuilder<string>) => RawBuilder<boolean>> = {
  code: code => sql`code = ${code}`,
  slug: folded => sql`registry.id = (select registry_id from slug where folded = ${folded})`,
}

const compileAtAddress = (kind: AddressKind) =>
  compileOnce<{ address: string }, RegistryRow>((slot, db) =>
    sql<RegistryRow>`${prepared}
      select * from registry where ${isAtAddress[kind](slot('address'))} and removed_at is null`.compile(db),
  )

const findAtAddress = { code: compileAtAddress('code'), slug: compileAtAddress('slug') }

/**
 * Something of a registry as one value of a query, such as a JSON array of what it has; `registryId` is SQL, too. What else
 * the query has to know stands in its slots.
 */
export type SelectPart<T, Values> = (registryId: RawBuilder<number>, slot: SlotOf<Values>) => RawBuilder<T>

/** The queries of a part: with its registry, at either kind of address, and by itself. */
export interface PartOfRegistry<T, Values> {
  withRegistry: Record<AddressKind, CompiledAsk<Values & { address: string }, RegistryRow & { part: T }>>
  alone: CompiledAsk<Values & { registryId: number }, { part: T }>
}

export function partOfRegistry<T, Values extends object = object>(
  select: SelectPart<T, Values>,
): PartOfRegistry<T, Values> {
  const compileWith = (kind: AddressKind) =>
    compileOnce<Values & { address: string }, RegistryRow & { part: T }>((slot, db) =>
      sql<RegistryRow & { part: T }>`${prepared}
        select registry.*, ${select(sql.ref('registry.id'), slot)} as part
        from registry where ${isAtAddress[kind](slot('address'))} and removed_at is null`.compile(db),
    )
  return {
    withRegistry: { code: compileWith('code'), slug: compileWith('slug') },
    alone: compileOnce((slot, db) =>
      sql<{ part: T }>`${prepared}
        select ${select(sql`${slot('registryId')}::bigint`, slot)} as part`.compile(db),
    ),
  }
}

/** The registry with a part of it, in one query. */
export async function findRegistryWith<T, Values extends object>(
  db: Db,
  typed: string,
  { withRegistry }: PartOfRegistry<T, Values>,
  values: Values,
): Promise<{ registry: RegistryRow; part: T } | undefined> {
  const asked = parseAddress(typed)
  if (!asked) return undefined
  const [row] = await withRegistry[asked.kind](db, { ...values, address: asked.address })
  if (!row) return undefined
  const { part, ...registry } = row
  return { registry, part }
}

/** A part of a registry that was read before. */
export async function findPartOfRegistry<T, Values extends object>(
  db: Db,
  registryId: number,
  { alone }: PartOfRegistry<T, Values>,
  values: Values,
): Promise<T> {
  const [row] = await alone(db, { ...values, registryId })
  return (row as { part: T }).part
}

/** Longer than any code or slug, however it is typed. */
const maxTypedLength = 120

export const countsOfRegistry = partOfRegistry(countsOf)
