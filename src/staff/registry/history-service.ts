import { dayInAthens } from '../../base/dates.ts'
import { addHistoryEntry, type ShopHistoryEvent } from '../../registry/history/data.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** What the hosts read of an action of staff in their history (R969). */
export interface HistoryOfAction {
  what: ShopHistoryEvent
  about?: string
  /** Whether it tells of something that was given: hosts in surprise mode don't read it (R221). */
  isGiving?: boolean
}

export async function tellHosts(
  tx: Db,
  registryId: number,
  { what, about, isGiving }: HistoryOfAction,
  now: Date,
): Promise<void> {
  const registry = isGiving ? await findRegistryById(tx, registryId) : undefined
  if (registry && isSurpriseActive(registry, dayInAthens(now))) return
  await addHistoryEntry(tx, { registryId, customerId: null, what, about, at: now })
}
