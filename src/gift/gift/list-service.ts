import { findPartOfRegistry, type PartOfRegistry } from '../../registry/registry/address-data.ts'
import type { Db } from '../../server/postgres/tables.ts'
import {
  type ListedGift,
  type ListedGiftsValues,
  type ListedRow,
  selectListedGifts,
  toListedGifts,
} from './listed-gifts-data.ts'

/** The gifts of a registry with all that their list shows, for `registryToViewWith`. */
export const giftsOfRegistry =
  (values: ListedGiftsValues): PartOfRegistry<ListedRow[]> =>
  registryId =>
    selectListedGifts(registryId, values)

/** The same, with what was given, of a registry that was read before. */
export async function findListedGifts(
  db: Db,
  registryId: number,
  values: ListedGiftsValues,
): Promise<ListedGift[]> {
  return toListedGifts(await findPartOfRegistry(db, registryId, giftsOfRegistry(values)), true)
}
