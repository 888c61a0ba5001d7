import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import { isStaffProofFresh, type StaffEffect, staffEffects } from '../../base/staff-effects.ts'
import { hasStaffRole } from '../../base/staff-roles.ts'
import { findRegistryCode } from '../../money/payout/codes.ts'
import { addHistoryEntry, type ShopHistoryEvent } from '../../registry/history.sql.ts'
import { findRegistryById } from '../../registry/registry.sql.ts'
import { isSurpriseActive } from '../../registry/surprise.rules.ts'
import { requireStaffProof } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { noteOrAsk, takesTwo } from '../approval/approval.ts'
import type { AuditValues } from '../audit.rules.ts'
import { recordAudit } from '../audit.ts'
import { findAnyRegistryById } from '../registry/registry.sql.ts'
import { describeRegistry } from '../registry/registry.ts'
import { type ActionInput, type ActionName, staffActions } from './declaration.rules.ts'
import { type ActionLetter, collectLetters, findReaders, tryLetters } from './letter-readers.ts'
import type {
  ActionChoice,
  ActionDeclaration,
  ActionDoneView,
  ActionLookView,
  ParcelElsewhere,
  PayoutOutcome,
  StaffAction,
} from './look.rules.ts'
import { type ActionAim, findAimedRegistry, subjectOf, toActionRefusal } from './refusal.ts'

/** What an action's `look` found, and how to apply it. */
export interface ActionLook {
  registryId?: number | undefined
  customerId?: number
  before: AuditValues
  after: AuditValues
  /**
   * Cents that it makes payable, moves, pays or takes back (the declaration's `effect`). Without them it is about goods
   * only, for which support suffices where the declaration `sparesGoods`.
   */
  cents?: Cents
  /** The key of the e-mail that it goes to, where it is of no registry. */
  mailbox?: string
  /** What the hosts read of it in the history of their registry (R969). */
  history?: HistoryOfAction
  /** Names of the order's product and of the gift, where they differ (R1027). */
  mismatch?: { product: string; gift: string } | null
  /** The order whose parcel goes to its buyer (R1152). */
  parcel?: ParcelElsewhere | null
  /** Further facts that must not have changed since the confirmation was shown. */
  state?: unknown
  /** Letters that follow its commit (R1121). */
  later?: ActionLetter[]
  /** Does it, in the transaction of `look`. */
  apply(): Promise<void>
}

interface ActionRun<Input, Facts> extends ActionAim<Input> {
  /** The order of the registry's page that it was about, where the subject does not say so; a receipt's is below zero. */
  findOrder?(db: Db, input: Input): Promise<number | null>
  /** Asks the shop, outside of every transaction; `isActing`: it is about to be done. */
  read?(input: Input, ctx: StaffContext, isActing: boolean): Promise<Facts>
  /** Looks under the locks that the action needs; throws an AppError when it can't be done. */
  look(tx: Db, input: Input, facts: Facts, ctx: StaffContext): Promise<ActionLook>
  /** After the commit; what fails here is done by a job. */
  after?(input: Input, ctx: StaffContext): Promise<void>
  findOutcome?(db: Db, input: Input): Promise<PayoutOutcome | null>
  choices?(input: Partial<Input>, ctx: StaffContext): Promise<Record<string, ActionChoice[]>>
  describe?(input: Partial<Input>, ctx: StaffContext): Promise<AuditValues | null>
}

/** Fields that are read here, whatever the action is. */
interface AnyInput {
  registry?: unknown
  order?: unknown
  receipt?: unknown
  is_edited?: boolean
}
interface Confirmed {
  reason: string
  version: string
  key: string
}

export type AnyRun = ActionRun<AnyInput, unknown> & Pick<ActionDeclaration, 'subject'>

/** How the action of that name is done, without asking the shop. */
export type RunOf<N extends ActionName> = ActionRun<ActionInput<N>, undefined>

/** The same of an action that first reads facts of the shop. */
export type ShopRunOf<N extends ActionName, Facts> = ActionRun<ActionInput<N>, Facts> &
  Required<Pick<ActionRun<ActionInput<N>, Facts>, 'read'>>

// biome-ignore lint/suspicious/noExplicitAny: each has facts of its own, which it hands from its reading to its look.
export type ActionRuns = { [N in ActionName]: ActionRun<ActionInput<N>, any> }

