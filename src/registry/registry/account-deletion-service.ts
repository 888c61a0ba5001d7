import { dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { updateSearchIndex } from '../search/search-index-data.ts'
import * as data from './account-deletion-data.ts'

/** A host begins to leave: his registries are his alone from now on, and close with the day; he hosts no other's. */
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
}

/** The host is gone: what his registries tell of him and his goes too, their numbers stay. */
export async function eraseRegistriesOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  { now, registryChanged }: JobContext,
): Promise<void> {
  const pictures = await data.findPhotoNamesOfCustomer(tx, customerId)
  for (const id of await data.eraseRegistriesOfCustomer(tx, customerId, now)) await registryChanged(tx, id)
  await data.deletePhotosIfUnused(tx, pictures)
}
