import { sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** Makes the customer's registries private and closes them today at the latest; returns their ids. */
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

/** Makes the customer's registries private, without the addresses that are in them; returns their ids. */
export async function hideRegistriesOfCustomer(tx: Db, customerId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('registry')
    .set({ privacy: 'private', home_address: null, shipping_address: null })
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(row => row.id).sort((one, other) => one - other)
}

/** Erases names, texts and addresses from the customer's registries and removes them; returns their ids. */
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
      event_place_id: null,
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
  return rows.map(row => row.id)
}

/** Takes the customer's e-mail and name out of the history of registries that they were invited to or co-hosted. */
export async function eraseCoHostFromHistory(db: Db, customerId: number): Promise<void> {
  await sql`
    update registry_change set about = null from customer
    where customer.id = ${customerId} and (
      (what = 'co_host_asked' and about = customer.email)
      or (what = 'co_host_left' and about = customer.name and registry_id in (
        select joined.registry_id from registry_change joined
        where joined.customer_id = ${customerId} and joined.what = 'co_host_joined')))`.execute(db)
}

/** Ends the customer's co-hosting; returns the registries' ids. */
export async function removeCoHostFromRegistries(db: Db, customerId: number): Promise<number[]> {
  const rows = await db
    .updateTable('registry')
    .set({ co_host_id: null })
    .where('co_host_id', '=', customerId)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}
