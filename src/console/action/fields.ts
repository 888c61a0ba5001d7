import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { formatEuro } from '../../base/money.ts'
import { findRegistryGifts, type GiftWithProduct } from '../../gift/gift.sql.ts'
import { lockRegistry, type RegistryRow } from '../../registry/registry.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { findAnyRegistry, findAnyRegistryById, type StaffRegistry } from '../registry/registry.sql.ts'
import { parseStaffQuery } from '../search.rules.ts'
import { findIdsByNames } from '../search.sql.ts'
import type { ActionChoice } from './look.rules.ts'

/** The order as the shop has it. Throws `refused_fields` 422 for one that the shop doesn't know. */
export async function orderOfShop(id: number, { shop }: Pick<StaffContext, 'shop'>): Promise<ShopOrder> {
  const order = await shop.fetchOrder(id)
  if (!order) throw new AppError('refused_fields', 422, { fields: { order: 'staff_order_missing' } })
  return order
}

/** A wrong field with the largest value that it may have, in units or cents. */
export function moreThan(left: number, fields: Record<string, string>): AppError {
  return new AppError('refused_fields', 422, { fields, detail: { left } })
}

/** The registry that was typed. Throws `refused_fields` 422 for one that doesn't exist or was deleted. */
export async function registryOfField(db: Db, typed: string): Promise<StaffRegistry> {
  const registry = (await findAnyRegistry(db, typed)) ?? (await findByNames(db, typed))
  if (!registry || registry.removed_at) {
    const key = registry ? 'staff_registry_gone' : 'staff_registry_missing'
    throw new AppError('refused_fields', 422, { fields: { registry: key } })
  }
  return registry
}

export async function lockRegistryOfField(tx: Db, typed: string): Promise<RegistryRow> {
  return orNotFound(await lockRegistry(tx, (await registryOfField(tx, typed)).id))
}

/** The only registry that has these names (R1123). Throws `refused_fields` 422 when several have them. */
async function findByNames(db: Db, typed: string): Promise<StaffRegistry | undefined> {
  const { names } = parseStaffQuery(typed)
  const ids = names === null ? [] : await findIdsByNames(db, 'registry', names, mostNamesakes)
  const found = await Promise.all(ids.map(id => findAnyRegistryById(db, id)))
  const [registry, ...others] = found.flatMap(one => (one && !one.removed_at ? one : []))
  // With so many found there may be more of them that are not deleted.
  if (others.length > 0 || ids.length === mostNamesakes)
    throwFieldErrors({ registry: 'staff_registry_several' })
  return registry
}

/** So many registries with the same names are read, deleted ones among them. */
const mostNamesakes = 10

export function lineChoices({ lines }: ShopOrder, { language }: Pick<StaffContext, 'language'>) {
  return lines.map(({ id, name, quantity, totalCents }) => ({
    value: String(id),
    label: `${quantity} × ${name}, ${formatEuro(totalCents, language)} (${id})`,
  }))
}

export async function giftChoices(
  registryId: number,
  { db, language }: Pick<StaffContext, 'db' | 'language'>,
): Promise<ActionChoice[]> {
  return toGiftChoices(await findRegistryGifts(db, registryId, language), { language })
}

export function toGiftChoices(gifts: GiftWithProduct[], { language }: Pick<StaffContext, 'language'>) {
  return gifts.map(({ id, name, price }) => ({
    value: String(id),
    label: `${name}, ${formatEuro(price, language)} (${id})`,
  }))
}
