import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { AppError } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { findRegistryCode } from '../../giftcard/payout/code-data.ts'
import { addHistoryEntry, type ShopHistoryEvent } from '../../registry/history/data.ts'
import { findRegistryById } from '../../registry/registry/data.ts'
import { foldSlug } from '../../registry/settings/slug-rules.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findLastAct, findLineOfForm } from '../audit/data.ts'
import { type AuditSubject, type AuditValues, parseSubject } from '../audit/rules.ts'
import { recordAudit } from '../audit/service.ts'
import type { StaffRegistryHead } from '../registry/contract.ts'
import { findAnyRegistry, findAnyRegistryById } from '../registry/data.ts'
import { describeRegistry } from '../registry/service.ts'
import { lockForm } from './data.ts'
import type { ActionChoice, ActionLookView, RegistryNames, StaffAction } from './look-contract.ts'
import { actionNames } from './rules.ts'

/** What an action finds, and does. */
export interface ActionLook {
  registryId?: number | undefined
  customerId?: number
  before: AuditValues
  after: AuditValues
  /** What the hosts read of it in the history of their registry (R969). */
  history?: ActionHistory
  /** Names of the order's product and of the gift, where they differ (R1027). */
  mismatch?: { product: string; gift: string } | null
  /** What else has to be as it was when it was shown. */
  state?: unknown
  /** Does it, in the transaction that has just looked. */
  apply(): Promise<void>
}

/** A line of the hosts' history. */
interface ActionHistory {
  what: ShopHistoryEvent
  about?: string
  /** Whether it tells of something that was given: hosts in surprise mode don't read it (R221). */
  isGiving?: boolean
}

/** How an action is done. */
export interface ActionRun<Input, Facts> {
  /** What it is about, as the audit names it; undefined: the registry itself. */
  subject?(input: Input): AuditSubject
  /** The account that it is about, where it is about no registry. */
  host?(input: Input): number
  /** The order of the registry's page that it was about, where the subject does not say so; a receipt's is below zero. */
  findOrder?(db: Db, input: Input): Promise<number | null>
  /** Asks the shop, outside of every transaction; `isActing`: it is about to be done. */
  read(input: Input, ctx: StaffContext, isActing: boolean): Promise<Facts>
  /** Looks under the locks that the action needs; throws an AppError when it can't be done. */
  look(tx: Db, input: Input, facts: Facts, ctx: StaffContext): Promise<ActionLook>
  /** After the commit; what fails here is done by a job. */
  after?(input: Input, ctx: StaffContext): Promise<void>
  choices?(input: Partial<Input>, ctx: StaffContext): Promise<Record<string, ActionChoice[]>>
}

type Shape = Record<string, z.ZodMiniType>
type FieldsOf<S extends Shape> = { [K in keyof S]: z.output<S[K]> }
interface AnyInput {
  registry?: unknown
}
interface Confirmed {
  reason: string
  version: string
  key: string
}

/** The two calls of an action: the look at it, and its doing (R963). */
export function handleAction<S extends Shape, Facts>(
  action: StaffAction<S>,
  run: ActionRun<FieldsOf<S>, Facts>,
): Handler[] {
  // The contract has parsed exactly these fields.
  const anyAction = action as unknown as StaffAction
  const anyRun = run as unknown as ActionRun<AnyInput, unknown>
  return [
    handle(action.look, (input, ctx) => lookAt(anyAction, anyRun, input as AnyInput, ctx)),
    handle(action.act, (input, ctx) => actOnce(anyAction, anyRun, input as AnyInput & Confirmed, ctx)),
  ]
}

async function lookAt(
  { fields }: StaffAction,
  run: ActionRun<AnyInput, unknown>,
  input: AnyInput,
  ctx: StaffContext,
): Promise<ActionLookView> {
  const choices = (await run.choices?.(input, ctx)) ?? {}
  const typed = await codeOfTyped(input, ctx.db)
  const isChosen = Object.keys(fields.shape).every(name => name in input || !choices[name]?.length)
  if (!isChosen || !isWhole(fields, input)) return { registry: typed, choices, confirm: null }
  try {
    const facts = await run.read(input, ctx, false)
    const found = await ctx.db.transaction().execute(tx => run.look(tx, input, facts, ctx))
    const { before, after, mismatch = null } = found
    const about = await findRegistryHead(found.registryId, ctx)
    return {
      registry: about?.code ?? typed,
      choices,
      confirm: { about: about && toNames(about), mismatch, before, after, version: versionOf(found) },
    }
  } catch (error) {
    throw await withLastAct(error, run, input, ctx.db)
  }
}

async function findRegistryHead(
  id: number | undefined,
  ctx: StaffContext,
): Promise<StaffRegistryHead | null> {
  const row = id === undefined ? undefined : await findAnyRegistryById(ctx.db, id)
  return row ? describeRegistry(row, ctx) : null
}

