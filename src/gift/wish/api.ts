import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { registryFor } from '../../registry/registry/access.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findGiftById } from '../gift/data.ts'
import { changeLockedRegistry, recordGiftChange } from '../manage/service.ts'
import * as contract from './contract.ts'
import { addWishedProducts } from './service.ts'

export const calls: Handler[] = [handle(contract.addGifts, addGifts)]

async function addGifts({ registry_id, products }: ParsedOf<typeof contract.addGifts>, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry_id, 'edit')
  return changeLockedRegistry(id, ctx, async (tx, registry) => {
    const added = await addWishedProducts(tx, registry, products)
    for (const { id } of added) {
      const gift = orNotFound(await findGiftById(tx, id, ctx.language))
      await recordGiftChange(tx, gift, 'gift_added', ctx)
    }
    return { added }
  })
}
