import { registriesInStaffNote } from '../../checkout/orders/staff-note-rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { findAnyRegistry } from '../registry/data.ts'

/** The order as the shop has it, null for none; undefined when the shop does not answer, which breaks no page. */
export async function readShopOrder(
  id: number,
  { shop, log }: Pick<StaffContext, 'shop' | 'log'>,
): Promise<ShopOrder | null | undefined> {
  try {
    return await shop.fetchOrder(id)
  } catch (error) {
    log.warn({ err: error }, 'the shop was not there for a page of staff')
    return undefined
  }
}

/** The registry that the order's own note names; null for none. */
export async function findRegistryOfNote(
  { staffNote }: Pick<ShopOrder, 'staffNote'>,
  { db }: Pick<StaffContext, 'db'>,
): Promise<{ code: string; name: string } | null> {
  for (const code of registriesInStaffNote(staffNote)) {
    const row = await findAnyRegistry(db, code, '')
    if (row && !row.removed_at) return { code: row.code, name: row.registry_name }
  }
  return null
}
