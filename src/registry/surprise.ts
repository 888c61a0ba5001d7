import { findCustomersByIds } from '../account/customer/customer.sql.ts'
import { authorize, throwFieldErrors } from '../base/app-error.ts'
import { type Day, dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, JobContext, RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { addToHistory } from './history.sql.ts'
import * as data from './registry.sql.ts'
import { lockRegistryFor, registryFor } from './registry.ts'
import * as contract from './surprise.contract.ts'
import { findRevealDayError, isSurpriseActive, isSurpriseFor, type SurpriseFields } from './surprise.rules.ts'

export const calls: Handler[] = [handle(contract.changeSurprise, changeSurprise)]

async function changeSurprise(change: ParsedOf<typeof contract.changeSurprise>, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, change.id, 'edit')
  const day = change.surprise ? change.reveal_day : null
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'edit')
    throwFieldErrors(findRevealDayError(day, registry.closing_day, dayInAthens(ctx.now)))
    await data.updateRegistryRow(tx, id, { surprise: change.surprise, reveal_day: day })
    await addToHistory(tx, id, 'surprise', ctx)
    await ctx.registryChanged(tx, id)
  })
  return {}
}

/** Throws `registry_is_secret` 403 if the visitor is a host from whom surprise mode (R221) hides what was given. */
export function refuseDuringSurprise(
  registry: SurpriseFields,
  { customer, now }: Pick<RequestContext, 'customer' | 'now'>,
): void {
  authorize(!isSurpriseFor(registry, customer, dayInAthens(now)), 'registry_is_secret', 403)
}

/** Ends surprise modes that are over and tells the hosts by e-mail, once. Returns how many were due. */
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
    const registry = await data.lockRegistry(tx, id)
    if (!registry?.surprise || isSurpriseActive(registry, today)) return
    await data.updateRegistryRow(tx, id, { surprise: false, reveal_day: null })
    await ctx.registryChanged(tx, id)
    await enqueueRevealEmails(tx, registry, ctx)
  })
}

async function enqueueRevealEmails(
  tx: Db,
  { code, registry_name, customer_id, co_host_id }: data.RegistryRow,
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

const surpriseSlice = 500

/** Registries whose reveal or closing day has passed, by id: at most `surpriseSlice` above `after`. */
async function findDueSurprises(db: Db, today: string, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registry')
    .select('id')
    .where('surprise', '=', true)
    .where('id', '>', after)
    .where('removed_at', 'is', null)
    .where(row => row.or([row('reveal_day', '<=', today), row('closing_day', '<', today)]))
    .orderBy('id')
    .limit(surpriseSlice)
    .execute()
  return rows.map(row => row.id)
}
