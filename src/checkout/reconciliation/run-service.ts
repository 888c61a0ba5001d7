import type { JobContext } from '../../server/context/request-context.ts'
import { runInBackground } from '../../shop/port-background.ts'
import type { OrderDifference } from '../orders/rules.ts'
import { findAmountViolations, findLetterViolations, findRegistryViolations } from './data.ts'
import { describeViolations } from './rules.ts'
import {
  advanceRun,
  findFindings,
  findKnownOrders,
  findLastPosition,
  findLastRun,
  findLetterIdsAfter,
  findRegistryIdsAfter,
  type KnownOrder,
  openRun,
  type ReconcileRun,
} from './run-data.ts'
import { compareOrder, describeDifference } from './service.ts'

/** Rows of one step: each takes a second or so, and is done again as a whole when it was stopped. */
const sizes = { registries: 200, letters: 20_000, orders: 250 }
type Phase = keyof typeof sizes
const phases: Phase[] = ['registries', 'letters', 'orders']

/** Compares an order that was placed for a host; a later feature knows those. */
export type CompareHostOrders = (orderIds: number[]) => Promise<OrderDifference[]>

/** How far a look at everything is. */
export interface RunProgress {
  phase: string
  position: number
  lastPosition: number
  startedAt: Date
  isFinished: boolean
  /** Sentences with ids, a line each. */
  findings: string[]
}

/**
 * Looks at everything, one step after the other (R521): invariants by slices of registries, e-mails, and orders by pages
 * of the shop's list, of which only those are read whole that differ from what is stored. What was stopped goes on where it was;
 * several processes share the steps. `onStep` is told after each. Throws ShopFailure.
 */
export async function lookAtEverything(
  ctx: JobContext,
  compareHostOrders: CompareHostOrders,
  onStep: (progress: RunProgress) => void,
): Promise<RunProgress> {
  let run = await openRun(ctx.db, ctx.now)
  while (run.finished_at === null) {
    const step = await runInBackground(() => takeStep(run, ctx, compareHostOrders))
    await advanceRun(ctx.db, run, step.next, step.sentences, ctx.now)
    run = (await findLastRun(ctx.db)) ?? { ...run, finished_at: ctx.now }
    onStep(toProgress(run, []))
  }
  return toProgress(run, await findFindings(ctx.db, run.id))
}

/** How far the last look at everything is, and what it has found; null when there was none. */
export async function findRunProgress({ db }: JobContext): Promise<RunProgress | null> {
  const run = await findLastRun(db)
  return run ? toProgress(run, await findFindings(db, run.id)) : null
}

function toProgress(run: ReconcileRun, findings: string[]): RunProgress {
  const { phase, position, last_position: lastPosition, started_at: startedAt, finished_at } = run
  return { phase, position, lastPosition, startedAt, isFinished: finished_at !== null, findings }
}

interface Step {
  next: Pick<ReconcileRun, 'phase' | 'position' | 'last_position' | 'finished_at'>
  sentences: string[]
}

async function takeStep(
  run: ReconcileRun,
  ctx: JobContext,
  compareHostOrders: CompareHostOrders,
): Promise<Step> {
  const { position } = run
  const phase = phases.find(one => one === run.phase) ?? 'registries'
  const { last, sentences } = await lookers[phase](position, ctx, compareHostOrders)
  if (last !== null) {
    const last_position = run.last_position > 0 ? run.last_position : await findLastPosition(ctx.db, phase)
    return { next: { phase, position: last, last_position, finished_at: null }, sentences }
  }
  const nextPhase = phases[phases.indexOf(phase) + 1]
  const next = nextPhase
    ? { phase: nextPhase, position: 0, last_position: 0, finished_at: null }
    : { phase: 'done', position: 0, last_position: 0, finished_at: ctx.now }
  return { next, sentences }
}

/** Looks at what comes after a position; `last` is null when nothing does. */
type Looker = (
  after: number,
  ctx: JobContext,
  compareHostOrders: CompareHostOrders,
) => Promise<{ last: number | null; sentences: string[] }>

const lookers: Record<Phase, Looker> = {
  registries: async (after, { db }) => {
    const ids = await findRegistryIdsAfter(db, after, sizes.registries)
    const last = ids.at(-1) ?? null
    const violations = last === null ? await findAmountViolations(db) : await findRegistryViolations(db, ids)
    return { last, sentences: describeViolations(violations) }
  },
  letters: async (after, { db }) => {
    const to = (await findLetterIdsAfter(db, after, sizes.letters)).at(-1) ?? null
    if (to === null) return { last: null, sentences: [] }
    return { last: to, sentences: describeViolations(await findLetterViolations(db, { after, to })) }
  },
  orders: async (after, ctx, compareHostOrders) => {
    const known = await findKnownOrders(ctx.db, after, sizes.orders)
    const ids = await findDifferingOrders(known, ctx)
    const differences = await compareHostOrders(ids)
    for (const id of ids) differences.push(...(await compareOrder(id, ctx)))
    return { last: known.at(-1)?.order_id ?? null, sentences: differences.map(describeDifference) }
  },
}

/** Of orders that count here, those that the shop's list lacks, or has with another date or state. */
async function findDifferingOrders(known: KnownOrder[], { shop }: JobContext): Promise<number[]> {
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return []
  const listed = await shop.fetchOrdersBetween(first.order_id, last.order_id)
  const byId = new Map(listed.map(order => [order.id, order]))
  return known
    .filter(({ order_id, shop_changed_at, is_paid }) => {
      const order = byId.get(order_id)
      const isSameDate = shop_changed_at === null || shop_changed_at.getTime() === order?.changedAt?.getTime()
      return !order || !isSameDate || is_paid !== (order.state === 'paid')
    })
    .map(order => order.order_id)
}
