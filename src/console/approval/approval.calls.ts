import { consumeLink, findOpenLink, type OneTimeLink } from '../../account/link.ts'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { addDays, dayInAthens, startOfDay } from '../../base/dates.ts'
import { codeText, positiveId } from '../../base/fields.ts'
import { findRegistryCode } from '../../money/payout/codes.ts'
import type { JobContext, RequestContext, StaffContext } from '../../server/context/request-context.ts'
import { openCall, staffCall, staffRead } from '../../server/context/staff-call.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type AnyRun, carryOut, finishAction, pairAction, versionOf } from '../action/action.ts'
import type { ActionInput, ActionName } from '../action/declaration.rules.ts'
import type { StaffAction } from '../action/look.rules.ts'
import { toActionRefusal } from '../action/refusal.ts'
import { actionRuns } from '../action/runs.ts'
import { recordAudit } from '../audit.ts'
import type { MoneyActState } from '../console.rules.ts'
import { findOwners } from '../member.ts'
import * as data from './approval.sql.ts'
import { noteOrAsk, startAlone } from './approval.ts'

const code = codeText({ max: 100 })

export const calls = {
  moneyRequest: staffRead('manager', { id: positiveId }, showRequest),
  agreeToMoneyRequest: staffCall('pays', { id: positiveId }, ({ id }, ctx) => agreeToRequest(id, ctx)),
  /** A second person refuses, or whoever asked takes it back. */
  refuseMoneyRequest: staffCall('manager', { id: positiveId }, ({ id }, ctx) =>
    endRequest(id, 'refused', ctx),
  ),
  requestToStop: openCall({ code }, showToStop),
  stopMoneyRequest: openCall({ code }, ({ code: typed }, ctx) => stopRequest(typed, ctx)),
}

async function showRequest({ id }: { id: number }, { db, staff }: StaffContext) {
  const act = orNotFound(await data.findMoneyAct(db, { id }))
  const { action, state, cents, at, reason, before, after, alone_at } = act
  return {
    id,
    action,
    state,
    cents,
    at,
    reason,
    before,
    after,
    alone_at,
    /** Null when it was asked from the server's terminal. */
    asked_by: await data.findStaffName(db, act.person_id),
    decided_by: await data.findStaffName(db, act.decided_by),
    is_own: act.person_id === staff.id,
    registry: act.registry_id === null ? null : await findRegistryCode(db, act.registry_id),
  }
}

/** What the link of an owner's letter can stop (R1183, with nobody else there). */
async function showToStop({ code: typed }: { code: string }, ctx: RequestContext) {
  const { action, cents, alone_at, at } = (await findRequestToStop(typed, ctx)).act
  return { action, cents, at: alone_at ?? at }
}

/** Stored requests name existing actions only. */
const findAction = (name: string) => pairAction(name as ActionName, actionRuns)

/** Locks a request. Throws `staff_request_over` 409 for one that was decided. */
async function lockWaiting(tx: Db, id: number): Promise<data.MoneyAct> {
  const act = orNotFound(await data.lockMoneyAct(tx, id))
  if (act.state !== 'waiting') throw new AppError('staff_request_over', 409)
  return act
}

/**
 * A second person agrees, and the action is done: looked at anew under its locks, and once. Throws `staff_request_own`
 * 409 for whoever asked, `staff_request_asker` 409 when that person may no longer ask for it, and
 * `staff_action_changed` 409 when something is not as it was: that ends the request.
 */
async function agreeToRequest(id: number, ctx: StaffContext): Promise<void> {
  await doRequest(id, ctx, async (tx, act) => {
    authorize(await data.lockApprover(tx, ctx.staff.id), 'staff_role', 403)
    if (act.person_id === ctx.staff.id) throw new AppError('staff_request_own', 409)
    return { by: ctx.staff.id, name: ctx.staff.name }
  })
}

type Agreed = { by: number; name: string } | null

