import { orNotFound } from '../../base/app-error.ts'
import { boundedText, positiveId } from '../../base/fields.ts'
import { findRegistryCode } from '../../giftcard/payout/code-data.ts'
import type { RequestContext, StaffContext } from '../../server/context/request-context.ts'
import { openCall, staffCall, staffRead } from '../../server/context/staff-call.ts'
import { agreeToRequest, findRequestToStop, refuseRequest, stopRequest } from './carry-service.ts'
import { findMoneyAct, findStaffName } from './data.ts'

const code = boundedText({ max: 100 })

export const calls = {
  moneyRequest: staffRead('manager', { id: positiveId }, showRequest),
  agreeToMoneyRequest: staffCall('pays', { id: positiveId }, ({ id }, ctx) => agreeToRequest(id, ctx)),
  refuseMoneyRequest: staffCall('manager', { id: positiveId }, ({ id }, ctx) => refuseRequest(id, ctx)),
  requestToStop: openCall({ code }, showToStop),
  stopMoneyRequest: openCall({ code }, ({ code: typed }, ctx) => stopRequest(typed, ctx)),
}

/** What waits for a second person, as it was asked for. */
async function showRequest({ id }: { id: number }, { db, staff }: StaffContext) {
  const act = orNotFound(await findMoneyAct(db, { id }))
  const { action, state, cents, at, reason, before, after, alone_at } = act
  return {
    ...{ id, action, state, cents, at, reason, before, after, alone_at },
    /** Null: the terminal of the server. */
    asked_by: await findStaffName(db, act.person_id),
    decided_by: await findStaffName(db, act.decided_by),
    is_own: act.person_id === staff.id,
    registry: act.registry_id === null ? null : await findRegistryCode(db, act.registry_id),
  }
}

/** What the link of an owner's letter can stop. */
async function showToStop({ code: typed }: { code: string }, ctx: RequestContext) {
  const { action, cents, alone_at, at } = (await findRequestToStop(typed, ctx)).act
  return { action, cents, at: alone_at ?? at }
}
