import { longestHoldDays } from '../../account/proof/rules.ts'
import { dayInAthens } from '../../base/dates.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { releaseTerm } from '../ledger/service.ts'
import {
  findClosedRegistriesWithNewMoney,
  findDueSettlements,
  findRegistriesDueToClose,
  findUpcomingClosings,
  insertClosingNotice,
} from './data.ts'
import { dueClosingReminder } from './rules.ts'
import { closeRegistryIfDue, lateMoneyLimit } from './service.ts'

const batchSize = 100

/**
 * Closes the registries that are due, pays those whose last payment is ripe (R614), and pays out money that came in
 * after a closing (R611); returns how many. A registry that fails does not keep the others from closing. Throws
 * AggregateError with the failures at the end.
 */
export async function closeDueRegistries(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const due = await findRegistriesDueToClose(db, dayInAthens(now), now, batchSize)
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const payable = { now, heldBefore: daysAgo(longestHoldDays) }
  const ripe = await findDueSettlements(db, payable, batchSize)
  const ripeBefore = daysAgo(releaseTerm(ctx).payoutDays)
  const moments = { ...payable, before: lateMoneyLimit(now), ripeBefore }
  const late = await findClosedRegistriesWithNewMoney(db, moments, batchSize)
  const failures: unknown[] = []
  for (const id of [...due, ...ripe, ...late])
    await closeRegistryIfDue(id, ctx).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} registries did not close`)
  return due.length + ripe.length + late.length
}

/** Reminds hosts a week before their registry closes, and on the day, each once (R613); returns how many. */
export async function sendClosingReminders({ db, now, enqueueEmail }: JobContext): Promise<number> {
  const today = dayInAthens(now)
  let count = 0
  for (const registry of await findUpcomingClosings(db, today)) {
    const { id, code, registry_name, closing_day: day, email, language } = registry
    const kind = dueClosingReminder(day, today, dayInAthens(registry.created_at))
    if (!kind) continue
    await db.transaction().execute(async tx => {
      if (!(await insertClosingNotice(tx, id, day, kind))) return
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
