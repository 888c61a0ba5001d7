import type { ParsedOf } from '../base/endpoint.ts'
import { Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Work } from '../server/visit.ts'
import * as data from './data.ts'
import * as kept from './leaving-data.ts'
import { graceDays, graceEnd } from './rules.ts'
import { isHis } from './settings.ts'
import * as say from './settings-contract.ts'

/** What somebody calls who leaves. */
export const leavingCalls: Served[] = [serve(say.deactivate, deactivate)]

/** Begins the grace: every session ends, the registries close, a letter says how to come back. */
async function deactivate({ password }: ParsedOf<typeof say.deactivate>, visit: CustomerVisit) {
  const { customer, db, now } = visit
  await isHis(password, 'password', visit)
  await db.transaction().execute(async tx => {
    await kept.beginLeaving(tx, customer.id, now)
    await data.endSessions(tx, customer.id)
    await data.dropCode(tx, customer.id)
    await visit.tell('accountLeaves', tx, { customerId: customer.id })
    const { id, email, language } = customer
    const cause = `leaving:${id}:${now.getTime()}`
    const props = { until: graceEnd(now).toISOString() }
    await visit.post(tx, { cause, template: 'account-leaving', language, to: email, props })
  })
  return {}
}

const atOnce = 50

/**
 * Erases those whose grace is over, and the letters that told them so. Somebody for whom another feature has
 * something left to settle stays until the next look. Answers how many went.
 */
export async function eraseLeft(work: Work): Promise<number> {
  const { db, now } = work
  const since = new Date(now.getTime() - graceDays * 86_400_000)
  const leavers = await kept.leaversSince(db, since, atOnce)
  for (const id of leavers) await orLater(erase(id, since, work))
  await kept.forgetLastLetters(db)
  return leavers.length
}

/** Whoever refused has a reason to wait; anything else is a fault of ours. */
async function orLater(erasing: Promise<void>): Promise<void> {
  try {
    await erasing
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function erase(customerId: number, since: Date, work: Work): Promise<void> {
  await work.db.transaction().execute(async tx => {
    const person = await kept.lockLeaver(tx, customerId, since)
    if (!person) return
    await work.tell('accountErased', tx, { customerId })
    const { email, language } = person
    await kept.eraseCustomer(tx, { id: customerId, email, now: work.now })
    const cause = `erased:${customerId}`
    await work.post(tx, { cause, template: 'account-erased', language, to: email, props: {} })
  })
}
