import { sql } from 'kysely'
import { type Day, dayInAthens } from '../base/dates.ts'
import { dayMs, hourMs } from '../base/durations.ts'
import type { Language } from '../base/language.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { deleteRows, insertNewRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'

/**
 * For so many months after the event a guest list is kept (R943); without one after the closing day, else after the
 * registry was made.
 */
const months = 12
/** The host is told so many days before. */
const noticeDays = 30
/** A registry that its host deleted keeps its guests for so many days, in case it was a mistake. */
const removedDays = 30

/** So that a first run over many old lists leaves room for other letters. */
const lettersPerRun = 200

/** Tells up to `max` hosts that the guest list of their past event is about to be deleted (R943); answers how many. */
export async function tellOfEndingGuestLists(ctx: JobContext, max: number): Promise<number> {
  const { db, now } = ctx
  const today = dayInAthens(now)
  await deleteVoidNotices(db, today)
  const ending = await findGuestListsToEnd(db, { now, today }, Math.min(max, lettersPerRun))
  for (const list of ending)
    await db.transaction().execute(async tx => {
      const isFirst = await insertNewRow(tx, 'guest_list_notice', {
        registry_id: list.registry_id,
        told_at: now,
      })
      if (!isFirst || list.email === null) return
      const { code, registry_name, email, language, day, undated } = list
      const isTold = await ctx.enqueueEmail(tx, {
        cause: `guest-list-ends:${code}:${day}`,
        template: 'guest-list-ends',
        language,
        to: email,
        props: { id: code, registry_name, day, undated },
      })
      // Too many letters today: the notice is tried again. Without a confirmed e-mail no letter can go out, and the
      // list is deleted in its time.
      if (!isTold && list.is_confirmed)
        await deleteRows(tx, 'guest_list_notice', { registry_id: list.registry_id })
    })
  return ending.length
}

/** The day from which a registry's guest list ages; an index has it. */
const basis = sql`coalesce(registry.event_day, registry.closing_day, (registry.created_at at time zone 'UTC')::date)`
/** The day until which the basis lies when the list goes so many days from today. */
const oldEnough = (today: Day, days: number) =>
  sql`(${today}::date + ${days}::int - make_interval(months => ${months}::int))::date`

/** Lists whose time ended within so many days are looked at each hour. */
const recentDays = 3
/**
 * Lists whose time ended before (while nothing ran, or by a change of the event's day) are looked at in turns of so
 * many registries an hour.
 */
const turnSize = 2000

/** The registries whose turn it is in this hour, by their ids. */
const registriesInTurn = (now: Date) => sql`(
  select registry.id from (
    select ${Math.floor(now.getTime() / hourMs)}::bigint % (max(id) / ${turnSize}::int + 1) * ${turnSize}::int as first
    from registry) turn
  cross join lateral (select id from registry where id >= first and id < first + ${turnSize}::int) registry)`

interface EndingGuestList {
  registry_id: number
  code: string
  registry_name: string
  /** The owner; null when their account was erased. */
  email: string | null
  /** Whether that e-mail is confirmed. */
  is_confirmed: boolean
  language: Language
  /** When it is deleted. */
  day: Day
  /** Whether the event has no day yet, so that setting one keeps the list. */
  undated: boolean
}

/**
 * Up to `max` registries whose guest list ends within the days of the notice, and whose host was not told: of the events
 * that came to it lately, and of all others those whose turn it is.
 */
async function findGuestListsToEnd(
  db: Db,
  { now, today }: { now: Date; today: Day },
  max: number,
): Promise<EndingGuestList[]> {
  const until = oldEnough(today, noticeDays)
  const { rows } = await sql<EndingGuestList>`
    select registry.id as registry_id, code, registry_name, customer.language,
      case when customer.erased_at is null then customer.email end as email,
      customer.confirmed_at is not null as is_confirmed,
      greatest((${basis} + make_interval(months => ${months}::int))::date, ${today}::date + ${noticeDays}::int) as day,
      event_day is null and closing_day is null as undated
    from registry join customer on customer.id = registry.customer_id
    where registry.id = any (array(
        select id from registry where ${basis} > ${until} - ${recentDays}::int and ${basis} <= ${until}
        union select id from ${registriesInTurn(now)} registry))
      and ${basis} <= ${until} and registry.removed_at is null
      and exists (select from guest where guest.registry_id = registry.id)
      and not exists (select from guest_list_notice notice where notice.registry_id = registry.id)
    limit ${max}`.execute(db)
  return rows
}

/**
 * Deletes notices whose event was moved to later, and those whose list is empty: a new list has a notice of its own.
 */
async function deleteVoidNotices(db: Db, today: Day): Promise<void> {
  await sql`
    delete from guest_list_notice where registry_id in (
      select notice.registry_id from guest_list_notice notice join registry on registry.id = notice.registry_id
      where ${basis} > ${oldEnough(today, noticeDays)}
        or not exists (select from guest where guest.registry_id = registry.id)
      for update of notice skip locked)`.execute(db)
}

/** Deletes up to `max` guests of past events whose hosts were told in time (R943); answers how many. */
export async function deleteEndedGuestLists({ db, now }: JobContext, max: number): Promise<number> {
  const toldBefore = new Date(now.getTime() - noticeDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from guest where ctid = any (array(
      select guest.ctid from guest
      join guest_list_notice notice on notice.registry_id = guest.registry_id
      join registry on registry.id = guest.registry_id
      where notice.told_at <= ${toldBefore} and ${basis} <= ${oldEnough(dayInAthens(now), 0)}
      limit ${max} for update of guest skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes up to `max` guests of registries that their hosts deleted a month ago; answers how many. */
export async function deleteGuestsOfRemoved(db: Db, now: Date, max: number): Promise<number> {
  const before = new Date(now.getTime() - removedDays * dayMs)
  const { numAffectedRows } = await sql`
    delete from guest where ctid = any (array(
      select guest.ctid from registry join guest on guest.registry_id = registry.id
      where registry.id = any (array(
          select id from registry
          where removed_at < ${before} and removed_at > ${before}::timestamptz - make_interval(days => ${recentDays}::int)
          union select id from ${registriesInTurn(now)} registry))
        and registry.removed_at < ${before}
      limit ${max} for update of guest skip locked))`.execute(db)
  return Number(numAffectedRows)
}
