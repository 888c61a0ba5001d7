import { throwFieldErrors } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { addHistoryEntry } from '../history/data.ts'
import { lockRegistryFor, registryFor } from '../registry/access.ts'
import * as data from '../registry/data.ts'
import * as contract from './contract.ts'
import { findRevealDayError } from './rules.ts'

export const calls: Handler[] = [handle(contract.changeSurprise, changeSurprise)]

/** Switches surprise mode on, until a day if the host names one, or off (R221). */
async function changeSurprise(change: ParsedOf<typeof contract.changeSurprise>, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const { id } = await registryFor(ctx, change.id, 'edit')
  const day = change.surprise ? change.reveal_day : null
  await db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'edit')
    throwFieldErrors(findRevealDayError(day, registry.closing_day, dayInAthens(now)))
    await data.updateRegistryRow(tx, id, { surprise: change.surprise, reveal_day: day })
    await addHistoryEntry(tx, { registryId: id, customerId: customer.id, what: 'surprise', at: now })
    await ctx.registryChanged(tx, id)
  })
  return {}
}