async function doRequest(
  id: number,
  ctx: StaffContext,
  agree: (tx: Db, act: data.MoneyAct) => Promise<Agreed>,
): Promise<void> {
  const asked = orNotFound(await data.findMoneyAct(ctx.db, { id }))
  const { action, run } = findAction(asked.action)
  const input = asked.input as object | null
  if (input === null) throw new AppError('staff_request_over', 409)
  // In the language of whoever asked: the version is a digest that includes names in it.
  const language = asked.language ?? ctx.language
  const asAsked: StaffContext = { ...ctx, language }
  try {
    await doAsAsked(id, { action, run, input }, asAsked, agree)
  } catch (error) {
    const refusal = await toActionRefusal(error, run, input, asAsked)
    // A request that can't be done any more ends.
    if (isOfAct(refusal)) await endRequest(id, 'changed', ctx)
    throw refusal
  }
  await finishAction(run, input, asAsked)
}

/**
 * A refusal of what was asked for; not of who agrees, nor because the shop doesn't answer or the payout is just being
 * tried, as it also counts as right after it was asked for.
 */
const isOfAct = (error: unknown) =>
  error instanceof AppError &&
  [404, 409, 422].includes(error.status) &&
  error.code !== 'staff_payout_busy' &&
  !error.code.startsWith('staff_request_')

async function doAsAsked(
  id: number,
  doing: { action: StaffAction; run: AnyRun; input: object },
  asAsked: StaffContext,
  agree: (tx: Db, act: data.MoneyAct) => Promise<Agreed>,
): Promise<void> {
  const { run, input } = doing
  const { db, now } = asAsked
  const facts = await run.read?.(input, asAsked, true)
  await db.transaction().execute(async tx => {
    const act = await lockWaiting(tx, id)
    const agreed = await agree(tx, act)
    if (act.person_id !== null && !(await data.lockApprover(tx, act.person_id)))
      throw new AppError('staff_request_asker', 409)
    const found = await run.look(tx, input, facts, asAsked)
    if (versionOf(found) !== act.version) throw new AppError('staff_action_changed', 409)
    await data.lockMoneySums(tx)
    const by = agreed?.by ?? null
    const words = { reason: act.reason ?? '', formKey: `${act.form_key} done`, personId: act.person_id }
    await carryOut(tx, { ...doing, found, ...words, second: agreed?.name ?? null }, asAsked)
    await data.decideMoneyAct(tx, id, { state: 'done', by, now })
    await recordAudit(tx, asAsked, { action: 'approval_given', personId: by, subject: `request ${id}` })
  })
}

const auditActionOf = {
  refused: 'approval_refused',
  stopped: 'approval_stopped',
  changed: 'approval_changed',
} as const

async function endRequest(
  id: number,
  state: Exclude<MoneyActState, 'waiting' | 'done'>,
  ctx: Pick<RequestContext, 'db' | 'now'> & Partial<RequestContext>,
  link?: OneTimeLink,
): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const act = await lockWaiting(tx, id)
    if (link && !(await consumeLink(tx, link, ctx.now))) throw lateStop()
    const by = state === 'refused' ? (ctx.staff?.id ?? null) : null
    await data.decideMoneyAct(tx, id, { state, by, now: ctx.now })
    await recordAudit(tx, ctx, {
      action: auditActionOf[state],
      personId: by,
      subject: `request ${id}`,
      ...(act.registry_id !== null && { registryId: act.registry_id }),
    })
  })
}

/** The link of an owner's letter and the request that it stops. Throws `staff_stop_late` 404 once that is decided. */
async function findRequestToStop(code: string, { db, now }: Pick<RequestContext, 'db' | 'now'>) {
  const link = await findOpenLink(db, 'staff_stop', code, now)
  const isAlone = { id: link?.subject_id ?? 0, state: 'waiting', alone_at: { '<>': null } } as const
  const act = link && (await data.findMoneyAct(db, isAlone))
  if (!act) throw lateStop()
  return { link, act }
}