export function pairAction(name: ActionName, runs: ActionRuns): { action: StaffAction; run: AnyRun } {
  const action: StaffAction = staffActions[name] as unknown as StaffAction
  // The contract has parsed exactly the fields of this action.
  return { action, run: { ...(runs[name] as unknown as AnyRun), subject: action.subject } }
}

/** An action that spares goods (R1180) has no effect on money unless it has an amount. */
const effectOf = ({ effect, sparesGoods }: StaffAction, { cents = 0 }: ActionLook): StaffEffect =>
  sparesGoods && cents === 0 ? 'none' : effect

/** Throws `staff_money_manager` 409 for one who may do this to goods alone, and not to money (R1180). */
function requireRole(effect: StaffEffect, { staff }: StaffContext): void {
  if (!hasStaffRole(staff.role, staffEffects[effect].role)) throw new AppError('staff_money_manager', 409)
}

/** What the page of an action shows: its choices, or what is and what will be. */
export async function lookAt(
  action: StaffAction,
  run: AnyRun,
  input: AnyInput,
  ctx: StaffContext,
): Promise<ActionLookView> {
  const { schema } = action
  try {
    const choices = (await run.choices?.(input, ctx)) ?? {}
    const registry = await findAimedRegistry(run, input, ctx.db)
    const isChosen = Object.keys(schema.shape).every(
      name => !choices[name]?.length || (name in input && action.fields[name]?.kind !== 'product'),
    )
    if (input.is_edited || !isChosen || !hasEveryField(schema, input))
      return { registry, about: (await run.describe?.(input, ctx)) ?? null, choices, confirm: null }
    const facts = await run.read?.(input, ctx, false)
    const { found, readers } = await tryLetters((tx, trying) => run.look(tx, input, facts, trying), ctx)
    const effect = effectOf(action, found)
    requireRole(effect, ctx)
    const { before, after, mismatch = null, parcel = null, cents = 0, registryId, mailbox } = found
    const asked = { action, cents, personId: ctx.staff.id, registryId, mailbox }
    const row = registryId === undefined ? undefined : await findAnyRegistryById(ctx.db, registryId)
    const about = row ? await describeRegistry(row, ctx) : null
    return {
      registry: about?.code ?? registry,
      about: null,
      choices,
      confirm: {
        about: about && { name: about.registry_name, event: about.event_type, day: about.event_day },
        mismatch,
        parcel,
        before,
        after,
        readers,
        needs_proof: staffEffects[effect].proof && !isStaffProofFresh(ctx.staff.provedAt, ctx.now),
        needs_second: await takesTwo(ctx.db, asked, ctx),
        version: versionOf(found),
      },
    }
  } catch (error) {
    throw await toActionRefusal(error, run, input, ctx)
  }
}

function hasEveryField({ shape }: StaffAction['schema'], input: object): boolean {
  return Object.entries(shape).every(([name, field]) => name in input || field.safeParse(undefined).success)
}

/** A digest of what was shown; the action is refused when it has changed since. */
export function versionOf({ before, after, state }: ActionLook): string {
  return createHash('sha256')
    .update(JSON.stringify([before, after, state ?? null]))
    .digest('base64url')
}

/**
 * Does an action whole or not at all, once for each key, and only as it was shown. Throws `staff_action_changed` 409
 * when something is not as it was; every refusal says what was done to the same thing last.
 */
