import { authorize, orNotFound } from '../../base/app-error.ts'
import { registryByIdFor, registryFor } from '../../registry/registry/access.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { canOwn } from '../../registry/registry/rules.ts'
import { refuseDuringSurprise } from '../../registry/surprise/access.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findRegistryIdOfGift } from './data.ts'

/**
 * A registry whose money the caller may read, as its owner or co-host. Throws `refused_missing` 404 for anybody else,
 * `registry_is_secret` 403 while it is a surprise (R221).
 */
export async function registryWithReadableMoney(ctx: CustomerContext, address: string): Promise<RegistryRow> {
  const registry = await registryFor(ctx, address, 'edit')
  refuseDuringSurprise(registry, ctx)
  return registry
}

/**
 * The one registry of these gifts, owned by the caller: nobody else takes money out, a co-host neither (R606). Throws
 * `refused_missing` 404 for anybody else, `registry_is_secret` 403 while it is a surprise.
 */
export async function ownRegistryOfGifts(ctx: CustomerContext, giftIds: number[]): Promise<RegistryRow> {
  const ids = new Set(await Promise.all(giftIds.map(id => findRegistryIdOfGift(ctx.db, id))))
  const [id] = ids
  const registry = await registryByIdFor(ctx, orNotFound(ids.size === 1 ? id : null), 'edit')
  authorize(canOwn(registry, ctx.customer))
  refuseDuringSurprise(registry, ctx)
  return registry
}