const lateStop = () => new AppError('staff_stop_late', 404)

async function stopRequest(code: string, ctx: RequestContext): Promise<void> {
  const { link, act } = await findRequestToStop(code, ctx)
  await endRequest(act.id, 'stopped', ctx, link)
  await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'request stopped' })
}

/** The context of a job, which acts for nobody of the staff: no role is checked. */
const asNobody = (ctx: JobContext): StaffContext =>
  ({
    ...ctx,
    language: ctx.config.STAFF_LANGUAGE,
    staff: null,
    rateLimit: async () => undefined,
  }) as unknown as StaffContext

/**
 * A request without anybody who could agree is done after a day; if there is somebody again, it waits for them (R1183).
 */
async function doRequestsAlone(ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  for (const act of await data.findWaitingActs(db)) {
    const isAlone = !(await data.hasOtherApprover(db, act.person_id, now))
    if (isAlone && act.alone_at !== null && act.alone_at <= now) await tryAlone(act.id, ctx)
    else if (isAlone && act.alone_at === null)
      await db.transaction().execute(async tx => startAlone(tx, await lockWaiting(tx, act.id), ctx))
    else if (!isAlone && act.alone_at !== null) await data.setAlone(db, act.id, null)
  }
}

async function tryAlone(id: number, ctx: JobContext): Promise<void> {
  try {
    await doRequest(id, asNobody(ctx), async (tx, act) => {
      const isDue = act.alone_at !== null && act.alone_at <= ctx.now
      if (!isDue || (await data.hasOtherApprover(tx, act.person_id, ctx.now)))
        throw new AppError('staff_request_over', 409)
      return null
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.warn({ request: id, why: error.code }, 'a request of staff could not be done alone')
  }
}

/** Asks for an action from the terminal; somebody agrees in the console. Answers the request's id. Throws AppError. */
export async function askFromTerminal<N extends ActionName>(
  name: N,
  fields: ActionInput<N>,
  ctx: JobContext,
): Promise<number> {
  const { action, run } = findAction(name)
  const asTerminal = asNobody(ctx)
  const key = crypto.randomUUID()
  const input: object = { ...fields, key }
  const facts = await run.read?.(input, asTerminal, true)
  const formKey = `terminal ${key}`
  await ctx.db.transaction().execute(async tx => {
    const found = await run.look(tx, input, facts, asTerminal)
    const { before, after, registryId, cents = 0 } = found
    const words = { language: asTerminal.language, reason: 'npm run reconcile', version: versionOf(found) }
    // At least a cent, so that a second person is asked also where nothing is to pay.
    const request = { action, input, before, after, registryId, formKey, ...words, personId: null }
    await noteOrAsk(tx, { ...request, cents: Math.max(cents, 1) }, ctx)
  })
  return orNotFound(await findRow(ctx.db, 'staff_money_act', { form_key: formKey }, ['id'])).id
}

/** Acts listed in one letter; the audit has the rest. */
const mostListed = 200

/** Handles requests that nobody can agree to (R1183), and sends owners the letter about yesterday's money (R1182). */
export async function watchStaffMoney(ctx: JobContext): Promise<void> {
  await doRequestsAlone(ctx)
  await tellOwnersOfMoney(ctx)
}

async function tellOwnersOfMoney(ctx: JobContext): Promise<void> {
  const { db, now } = ctx
  const today = dayInAthens(now)
  const day = addDays(today, -1)
  const acts = await data.findMoneyActs(db, startOfDay(day), startOfDay(today), mostListed)
  if (acts.length === 0) return
  const lines = acts.map(({ at, ...line }) => ({ ...line, at: at.toISOString() }))
  await db.transaction().execute(async tx => {
    for (const { id, email, language } of await findOwners(tx))
      await ctx.enqueueEmail(tx, {
        cause: `staff-money:${day}:${id}`,
        template: 'staff-money',
        language,
        to: email,
        props: { day, lines },
      })
  })
}
