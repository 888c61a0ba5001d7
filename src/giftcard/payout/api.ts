import { authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { findRegistryByCodeOrSlug } from '../../registry/registry/data.ts'
import { canEdit, canOwn } from '../../registry/registry/rules.ts'
import { isSurpriseFor } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { readCollectedMoney } from '../collected/api.ts'
import { buildStatement } from '../statement/api.ts'
import { transferMoney } from '../transfer/api.ts'
import { collectMoney, collectOrFindPayout } from './collect-service.ts'
import * as contract from './contract.ts'
import { redeemMoney, redeemOrFindPayout } from './redeem-service.ts'

export const calls: Handler[] = [
  handle(contract.getCollectedGifts, async ({ registry_id }, ctx) =>
    readCollectedMoney(await readable(registry_id, ctx), ctx),
  ),
  handle(contract.createGiftCertificate, collectMoney),
  handle(contract.createGiftCertificateByGet, collectOrFindPayout),
  handle(contract.redeemGift, redeemMoney),
  handle(contract.redeemGiftByGet, redeemOrFindPayout),
  handle(contract.transferChange, transferMoney),
  handle(contract.getMoneyStatement, showStatement),
]

async function showStatement(
  { registry_id }: ParsedOf<typeof contract.getMoneyStatement>,
  ctx: CustomerContext,
) {
  const registry = await readable(registry_id, ctx)
  const { db, language, customer } = ctx
  return buildStatement(db, { id: registry.id, language, isOwner: canOwn(registry, customer) })
}

/** A registry whose money the caller may read: his own, as owner or co-host. */
async function readable(typed: string, { db, customer, now }: CustomerContext) {
  const registry = orNotFound(await findRegistryByCodeOrSlug(db, typed))
  authorize(canEdit(registry, customer))
  authorize(!isSurpriseFor(registry, customer, dayInAthens(now)), 'registry_is_secret', 403)
  return registry
}
