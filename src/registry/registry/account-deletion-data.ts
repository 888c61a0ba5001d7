import { sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Makes the customer's registries private and lets them close that day at the latest; their ids. */
export async function closeRegistriesOfCustomer(db: Db, customerId: number, today: Day): Promise<number[]> {
  const rows = await db
    .updateTable('registry')
    .set({ privacy: 'private', closing_day: sql<Day>`least(closing_day, ${today}::date)` })
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Takes names, words and addresses from the customer's registries, and the registries from view; their ids. */
export async function eraseRegistriesOfCustomer(db: Db, customerId: number, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('registry')
    .set({
      name: '',
      surname: '',
      partner_name: null,
      partner_surname: null,
      registry_name: '',
      message: null,
      greeting: null,
      event_place: null,
      home_address: null,
      shipping_address: null,
      co_host_id: null,
      draft_key: null,
      slug: null,
      thumbnail: null,
      photo: null,
      full_picture: null,
      privacy: 'private',
      removed_at: sql<Date>`coalesce(removed_at, ${now})`,
    })
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  const ids = rows.map(row => row.id)
  if (ids.length === 0) return ids
  for (const gone of ['slug', 'registry_change'] as const)
    await db.deleteFrom(gone).where('registry_id', 'in', ids).execute()
  await db.updateTable('gift').set({ note: null }).where('registry_id', 'in', ids).execute()
  return ids
}

/** Takes the customer out of the registries that he runs beside their owners, and letters that asked him to; their ids. */
export async function removeCoHostFromRegistries(db: Db, customerId: number): Promise<number[]> {
  const rows = await db
    .updateTable('registry')
    .set({ co_host_id: null })
    .where('co_host_id', '=', customerId)
    .returning('id')
    .execute()
  await db
    .deleteFrom('co_host_invitation')
    .where(row =>
      row.or([
        row('invited_by', '=', customerId),
        row('email', '=', db.selectFrom('customer').select('email').where('id', '=', customerId)),
      ]),
    )
    .execute()
  return rows.map(row => row.id)
}

/** Names of the pictures of the customer's registries. */
export async function findPhotoNamesOfCustomer(db: Db, customerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('registry')
    .select(['thumbnail', 'photo', 'full_picture'])
    .where('customer_id', '=', customerId)
    .execute()
  return rows.flatMap(row => Object.values(row)).filter(name => name !== null)
}

/** Takes those of the pictures that no registry shows any more; the same one may stand in two. */
export async function deletePhotosIfUnused(db: Db, names: string[]): Promise<void> {
  if (names.length === 0) return
  const shown = await db
    .selectFrom('registry')
    .select(['thumbnail', 'photo', 'full_picture'])
    .where(one =>
      one.or([one('thumbnail', 'in', names), one('photo', 'in', names), one('full_picture', 'in', names)]),
    )
    .execute()
  const kept = new Set(shown.flatMap(row => Object.values(row)))
  const free = names.filter(name => !kept.has(name))
  if (free.length > 0) await db.deleteFrom('picture').where('name', 'in', free).execute()
}
