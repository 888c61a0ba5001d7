import { findCustomersByIds } from '../../account/customer/data.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as registries from '../registry/data.ts'
import { findDueSurprises, surpriseSlice } from './data.ts'
import { isSurpriseActive } from './rules.ts'

/** Ends the surprises whose day has come and tells their hosts by e-mail, once. Returns how many were due. */
export async function revealDueSurprises(ctx: JobContext): Promise<number> {
  const today = dayInAthens(ctx.now)
  let [count, last] = [0, 0]
  let due: number[]
  do {
    due = await findDueSurprises(ctx.db, today, last)
    for (const id of due) await reveal(ctx, id, today)
    count += due.length
    last = due.at(-1) ?? last
  } while (due.length === surpriseSlice)
  return count
}

async function reveal(ctx: JobContext, id: number, today: Day): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const registry = await registries.lockRegistry(tx, id)
    if (!registry?.surprise || isSurpriseActive(registry, today)) return
    await registries.updateRegistryRow(tx, id, { surprise: false, reveal_day: null })
    await ctx.registryChanged(tx, id)
    await enqueueRevealEmails(tx, registry, ctx)
  })
}

async function enqueueRevealEmails(
  tx: Db,
  { code, registry_name, customer_id, co_host_id }: registries.RegistryRow,
  { enqueueEmail, now }: JobContext,
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
