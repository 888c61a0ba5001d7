import { dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { deletePhotosIfUnused, findPhotoNamesOfCustomer } from '../photo/data.ts'
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
}

/** When the account is erased: personal data goes from the host's registries, what is counted stays (R125). */
export async function eraseRegistriesOfAccount(
  tx: Db,
  { customerId }: { customerId: number },
  { now, registryChanged }: JobContext,
): Promise<void> {
  await data.eraseCoHostFromHistory(tx, customerId)
  const photos = await findPhotoNamesOfCustomer(tx, customerId)
  for (const id of await data.eraseRegistriesOfCustomer(tx, customerId, now)) await registryChanged(tx, id)
  await deletePhotosIfUnused(tx, photos)
}
