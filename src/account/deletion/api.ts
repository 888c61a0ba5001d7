import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { requirePasswordAndFactor } from '../proof/access.ts'
import * as contract from './contract.ts'
import { requestDeletion } from './service.ts'

export const calls: Handler[] = [handle(contract.deactivateAccount, deactivateAccount)]

async function deactivateAccount(proof: ParsedOf<typeof contract.deactivateAccount>, ctx: CustomerContext) {
  await requirePasswordAndFactor(ctx, proof)
  await ctx.db.transaction().execute(async tx => requestDeletion(tx, ctx.customer, ctx))
  return {}
}
