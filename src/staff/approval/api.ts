import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { findRegistryCode } from '../../giftcard/payout/code-data.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext, StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import { agreeToRequest, findRequestToStop, refuseRequest, stopRequest } from './carry-service.ts'
import * as contract from './contract.ts'
import { findStaffName } from './data.ts'

export const calls: Handler[] = [
  handle(contract.showMoneyRequest, showRequest),
  handle(contract.agreeToMoneyRequest, async ({ id }, ctx) => {
    await agreeToRequest(id, ctx)
    return {}
  }),
  handle(contract.refuseMoneyRequest, async ({ id }, ctx) => {
    await refuseRequest(id, ctx)
    return {}
  }),
  handle(contract.showRequestToStop, showToStop),
  handle(contract.stopMoneyRequest, async ({ code }, ctx: RequestContext) => {
    await stopRequest(code, ctx)
    return {}
  }),
]

async function showRequest(
  { id }: ParsedOf<typeof contract.showMoneyRequest>,
  { db, staff }: StaffContext,
): Promise<ReplyOf<typeof contract.showMoneyRequest>> {
  const act = orNotFound(await findRow(db, 'staff_money_act', { id }))
  return {
    ...{ id, action: act.action, state: act.state, cents: act.cents, reason: act.reason },
    at: act.at.toISOString(),
    asked_by: await findStaffName(db, act.person_id),
    decided_by: await findStaffName(db, act.decided_by),
    is_own: act.person_id === staff.id,
    registry: act.registry_id === null ? null : await findRegistryCode(db, act.registry_id),
    before: act.before,
    after: act.after,
    alone_at: act.alone_at?.toISOString() ?? null,
  }
}

async function showToStop({ code }: ParsedOf<typeof contract.showRequestToStop>, ctx: RequestContext) {
  const { action, cents, alone_at, at } = (await findRequestToStop(code, ctx)).act
  return { action, cents, at: (alone_at ?? at).toISOString() }
}