export async function actOnce(
  action: StaffAction,
  run: AnyRun,
  input: AnyInput & Confirmed,
  ctx: StaffContext,
): Promise<ActionDoneView> {
  const { db, staff } = ctx
  const { key, reason, version } = input
  const formKey = `${staff.id} ${key}`
  const sent = collectLetters(ctx)
  try {
    if (await findRow(db, 'staff_audit', { form_key: formKey }, ['id']))
      return await toDone(run, input, await sentAgain(db, formKey), ctx)
    const facts = await run.read?.(input, ctx, true)
    const acted = await db.transaction().execute(async tx => {
      await lockForm(tx, formKey)
      if (await findRow(tx, 'staff_audit', { form_key: formKey }, ['id'])) return null
      const found = await run.look(tx, input, facts, sent.ctx)
      const effect = effectOf(action, found)
      requireRole(effect, ctx)
      requireStaffProof(effect, ctx)
      if (versionOf(found) !== version) throw new AppError('staff_action_changed', 409)
      const { before, after, registryId: about, cents = 0, mailbox } = found
      const words = { before, after, reason, formKey, version, language: ctx.language }
      const request = { action, cents, input, personId: staff.id, registryId: about, mailbox, ...words }
      const isAsked = (await noteOrAsk(tx, request, ctx)) === 'asked'
      if (isAsked) return { about, after: null, isAsked }
      await carryOut(
        tx,
        { action, run, input, found, reason, formKey, personId: staff.id, second: null },
        ctx,
      )
      return { about, after, isAsked }
    })
    if (acted === null) return await toDone(run, input, await sentAgain(db, formKey), ctx)
    if (acted.isAsked) return await toDone(run, input, { ...notKnown, waits: true }, ctx)
    const isFinished = await finishAction(run, input, sent.ctx)
    const { about, after } = acted
    const registry = about === undefined ? null : await findRegistryCode(db, about)
    const readers = isFinished ? await findReaders(db, sent.letters, about) : null
    return await toDone(run, input, { registry, readers, after, waits: false }, ctx)
  } catch (error) {
    throw await toActionRefusal(error, run, input, ctx)
  }
}

/** Applies what `look` found and audits it; the audit names the second person who agreed. */
export async function carryOut(
  tx: Db,
  doing: {
    action: StaffAction
    run: AnyRun
    input: object
    found: ActionLook
    reason: string
    formKey: string
    personId: number | null
    second: string | null
  },
  ctx: StaffContext,
): Promise<void> {
  const { action, run, input, found, reason, formKey, personId, second } = doing
  const { before, registryId: about, customerId, history } = found
  const subject = subjectOf(run, input)
  await found.apply()
  if (history && about !== undefined) await tellHosts(tx, about, history, ctx.now)
  await recordAudit(tx, ctx, {
    action: action.name as ActionName,
    personId,
    before,
    reason,
    formKey,
    after: { ...found.after, ...(second !== null && { agreed_by: second }) },
    ...(about !== undefined && { registryId: about }),
    ...(customerId !== undefined && { customerId }),
    ...(subject && { subject }),
  })
}

/** Waits while the same form is handled at the same time. */
async function lockForm(tx: Db, formKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 0))`.execute(tx)
}

type Known = Pick<ActionDoneView, 'registry' | 'readers' | 'after' | 'waits'>
/** For a form that was sent before: whether the request that it made still waits. */
async function sentAgain(db: Db, formKey: string): Promise<Known> {
  const act = await findRow(db, 'staff_money_act', { form_key: formKey }, ['state'])
  return { ...notKnown, waits: act?.state === 'waiting' }
}

const notKnown: Known = { registry: null, readers: null, after: null, waits: false }

/**
 * Where the page leads on to: the registry and the order or receipt in its list (R1029), and how a tried payout ended.
 */
async function toDone(
  run: AnyRun,
  input: AnyInput,
  { readers, after, waits, ...known }: Known,
  { db }: StaffContext,
): Promise<ActionDoneView> {
  const registry = known.registry ?? (await findAimedRegistry(run, input, db))
  const outcome = (await run.findOutcome?.(db, input)) ?? null
  const { order, receipt } = input
  const rest = { registry, outcome, readers, after, waits }
  if (run.subject === 'order') return { ...rest, order_id: Number(order) }
  if (run.subject === 'receipt') return { ...rest, order_id: -Number(receipt) }
  return { ...rest, order_id: (await run.findOrder?.(db, input)) ?? null }
}

/** Does what follows the commit; false where it failed, and jobs do it later. */
export async function finishAction(run: AnyRun, input: object, ctx: StaffContext): Promise<boolean> {
  try {
    await run.after?.(input, ctx)
    return true
  } catch (error) {
    ctx.log.warn({ err: error }, 'what follows an action of staff is left to the jobs')
    return false
  }
}

/** What the hosts read of an action of staff in their history (R969). */
interface HistoryOfAction {
  what: ShopHistoryEvent
  about?: string
  /** Whether it tells of something that was given: hosts in surprise mode don't read it (R221). */
  isGiving?: boolean
}

async function tellHosts(tx: Db, registryId: number, { what, about, isGiving }: HistoryOfAction, now: Date) {
  const registry = isGiving ? await findRegistryById(tx, registryId) : undefined
  if (registry && isSurpriseActive(registry, dayInAthens(now))) return
  await addHistoryEntry(tx, { registryId, customerId: null, what, about, at: now })
}
