import { dayInAthens } from '../../base/dates.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { tellOfProtectedAct } from '../email-change/owner-letter-service.ts'
import { requireFreshProof } from '../proof/access.ts'
import * as contract from './contract.ts'
import { collectPersonalData } from './data.ts'

export const calls: Handler[] = [handle(contract.exportPersonalData, exportPersonalData)]

async function exportPersonalData(_: object, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  await requireFreshProof(ctx)
  await db.transaction().execute(async tx => {
    await tellOfProtectedAct(tx, { owner: customer, act: 'data_downloaded' }, ctx)
    await ctx.recordSecurityEvent({ kind: 'data_exported' }, tx)
  })
  return collectPersonalData(db, customer.id, registry => isSurpriseActive(registry, dayInAthens(now)))
}
