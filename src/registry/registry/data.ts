import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { foldCode } from '../../base/fields.ts'
import type { Db, RegistryTable } from '../../server/postgres/tables.ts'
import { updateSearchIndex } from '../search/search-index-data.ts'
import { foldSlug } from '../settings/slug-rules.ts'

export type RegistryRow = Selectable<RegistryTable>

/**
 * The registry at an address as typed: its code in any spelling, or an address that its host chose, the one in use
 * or one before it. Removed ones are gone.
 */
export async function findRegistryByCodeOrSlug(db: Db, typed: string): Promise<RegistryRow | undefined> {
  const code = foldCode(typed)
  const folded = code === null && typed.length <= typedMost ? foldSlug(typed) : ''
  if (code === null && folded === '') return undefined
  return db
    .selectFrom('registry')
    .selectAll()
    .where(row =>
      code === null
        ? row('id', '=', db.selectFrom('slug').select('registry_id').where('folded', '=', folded))
        : row('code', '=', code),
    )
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Longer than any address, however it is typed. */
const typedMost = 120

/** The registry with that key; removed ones are gone. */
export async function findRegistryById(db: Db, id: number): Promise<RegistryRow | undefined> {
  return db
    .selectFrom('registry')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** One page of the registries that somebody owns or hosts beside the owner, newest first. */
export async function findRegistriesOfHost(
  db: Db,
  customerId: number,
  page: number,
  perPage: number,
): Promise<RegistryRow[]> {
  return hostedBy(db, customerId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

export async function countRegistriesOfHost(db: Db, customerId: number): Promise<number> {
  const { total } = await hostedBy(db, customerId)
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function hostedBy(db: Db, customerId: number) {
  return db
    .selectFrom('registry')
    .where(row => row.or([row('customer_id', '=', customerId), row('co_host_id', '=', customerId)]))
    .where('removed_at', 'is', null)
}

export interface RegistryCounts {
  items: number
  /** Of these, what can be bought now, given or not. */
  items_there: number
  gifts_given: number
  givers: number
}

/**
 * Gifts wished for, gifts given wholly, and people who gave, for each of these registries that has any. A gift card is
 * never given wholly: more can always be put on it.
 */
export async function countGiftsAndGivers(db: Db, ids: number[]): Promise<Map<number, RegistryCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RegistryCounts & { registry_id: number }>`
    with gifts as (
      select gift.registry_id,
        case when product.type = 'giftcertificate' then false
          when gift.is_group
          then coalesce(given.cents, 0) >= gift_price(gift, product, variant)
          else coalesce(given.units, 0) >= gift.quantity end as is_given,
        is_gift_available(gift, product, variant) as is_there
      from gift
      left join gift_given(array(select id from gift where registry_id = any(${ids}))) given on given.gift_id = gift.id
      left join product on product.id = gift.product_id
      left join variant on variant.id = gift.variant_id
      where gift.registry_id = any(${ids}) and gift.removed_at is null
    )
    select id as registry_id,
      (select count(*) from gifts where registry_id = registry.id and (is_given or is_there)) as items,
      (select count(*) from gifts where registry_id = registry.id and is_there) as items_there,
      (select count(*) from gifts where registry_id = registry.id and is_given) as gifts_given,
      (select count(distinct giver_key(purchase)) from purchase where registry_id = registry.id) as givers
    from registry where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ registry_id, ...counts }) => [registry_id, counts]))
}

/**
 * Keeps a new registry under a code nobody has yet; `codes` makes another one when it was taken. A form that was sent
 * before has made its registry already: that one is answered, and `isNew` is false.
 */
export async function insertRegistry(
  tx: Db,
  values: Omit<Insertable<RegistryTable>, 'code'>,
  codes: () => string,
): Promise<{ registry: RegistryRow; isNew: boolean }> {
  for (;;) {
    const registry = await tx
      .insertInto('registry')
      .values({ ...values, code: codes() })
      .onConflict(conflict => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (registry) {
      await updateSearchIndex(tx, registry.id)
      return { registry, isNew: true }
    }
    const before = await findRegistryByDraftKey(tx, values.customer_id, values.draft_key ?? null)
    if (before) return { registry: before, isNew: false }
  }
}

/** The registry that this form of the host has made already. */
export async function findRegistryByDraftKey(
  db: Db,
  customerId: number,
  draftKey: string | null,
): Promise<RegistryRow | undefined> {
  if (draftKey === null) return undefined
  return db
    .selectFrom('registry')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('draft_key', '=', draftKey)
    .executeTakeFirst()
}

export async function updateRegistryRow(
  tx: Db,
  id: number,
  change: Updateable<RegistryTable>,
): Promise<void> {
  await tx.updateTable('registry').set(change).where('id', '=', id).execute()
  await updateSearchIndex(tx, id)
}

/** Waits for whoever changes this registry at the moment, and keeps others waiting until the transaction ends. */
export async function lockRegistry(tx: Db, id: number): Promise<RegistryRow | undefined> {
  return tx
    .selectFrom('registry')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Registries whose surprise is over: the day of the reveal has come, or the closing day has passed. */
export async function findDueSurprises(db: Db, today: string): Promise<number[]> {
  const rows = await db
    .selectFrom('registry')
    .select('id')
    .where('surprise', '=', true)
    .where('removed_at', 'is', null)
    .where(row => row.or([row('reveal_day', '<=', today), row('closing_day', '<', today)]))
    .execute()
  return rows.map(row => row.id)
}

/**
 * True while money of it is unsettled: a payment is on its way, a guest is at the shop's checkout, or the ledger holds
 * cents that are neither goods bought as such nor turned into something yet.
 */
export async function hasUnsettledMoney(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select exists (select from purchase where registry_id = ${id} and state = 'pending')
      or exists (select from handoff where registry_id = ${id} and state = 'open' and reserved_until > ${now})
      or exists (select from payout where registry_id = ${id} and state = 'waiting')
      or (select sum(cents) from ledger where registry_id = ${id} and account <> 'goods') <> 0
      as stands`.execute(db)
  return rows[0]?.stands === true
}

/** When the next hold on the registry's gifts runs out; null without any. */
export async function nextReservationEnd(db: Db, registryId: number, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('handoff')
    .select(({ fn }) => fn.min('reserved_until').as('end'))
    .where('registry_id', '=', registryId)
    .where('state', '=', 'open')
    .where('reserved_until', '>', now)
    .executeTakeFirst()
  return row?.end ?? null
}
