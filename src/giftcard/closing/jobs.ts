import { longestHoldDays } from '../../account/proof/rules.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { releaseTerm } from '../ledger/service.ts'
import * as data from './data.ts'
import * as lateMoney from './late-money-data.ts'
import { dueClosingReminder } from './rules.ts'
import { closeRegistryIfDue, lateMoneyLimit } from './service.ts'

/** How many registries one statement finds; each is closed in a transaction of its own. */
const sliceSize = 100

/**
 * Closes the registries that are due, pays those whose last payment is ripe (R614), and pays out money that came in
 * after a closing (R611); returns how many were tried. What is due is done first, slice by slice, until nothing is left
 * or the run's time is over: the next run goes on. A registry that fails does not keep the others from closing. Throws
 * AggregateError with the failures at the end.
 */
export async function closeDueRegistries(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const run: ClosingRun = { ctx, tried: 0, failures: [], isOver: timeLimit(runMs) }
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const payable = { now, heldBefore: daysAgo(longestHoldDays) }
  await closeSlices(run, after =>
    data.findRegistriesDueToClose(db, { today: dayInAthens(now), now }, sliceSize, after),
  )
  await closeSlices(run, after => data.findDueSettlements(db, payable, sliceSize, after))
  const ripeBefore = daysAgo(releaseTerm(ctx).payoutDays)
  await payLateMoney(run, { ...payable, before: lateMoneyLimit(now), ripeBefore })
  const { failures, tried } = run
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} registries did not close`)
  return tried
}

/** Shorter than the time between two runs. */
const runMs = 150_000

interface ClosingRun {
  ctx: JobContext
  tried: number
  failures: unknown[]
  isOver(): boolean
}

function timeLimit(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}

/** Closes or settles what `find` finds, slice by slice; one that can't be done now is behind the next slice's beginning. */
async function closeSlices(
  run: ClosingRun,
  find: (after: data.DueCursor | undefined) => Promise<data.DueCursor[]>,
): Promise<void> {
  let after: data.DueCursor | undefined
  do {
    const slice = await find(after)
    for (const { id } of slice) await tryToClose(run, id)
    after = slice.at(-1)
  } while (after && !run.isOver())
}

async function tryToClose(run: ClosingRun, id: number): Promise<void> {
  run.tried++
  await closeRegistryIfDue(id, run.ctx).catch(error => run.failures.push(error))
}

/** Looks at the closed registries that may have money, slice by slice; those that have none left are looked at no more. */
async function payLateMoney(
  run: ClosingRun,
  moments: Parameters<typeof lateMoney.findClosedRegistriesWithNewMoney>[2],
): Promise<void> {
  const { db } = run.ctx
  let after = 0
  while (!run.isOver()) {
    const slice = await lateMoney.listLateMoney(db, sliceSize, after)
    if (slice.length === 0) return
    for (const id of await lateMoney.findClosedRegistriesWithNewMoney(db, slice, moments))
      await tryToClose(run, id)
    await db.transaction().execute(tx => lateMoney.deleteSpentLateMoney(tx, slice))
    after = slice.at(-1) ?? after
  }
}

/** Reminds hosts a week before their registry closes, and on the day, each once (R613); returns how many. */
export async function sendClosingReminders({ db, now, enqueueEmail }: JobContext): Promise<number> {
  const today = dayInAthens(now)
  let count = 0
  for await (const registry of eachUpcomingClosing(db, today)) {
    const { id, code, registry_name, closing_day: day, email, language } = registry
    const kind = dueClosingReminder(day, today, dayInAthens(registry.created_at))
    if (!kind) continue
    await db.transaction().execute(async tx => {
      if (!(await data.insertClosingNotice(tx, id, day, kind))) return
      const cents = isSurpriseActive(registry, today) ? 0 : Math.max(0, registry.open)
      await enqueueEmail(tx, {
        cause: `registry-closing:${code}:${day}:${kind}`,
        template: `registry-closing-${kind}`,
        language,
        to: email,
        props: { code, registry: registry_name, day, cents },
      })
      count++
    })
  }
  return count
}

async function* eachUpcomingClosing(db: JobContext['db'], today: Day): AsyncGenerator<data.UpcomingClosing> {
  let after: data.DueCursor | undefined
  do {
    const slice: data.UpcomingClosing[] = await data.findUpcomingClosings(db, today, sliceSize, after)
    yield* slice
    const last = slice.at(-1)
    after = last && { at: last.closing_day, id: last.id }
  } while (after)
}
