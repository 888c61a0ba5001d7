import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Day } from '../base/dates.ts'
import { parseCode, withoutQuery } from '../base/fields.ts'
import { askPrepared } from '../server/postgres/prepared.ts'
import { findRow } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { updateSearchIndex } from './search/index-rows.sql.ts'
import { foldSlug } from './slug.rules.ts'

export type RegistryRow = Selectable<Tables['registry']>

/** A removed registry is not found. */
export async function findRegistryById(db: Db, id: number): Promise<RegistryRow | undefined> {
  return findRow(db, 'registry', { id, removed_at: null })
}

/** Owned or co-hosted, newest first. */
export async function findRegistriesOfHost(
  db: Db,
  customerId: number,
  page: number,
  perPage: number,
): Promise<RegistryRow[]> {
  return selectHostedBy(db, customerId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export async function countRegistriesOfHost(db: Db, customerId: number): Promise<number> {
  const { total } = await selectHostedBy(db, customerId)
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function selectHostedBy(db: Db, customerId: number) {
  return db
    .selectFrom('registry')
    .where(row => row.or([row('customer_id', '=', customerId), row('co_host_id', '=', customerId)]))
    .where('removed_at', 'is', null)
}

/** The counts of gifts and givers (one meaning of "given", R319). */
export interface RegistryCounts {
  items: number
  /** Items that can be bought now, given or not. */
  items_there: number
  gifts_given: number
  /** Gift cards, which don't count among the items. */
  gift_cards: number
  givers: number
}

/**
 * Registry id → counts. `countListedGifts` in gift/gift.rules.ts does the same for a list of gifts; keep them alike.
 * A gift that the shop no longer sells counts only if it is given.
 */
export async function countGiftsAndGivers(db: Db, ids: number[]): Promise<Map<number, RegistryCounts>> {
  if (ids.length === 0) return new Map()
  const query = sql<{ id: number; counts: RegistryCounts }>`
    select id, ${countsOf(sql.ref('registry.id'))} as counts from registry where id = any(${ids})`
  const rows = await askPrepared(db, query)
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}

/** As JSON within another query. Reads each table once: a subquery for each count took three times as long. */
export const countsOf = (registryId: RawBuilder<number>): RawBuilder<RegistryCounts> => sql`(
  select json_build_object(
    'items', count(*) filter (where not is_card and (is_given or is_there)),
    'items_there', count(*) filter (where not is_card and is_there),
    'gift_cards', count(*) filter (where is_card and is_there),
    'gifts_given', count(*) filter (where is_given),
    'givers', (select count(distinct giver_key(purchase)) from purchase where registry_id = ${registryId}))
  from (
    select coalesce(product.type, '') = 'giftcertificate' as is_card,
      is_gift_given(gift, product, variant, given.units, given.cents) as is_given,
      is_gift_available(gift, product, variant) as is_there
    from gift
    left join gift_given(array(select id from gift where registry_id = ${registryId})) given on given.gift_id = gift.id
    left join product on product.id = gift.product_id
    left join variant on variant.id = gift.variant_id
    where gift.registry_id = ${registryId} and gift.removed_at is null) counted)`

/** Under a free code from `createCode`. A form that was sent before gets its registry, with `isNew` false (R201). */
export async function insertRegistry(
  tx: Db,
  values: Omit<Insertable<Tables['registry']>, 'code'>,
  createCode: () => string,
): Promise<{ registry: RegistryRow; isNew: boolean }> {
  for (;;) {
    const registry = await tx
      .insertInto('registry')
      .values({ ...values, code: createCode() })
      .onConflict(conflict => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (registry) {
      await updateSearchIndex(tx, registry.id)
      return { registry, isNew: true }
    }
    const existing = await findRegistryByDraftKey(tx, values.customer_id, values.draft_key ?? null)
    if (existing) return { registry: existing, isNew: false }
  }
}

/** The registry that the same form of the host has created before; undefined without a key. */
export async function findRegistryByDraftKey(
  db: Db,
  customerId: number,
  draftKey: string | null,
): Promise<RegistryRow | undefined> {
  if (draftKey === null) return undefined
  return findRow(db, 'registry', { customer_id: customerId, draft_key: draftKey })
}

export async function updateRegistryRow(
  tx: Db,
  id: number,
  change: Updateable<Tables['registry']>,
): Promise<void> {
  const { closing_day } = change
  // A surprise ends with closing (R221): the page would promise a later day.
  const reveal_day = sql<Day>`case when reveal_day <= ${closing_day}::date then reveal_day end`
  const set = typeof closing_day === 'string' ? { ...change, reveal_day } : change
  await tx.updateTable('registry').set(set).where('id', '=', id).execute()
  await updateSearchIndex(tx, id)
}

/** Locks the registry until the transaction ends; undefined if it was removed. */
export async function lockRegistry(tx: Db, id: number): Promise<RegistryRow | undefined> {
  return tx
    .selectFrom('registry')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Locks these registries until the transaction ends, removed ones too, so that reserving, counting and changing them
 * wait for one another. Call it once, before any other row is locked: it locks in the order of ids, which rules out
 * deadlocks.
 */
export async function lockRegistries(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('registry').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/**
 * Whether a payment is pending, a guest is at the shop's checkout, a payout is waiting, or the ledger holds cents
 * that are not goods; such a registry can't be deleted (R229).
 */
export async function hasUnsettledMoney(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_unsettled: boolean }>`
    select exists (select from purchase where registry_id = ${id} and state = 'pending'
        and (held_until is null or held_until > ${now}))
      or exists (select from handoff where registry_id = ${id} and state = 'open' and reserved_until > ${now})
      or exists (select from payout where registry_id = ${id} and state = 'waiting')
      or (select sum(cents) from ledger where registry_id = ${id} and account <> 'goods') <> 0
      as is_unsettled`.execute(db)
  return rows[0]?.is_unsettled === true
}

/** When the next reservation ends or the next awaited order counts as unpaid; null without any. */
export async function nextReservationEnd(db: Db, registryId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ end: Date | null }>`
    select least(
      (select min(reserved_until) from handoff
        where registry_id = ${registryId} and state = 'open' and reserves and reserved_until > ${now}),
      (select min(held_until) from purchase where registry_id = ${registryId} and held_until > ${now})) as "end"`.execute(
    db,
  )
  return rows[0]?.end ?? null
}

/** The NOTIFY channel of changed registries, with the registry's id as payload. */
export const registryChannel = 'doron_registry'

/** Raises the registry's version, and notifies every process when the transaction commits, for live pages (R519). */
export async function raiseRegistryVersion(tx: Db, registryId: number): Promise<void> {
  await sql`with raised as (${raisedVersion(registryId)}) select ${notifyOfRaised}`.execute(tx)
}

/** For a larger statement, with `raisedVersion` as its CTE `raised` and `notifyOfRaised` among its columns. */
export const raisedVersion = (registryId: number): RawBuilder<{ id: number }> =>
  sql`update registry set version = version + 1 where id = ${registryId} returning id`

export const notifyOfRaised = sql`(select pg_notify(${registryChannel}, id::text) from raised)`

export async function findRegistryVersions(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('registry')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** By its code in any spelling (R204), or by its current or a former slug (R205); a removed registry is not found. */
export async function findRegistryByCodeOrSlug(db: Db, typed: string): Promise<RegistryRow | undefined> {
  const condition = conditionFor(typed)
  if (!condition) return undefined
  const query = sql<RegistryRow>`select * from registry where ${condition} and removed_at is null`
  const [registry] = await askPrepared(db, query)
  return registry
}

/** The condition for the registry at an address; null for a text that can't be an address. */
function conditionFor(address: string): RawBuilder<boolean> | null {
  const code = parseCode(address)
  if (code !== null) return sql`code = ${code}`
  const folded = address.length <= maxTypedLength ? foldSlug(withoutQuery(address)) : ''
  if (folded === '') return null
  return sql`registry.id = (select registry_id from slug where folded = ${folded} and answers)`
}

/** Data of a registry as one value of a query, such as a JSON array of its gifts, to be read in the same query. */
export type PartOfRegistry<T> = (registryId: RawBuilder<number>) => RawBuilder<T>

/** Like `findRegistryByCodeOrSlug`, with a part of the registry in the same query. */
export async function findRegistryWith<T>(
  db: Db,
  typed: string,
  part: PartOfRegistry<T>,
): Promise<{ registry: RegistryRow; part: T } | undefined> {
  const condition = conditionFor(typed)
  if (!condition) return undefined
  const query = sql<RegistryRow & { part: T }>`
    select registry.*, ${part(sql.ref('registry.id'))} as part
    from registry where ${condition} and removed_at is null`
  const [row] = await askPrepared(db, query)
  if (!row) return undefined
  const { part: found, ...registry } = row
  return { registry, part: found }
}

/** Reads only a part, of a registry that was read before. */
export async function findPartOfRegistry<T>(db: Db, registryId: number, part: PartOfRegistry<T>): Promise<T> {
  const query = sql<{ part: T }>`select ${part(sql`${registryId}::bigint`)} as part`
  const [row] = await askPrepared(db, query)
  return row!.part
}

/** Longer than any code or slug in any spelling. */
const maxTypedLength = 120
