import { sql } from 'kysely'
import type { Day } from '../base/dates.ts'
import type { Db } from '../server/tables.ts'

/** Makes the customer's registries private and lets them close that day at the latest; their ids. */
export async function closeRegistriesOf(db: Db, customerId: number, today: Day): Promise<number[]> {
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
export async function eraseRegistriesOf(db: Db, customerId: number, now: Date): Promise<number[]> {
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
      privacy: 'private',
      removed_at: sql<Date>`coalesce(removed_at, ${now})`,
    })
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  const ids = rows.map(row => row.id)
  if (ids.length > 0)
    await db.updateTable('gift').set({ note: null }).where('registry_id', 'in', ids).execute()
  return ids
}
