import { sql, type UpdateObject } from 'kysely'
import { deleteLinksTo } from '../account/link.ts'
import { type Day, dayInAthens } from '../base/dates.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRows, getRow } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { deletePicturesIfUnused } from './photo.ts'
import { deletePhotos } from './photos/photos.sql.ts'
import { updateSearchIndex } from './search/index-rows.sql.ts'

/** When deletion is requested: the host's registries become private and close today; co-hosting ends (R124). */
export async function closeRegistriesOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  { now, registryChanged }: JobContext,
): Promise<void> {
  const closing_day = sql<Day>`least(closing_day, ${dayInAthens(now)}::date)`
  for (const id of await makeRegistriesPrivate(tx, customerId, { closing_day })) {
    await updateSearchIndex(tx, id)
    await registryChanged(tx, id)
  }
  for (const id of await removeCoHostFromRegistries(tx, customerId)) await registryChanged(tx, id)
  const { email } = await getRow(tx, 'customer', { id: customerId }, ['email'])
  await deleteLinksTo(tx, email)
}

/**
 * When the e-mail's owner takes over an account that was never confirmed (R1220): its registries become private and
 * lose their addresses, so that no gift goes to an address that a stranger typed.
 */
export async function hidePreparedRegistries(
  tx: Db,
  { customerId, ends }: DomainEvents['rightsRevoked'],
  { registryChanged, emit }: JobContext,
): Promise<void> {
  if (!ends.includes('prepared registries')) return
  const noAddresses = { home_address: null, shipping_address: null }
  for (const id of await makeRegistriesPrivate(tx, customerId, noAddresses)) {
    await updateSearchIndex(tx, id)
    await emit('deliveryAddressChanged', tx, { registryId: id })
    await registryChanged(tx, id)
  }
}

/** When the account is erased (R125): deletes personal data from the host's registries; what is counted stays. */
export async function eraseRegistriesOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  { now, registryChanged, deleteEmailsAbout }: JobContext,
): Promise<void> {
  await eraseCoHostFromHistory(tx, customerId)
  const registries = await findRows(tx, 'registry', {
    where: { customer_id: customerId },
    columns: ['code', 'thumbnail', 'photo', 'full_picture'],
  })
  await deleteEmailsAbout(
    tx,
    registries.map(({ code }) => code),
  )
  const photos = registries
    .flatMap(({ code: _, ...pictures }) => Object.values(pictures))
    .filter(name => name !== null)
  const ids = await eraseRegistriesOfCustomer(tx, customerId, now)
  for (const id of ids) await registryChanged(tx, id)
  await deletePicturesIfUnused(tx, [...photos, ...(await deletePhotos(tx, ids))], now)
}

/** Makes the customer's registries private (R211), with a further change; returns their ids in lock order. */
async function makeRegistriesPrivate(
  tx: Db,
  customerId: number,
  change: UpdateObject<Tables, 'registry'>,
): Promise<number[]> {
  const rows = await tx
    .updateTable('registry')
    .set({ privacy: 'private', search_engines: false, ...change })
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
      english_greeting: null,
      family_line: null,
      cover: null,
      afterword: null,
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

/** Removes the customer's e-mail and name from the history of registries that they were invited to or co-hosted. */
async function eraseCoHostFromHistory(db: Db, customerId: number): Promise<void> {
  await sql`
    update registry_change set about = null from customer
    where customer.id = ${customerId} and (
      (what = 'co_host_asked' and about = customer.email)
      or (what = 'co_host_left' and about = customer.name and registry_id in (
        select joined.registry_id from registry_change joined
        where joined.customer_id = ${customerId} and joined.what = 'co_host_joined')))`.execute(db)
}

async function removeCoHostFromRegistries(db: Db, customerId: number): Promise<number[]> {
  const rows = await db
    .updateTable('registry')
    .set({ co_host_id: null })
    .where('co_host_id', '=', customerId)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}
