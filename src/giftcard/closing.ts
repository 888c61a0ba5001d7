import { customerById } from '../account/data.ts'
import { dayInAthens } from '../base/dates.ts'
import { lockRegistry, type RegistryRow } from '../registry/data.ts'
import { isSecret } from '../registry/surprise-rules.ts'
import type { Db } from '../server/tables.ts'
import type { Work } from '../server/visit.ts'
import * as closings from './closing-data.ts'
import { isDue, lateHours, noticeDue } from './closing-rules.ts'
import { sumsOf, writeLines } from './data.ts'
import { postClosed, postClosing } from './letters.ts'
import { keepPayout, keyOf } from './requests.ts'
import { closedPurse, purseOf, total } from './rules.ts'

const atOnce = 100

/**
 * Closes what is due: the closing, its payout and its letters are one transaction under the registry's lock, so that
 * it happens once, whoever else tries; the certificate itself is made by the clock of payouts. One registry that
 * fails does not keep the others open.
 */
export async function closeRegistries(work: Work): Promise<number> {
  const { db, now } = work
  const due = await closings.registriesDue(db, dayInAthens(now), now, atOnce)
  const late = await closings.registriesLate(db, lateFrom(now), now, atOnce)
  const failures: unknown[] = []
  for (const id of [...due, ...late]) await closeOne(id, work).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} registries did not close`)
  return due.length + late.length
}

const lateFrom = (now: Date) => new Date(now.getTime() - lateHours * 3_600_000)

async function closeOne(id: number, work: Work): Promise<void> {
  const { db, now } = work
  await db.transaction().execute(async tx => {
    const registry = await lockRegistry(tx, id)
    if (!registry || (await closings.isHeld(tx, id, now))) return
    if (isDue(registry, dayInAthens(now))) await closeNow(tx, registry, work)
    else if (registry.closed_day === registry.closing_day) await payLate(tx, registry, work)
  })
}

/** Money that came to a closed registry: a closing of its own number, the same day, without the letter. */
async function payLate(tx: Db, registry: RegistryRow, work: Work): Promise<void> {
  const last = await closings.lastClosing(tx, registry.id)
  const isQuiet = last && last.created_at < lateFrom(work.now)
  if (isQuiet && purseOf(await sumsOf(tx, registry.id)).open > 0) await settle(tx, registry, work)
}

/** Closes a locked registry at once, whatever its date says: pays what is open, and tells the host. */
export async function closeNow(tx: Db, registry: RegistryRow, work: Work): Promise<void> {
  const { number, cents } = await settle(tx, registry, work)
  const host = await customerById(tx, registry.customer_id)
  if (!host) return
  const sum = { ...(await closings.givenSum(tx, registry.id)), number, cents }
  await postClosed(tx, { registry, host, sum }, work.post)
  await work.changed(tx, registry.id)
}

/** All open money into one certificate, under the next number; what is missing is made up for from the rest. */
async function settle(tx: Db, registry: RegistryRow, work: Work) {
  const { now } = work
  const number = ((await closings.lastClosing(tx, registry.id))?.number ?? 0) + 1
  const { paid, settled } = closedPurse(purseOf(await sumsOf(tx, registry.id)))
  const cause = `closing ${registry.id} ${number} settled`
  await writeLines(tx, registry.id, settled, { kind: 'settled', cause, sign: 1, now })
  const host = await customerById(tx, registry.customer_id)
  if (paid.length > 0 && host)
    await keepPayout(
      tx,
      {
        registryId: registry.id,
        key: keyOf(`closing-${number}`, { closing: number }),
        reason: 'closing',
        closing: number,
        parts: paid,
        to: host,
      },
      work,
    )
  const cents = total(paid)
  const day = registry.closing_day ?? dayInAthens(now)
  await closings.insertClosing(tx, { registry_id: registry.id, number, day, cents, created_at: now })
  return { number, cents }
}

/** Letters to hosts a week before their registry closes, and on the day; each once. */
export async function tellOfClosing({ db, now, post }: Work): Promise<number> {
  const today = dayInAthens(now)
  let written = 0
  for (const one of await closings.closingSoon(db, today)) {
    const { id, code, registry_name, closing_day: day, email, language, open } = one
    const kind = noticeDue(day, today, dayInAthens(one.created_at))
    if (!kind) continue
    await db.transaction().execute(async tx => {
      if (!(await closings.noteNotice(tx, id, day, kind))) return
      const host = { email, language }
      const cents = isSecret(one, today) ? 0 : Math.max(0, open)
      await postClosing(tx, { kind, code, registry: registry_name, day, host, cents }, post)
      written++
    })
  }
  return written
}
