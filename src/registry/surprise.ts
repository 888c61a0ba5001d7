import { customersById } from '../account/data.ts'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Work } from '../server/visit.ts'
import * as data from './data.ts'
import { noteChange } from './history-data.ts'
import { hostRegistry, refuseFields } from './hosting.ts'
import * as said from './settings-contract.ts'
import { isSecret, wrongReveal } from './surprise-rules.ts'

export const calls: Served[] = [serve(said.changeSurprise, changeSurprise)]

/** Switches surprise mode on, with the day on which all is told where the host wants one, or off. */
async function changeSurprise(change: ParsedOf<typeof said.changeSurprise>, visit: CustomerVisit) {
  const { db, customer, now } = visit
  const registry = await hostRegistry(change.id, visit)
  const day = change.surprise ? change.reveal_day : null
  refuseFields(wrongReveal(day, registry.closing_day, dayInAthens(now)))
  await db.transaction().execute(async tx => {
    await data.changeRegistry(tx, registry.id, { surprise: change.surprise, reveal_day: day })
    await noteChange(tx, { registryId: registry.id, customerId: customer.id, what: 'surprise', at: now })
    await visit.changed(tx, registry.id)
  })
  return {}
}

/** Tells the hosts whose day has come, once, that all can be seen; their registries keep no secret any more. */
export async function reveal(work: Work): Promise<number> {
  const today = dayInAthens(work.now)
  const due = await data.secretsDue(work.db, today)
  for (const id of due)
    await work.db.transaction().execute(async tx => {
      const registry = await data.lockRegistry(tx, id)
      if (!registry?.surprise || isSecret(registry, today)) return
      await data.changeRegistry(tx, id, { surprise: false, reveal_day: null })
      await work.changed(tx, id)
      await postReveal(tx, registry, work)
    })
  return due.length
}

async function postReveal(
  tx: Work['db'],
  { code, registry_name, customer_id, co_host_id }: data.RegistryRow,
  { post, now }: Pick<Work, 'post' | 'now'>,
): Promise<void> {
  for (const host of await customersById(tx, [customer_id, co_host_id]))
    await post(tx, {
      cause: `registry-revealed:${code}:${dayInAthens(now)}:${host.id}`,
      template: 'registry-revealed',
      language: host.language,
      to: host.email,
      props: { id: code, registry_name },
    })
}
