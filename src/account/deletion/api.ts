import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { requireCurrentPassword } from '../password/access.ts'
import * as contract from './contract.ts'
import { requestDeletion } from './service.ts'

export const calls: Handler[] = [handle(contract.deactivateAccount, deactivateAccount)]

async function deactivateAccount(
  { password }: ParsedOf<typeof contract.deactivateAccount>,
  ctx: CustomerContext,
) {
  await requireCurrentPassword(ctx, password, 'password')
  await ctx.db.transaction().execute(async tx => requestDeletion(tx, ctx.customer, ctx))
  return {}
}
