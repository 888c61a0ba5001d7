import { deleteLinksTo } from '../../account/link/data.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import { findRows, getRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { deletePicturesIfUnused } from '../photo/data.ts'
import { updateSearchIndex } from '../search/search-index-data.ts'
import * as data from './account-deletion-data.ts'

/** When deletion is requested: the host's registries become private and close today; co-hosting ends (R124). */
export async function closeRegistriesOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  { now, registryChanged }: JobContext,
): Promise<void> {
  for (const id of await data.closeRegistriesOfCustomer(tx, customerId, dayInAthens(now))) {
    await updateSearchIndex(tx, id)
    await registryChanged(tx, id)
  }
  for (const id of await data.removeCoHostFromRegistries(tx, customerId)) await registryChanged(tx, id)
  const { email } = await getRow(tx, 'customer', { id: customerId }, ['email'])
  await deleteLinksTo(tx, email)
}

/**
 * When an account that was never confirmed is taken over by its e-mail's owner: nobody sees its registries, and no gift
 * goes to an address that a stranger typed, until the owner has looked at them (R1220).
 */
export async function hidePreparedRegistries(
  tx: Db,
  { customerId, ends }: DomainEvents['rightsRevoked'],
  { registryChanged, emit }: JobContext,
): Promise<void> {
  if (!ends.includes('prepared registries')) return
  for (const id of await data.hideRegistriesOfCustomer(tx, customerId)) {
    await updateSearchIndex(tx, id)
    await emit('deliveryAddressChanged', tx, { registryId: id })
    await registryChanged(tx, id)
  }
}

/** When the account is erased: personal data goes from the host's registries, what is counted stays (R125). */
export async function eraseRegistriesOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  { now, registryChanged }: JobContext,
): Promise<void> {
  await data.eraseCoHostFromHistory(tx, customerId)
  const registries = await findRows(tx, 'registry', {
    where: { customer_id: customerId },
    columns: ['thumbnail', 'photo', 'full_picture'],
  })
  const photos = registries.flatMap(row => Object.values(row)).filter(name => name !== null)
  for (const id of await data.eraseRegistriesOfCustomer(tx, customerId, now)) await registryChanged(tx, id)
  await deletePicturesIfUnused(tx, photos, now)
}
