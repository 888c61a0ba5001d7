import { dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { deleteRows, insertNewRow } from '../../server/postgres/rows.ts'
import * as data from './data.ts'

/** So that a first run over many old lists leaves room for other letters. */
const lettersPerRun = 200

/** Tells up to `max` hosts that the guest list of their past event is about to be deleted (R943); answers how many. */
export async function tellOfEndingGuestLists(ctx: JobContext, max: number): Promise<number> {
  const { db, now } = ctx
  const today = dayInAthens(now)
  await data.deleteVoidNotices(db, today)
  const ending = await data.findGuestListsToEnd(db, { now, today }, Math.min(max, lettersPerRun))
  for (const list of ending)
    await db.transaction().execute(async tx => {
      const isFirst = await insertNewRow(tx, 'guest_list_notice', {
        registry_id: list.registry_id,
        told_at: now,
      })
      if (!isFirst || list.email === null) return
      const { code, registry_name, email, language, day } = list
      const isTold = await ctx.enqueueEmail(tx, {
        cause: `guest-list-ends:${code}:${day}`,
        template: 'guest-list-ends',
        language,
        to: email,
        props: { id: code, registry_name, day },
      })
      // Too many letters today; whoever can't be written to at all has the list for its time and no longer.
      if (!isTold && list.is_confirmed)
        await deleteRows(tx, 'guest_list_notice', { registry_id: list.registry_id })
    })
  return ending.length
}

/** Deletes up to `max` guests of past events whose hosts were told in time (R943); answers how many. */
export async function deleteEndedGuestLists(ctx: JobContext, max: number): Promise<number> {
  return data.deleteOldGuests(ctx.db, { now: ctx.now, today: dayInAthens(ctx.now) }, max)
}