const toNames = ({ registry_name, event_type, event_day }: StaffRegistryHead): RegistryNames => ({
  name: registry_name,
  event: event_type,
  day: event_day,
})

/** Whether no field that the action needs is missing. */
function isWhole(fields: z.ZodMiniObject<Shape>, input: object): boolean {
  return Object.entries(fields.shape).every(
    ([name, schema]) => name in input || schema.safeParse(undefined).success,
  )
}

async function codeOfTyped({ registry }: { registry?: unknown }, db: Db): Promise<string | null> {
  if (typeof registry !== 'string') return null
  return (await findAnyRegistry(db, registry, foldSlug(registry)))?.code ?? null
}

function versionOf({ before, after, state }: ActionLook): string {
  return createHash('sha256')
    .update(JSON.stringify([before, after, state ?? null]))
    .digest('base64url')
}

/**
 * Does an action whole or not at all, once for each key, and only as it was shown. Throws `staff_action_changed` 409
 * when something is not as it was; every refusal says what was done to the same thing last.
 */
async function actOnce(
  { name }: StaffAction,
  run: ActionRun<AnyInput, unknown>,
  input: AnyInput & Confirmed,
  ctx: StaffContext,
): Promise<{ registry: string | null; order_id: number | null }> {
  const { db, staff } = ctx
  const { key, reason, version } = input
  const formKey = `${staff.id} ${key}`
  const subject = run.subject?.(input)
  try {
    if (await findLineOfForm(db, formKey)) return toDone(run, input, await codeOfTyped(input, db), db)
    const facts = await run.read(input, ctx, true)
    const registryId = await db.transaction().execute(async tx => {
      await lockForm(tx, formKey)
      if (await findLineOfForm(tx, formKey)) return undefined
      const found = await run.look(tx, input, facts, ctx)
      if (versionOf(found) !== version) throw new AppError('staff_action_changed', 409)
      await found.apply()
      const { before, after, registryId: about, customerId } = found
      if (found.history && about !== undefined) await tellHosts(tx, about, found.history, ctx.now)
      await recordAudit(tx, ctx, {
        action: name,
        ...(about !== undefined && { registryId: about }),
        ...(customerId !== undefined && { customerId }),
        ...(subject && { subject }),
        ...{ before, after, reason, formKey },
      })
      return about
    })
    await finish(run, input, ctx)
    const registry = registryId === undefined ? null : await findRegistryCode(db, registryId)
    return toDone(run, input, registry ?? (await codeOfTyped(input, db)), db)
  } catch (error) {
    throw await withLastAct(error, run, input, db)
  }
}

/** Where the reader goes on: the registry, and the order or receipt on its page (R1029). */
async function toDone(
  run: ActionRun<AnyInput, unknown>,
  input: AnyInput,
  registry: string | null,
  db: Db,
): Promise<{ registry: string | null; order_id: number | null }> {
  const { kind, id } = parseSubject(run.subject?.(input) ?? null) ?? {}
  if (kind === 'order') return { registry, order_id: Number(id) }
  if (kind === 'receipt') return { registry, order_id: -Number(id) }
  return { registry, order_id: (await run.findOrder?.(db, input)) ?? null }
}

async function tellHosts(
  tx: Db,
  registryId: number,
  { what, about, isGiving }: ActionHistory,
  now: Date,
): Promise<void> {
  const registry = isGiving ? await findRegistryById(tx, registryId) : undefined
  if (registry && isSurpriseActive(registry, dayInAthens(now))) return
  await addHistoryEntry(tx, { registryId, customerId: null, what, about, at: now })
}

async function finish(run: ActionRun<AnyInput, unknown>, input: AnyInput, ctx: StaffContext) {
  try {
    await run.after?.(input, ctx)
  } catch (error) {
    ctx.log.warn({ err: error }, 'what follows an action of staff is left to the jobs')
  }
}

/** A refusal with who did what to the same thing last, so that the second of two people sees what the first did. */
async function withLastAct(
  error: unknown,
  run: ActionRun<AnyInput, unknown>,
  input: AnyInput,
  db: Db,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.status !== 409) return error
  const about = await findWhatItIsAbout(run, input, db)
  const last = about && (await findLastAct(db, about, actionNames))
  if (!last) return error
  const detail = { ...error.detail, last: { ...last, at: last.at.toISOString() } }
  return new AppError(error.code, error.status, { ...(error.fields && { fields: error.fields }), detail })
}

async function findWhatItIsAbout(run: ActionRun<AnyInput, unknown>, input: AnyInput, db: Db) {
  const subject = run.subject?.(input)
  if (subject !== undefined) return { subject }
  const customerId = run.host?.(input)
  if (customerId !== undefined) return { customerId }
  if (typeof input.registry !== 'string') return null
  const row = await findAnyRegistry(db, input.registry, foldSlug(input.registry))
  return row ? { registryId: row.id } : null
}
