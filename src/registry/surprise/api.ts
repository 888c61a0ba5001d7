import { findCustomersByIds } from '../../account/customer/data.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, JobContext } from '../../server/context/request-context.ts'
import { addHistoryEntry } from '../history/data.ts'
import { registryForHost, rejectFieldErrors } from '../registry/access.ts'
import * as data from '../registry/data.ts'
import * as contract from '../settings/contract.ts'
import { findRevealDayError, isSurpriseActive } from './rules.ts'

export const calls: Handler[] = [handle(contract.changeSurprise, changeSurprise)]

/** Switches surprise mode on, with the day on which all is told where the host wants one, or off. */
async function changeSurprise(change: ParsedOf<typeof contract.changeSurprise>, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const registry = await registryForHost(change.id, ctx)
  const day = change.surprise ? change.reveal_day : null
  rejectFieldErrors(findRevealDayError(day, registry.closing_day, dayInAthens(now)))
  await db.transaction().execute(async tx => {
    await data.updateRegistryRow(tx, registry.id, { surprise: change.surprise, reveal_day: day })
    await addHistoryEntry(tx, { registryId: registry.id, customerId: customer.id, what: 'surprise', at: now })
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}

/** Tells the hosts whose day has come, once, that all can be seen; their registries keep no secret any more. */
export async function revealDueSurprises(ctx: JobContext): Promise<number> {
  const today = dayInAthens(ctx.now)
  const due = await data.findDueSurprises(ctx.db, today)
  for (const id of due)
    await ctx.db.transaction().execute(async tx => {
      const registry = await data.lockRegistry(tx, id)
      if (!registry?.surprise || isSurpriseActive(registry, today)) return
      await data.updateRegistryRow(tx, id, { surprise: false, reveal_day: null })
      await ctx.registryChanged(tx, id)
      await postReveal(tx, registry, ctx)
    })
  return due.length
}

async function postReveal(
  tx: JobContext['db'],
  { code, registry_name, customer_id, co_host_id }: data.RegistryRow,
  { enqueueEmail, now }: Pick<JobContext, 'enqueueEmail' | 'now'>,
): Promise<void> {
  for (const host of await findCustomersByIds(tx, [customer_id, co_host_id]))
    await enqueueEmail(tx, {
      cause: `registry-revealed:${code}:${dayInAthens(now)}:${host.id}`,
      template: 'registry-revealed',
      language: host.language,
      to: host.email,
      props: { id: code, registry_name },
    })
}
