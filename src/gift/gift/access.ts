import { orNotFound } from '../../base/app-error.ts'
import { registryByIdFor } from '../../registry/registry/access.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findGiftById, type GiftWithProduct } from './data.ts'

/**
 * A gift and its registry, for a host who may change it. Throws `refused_missing` 404 for everybody else's (R218).
 * Not for writing: a transaction uses the rows that it has locked.
 */
export async function giftForHost(
  ctx: CustomerContext,
  id: number,
): Promise<{ gift: GiftWithProduct; registry: RegistryRow }> {
  const gift = orNotFound(await findGiftById(ctx.db, id, ctx.language))
  return { gift, registry: await registryByIdFor(ctx, gift.registry_id, 'edit') }
}
