import { dayInAthens } from '../base/dates.ts'
import type { Db } from '../server/tables.ts'
import type { Work } from '../server/visit.ts'
import { keepFindable } from './findable-data.ts'
import * as data from './leaving-data.ts'

/** A host begins to leave: his registries are his alone from now on, and close with the day; he hosts no other's. */
export async function closeOfLeaver(
  tx: Db,
  { customerId }: { customerId: number },
  { now, changed }: Work,
): Promise<void> {
  for (const id of await data.closeRegistriesOf(tx, customerId, dayInAthens(now))) {
    await keepFindable(tx, id)
    await changed(tx, id)
  }
  for (const id of await data.leaveCoHosting(tx, customerId)) await changed(tx, id)
}

/** The host is gone: what his registries tell of him and his goes too, their numbers stay. */
export async function forgetLeaver(
  tx: Db,
  { customerId }: { customerId: number },
  { now, changed }: Work,
): Promise<void> {
  const pictures = await data.picturesOf(tx, customerId)
  for (const id of await data.eraseRegistriesOf(tx, customerId, now)) await changed(tx, id)
  await data.dropUnshown(tx, pictures)
}
