import { sql } from 'kysely'
import { dayMs, hourMs } from '../base/durations.ts'
import type { StaffLetter } from '../server/context/emails.ts'
import type { JobContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'

/**
 * When staff are told of unusual events in the security log (R942). Each kind has a minimum and a multiple of the
 * usual: the first alone would ring all day in a large shop, the second alone all night in a small one.
 */
const alarmRules = {
  /** Somebody who has forgotten a password fails at most ten times before the limits stop them. */
  failuresOnAccount: 50,
  /** Accounts with failed sign-ins in two hours. */
  accountsWithFailures: 30,
  /** Cents that leave registries within an hour. */
  moneyOutCents: 500_000,
  /** How many times the usual amount. */
  unusualFactor: 5,
  /** The usual amount is the average of this many days. */
  usualDays: 30,
  /** For how long the same alarm is not repeated. */
  quietMs: hourMs,
}

/** At least `least`, and more than a multiple of the usual. */
function isUnusual(amount: number, least: number, usual: number): boolean {
  return amount >= least && amount > alarmRules.unusualFactor * usual
}

const accountsInLetter = 10

/** Tells staff of unusual events in the security log (R942), of each kind at most once an hour. */
export async function tellStaffOfAlarms(ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    await lockAlarms(tx)
    await checkOneAccount(tx, ctx)
    await checkManyAccounts(tx, ctx)
    await checkMoneyOut(tx, ctx)
  })
}

async function checkOneAccount(tx: Db, ctx: JobContext): Promise<void> {
  const { failuresOnAccount } = alarmRules
  const found = await findAccountsWithFailures(tx, lastTwoHours(ctx.now), failuresOnAccount, accountsInLetter)
  if (found.length === 0) return
  const accounts = found.map(one => one.customer_id).join(', ')
  await raiseAlarm(tx, ctx, 'alarm-one-account', { accounts, failures: found[0]?.failures ?? 0 })
}

async function checkManyAccounts(tx: Db, ctx: JobContext): Promise<void> {
  const since = lastTwoHours(ctx.now)
  const end = new Date(ctx.now.getTime() + 1)
  const accounts = await countAccountsWithFailures(tx, since, end)
  if (accounts < alarmRules.accountsWithFailures) return
  const before = await countAccountsWithFailures(tx, daysBefore(since), since)
  const usual = (2 * before) / (24 * alarmRules.usualDays)
  if (!isUnusual(accounts, alarmRules.accountsWithFailures, usual)) return
  await raiseAlarm(tx, ctx, 'alarm-many-accounts', { accounts, usual: Math.round(usual) })
}

async function checkMoneyOut(tx: Db, ctx: JobContext): Promise<void> {
  const { now } = ctx
  const since = new Date(now.getTime() - hourMs)
  const cents = await sumMoneyOut(tx, since, new Date(now.getTime() + 1))
  if (cents < alarmRules.moneyOutCents) return
  const usual = (await sumMoneyOut(tx, daysBefore(since), since)) / (24 * alarmRules.usualDays)
  if (!isUnusual(cents, alarmRules.moneyOutCents, usual)) return
  await raiseAlarm(tx, ctx, 'alarm-money-out', { cents, usual: Math.round(usual) })
}

/** At most once a day for each kind: messages wait because their share of the sending budget is used up (R719). */
export async function tellStaffOfBudget(tx: Db, kind: string, ctx: JobContext): Promise<void> {
  await tellOnce(tx, ctx, {
    about: `budget-${kind}`,
    quietMs: dayMs,
    template: 'budget-reached',
    props: { kind },
  })
}

async function raiseAlarm(tx: Db, ctx: JobContext, template: string, props: object): Promise<void> {
  await tellOnce(tx, ctx, { about: template, quietMs: alarmRules.quietMs, template, props: { ...props } })
}

/** Tells staff, and the security log, unless they were told of the same within `quietMs`; answers whether it did. */
export async function tellOnce(
  tx: Db,
  ctx: JobContext,
  { about, quietMs, ...letter }: Omit<StaffLetter, 'cause'> & { about: string; quietMs: number },
): Promise<boolean> {
  if (await wasToldSince(tx, about, new Date(ctx.now.getTime() - quietMs))) return false
  await ctx.recordSecurityEvent({ kind: 'alarm', about }, tx)
  await ctx.tellStaff(tx, { cause: `${about}:${ctx.now.toISOString()}`, ...letter })
  return true
}

/** The start of the previous hour, because failures are counted by the hour. */
function lastTwoHours(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) - 1) * hourMs)
}

function daysBefore(day: Date): Date {
  return new Date(day.getTime() - alarmRules.usualDays * dayMs)
}

/** Serialises checks for alarms across processes, until the transaction ends. */
export async function lockAlarms(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('security alarms'))`.execute(tx)
}

/** Whether staff were told of `about` after `since`. */
async function wasToldSince(db: Db, about: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('security_event')
    .select('id')
    .where('kind', '=', 'alarm')
    .where('window_start', '>', new Date(since.getTime() - 60_000))
    .where('last_at', '>', since)
    .where('about', '=', about)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Up to `max` accounts with at least `least` failed sign-ins or proofs since `since`, those with most first. */
async function findAccountsWithFailures(
  db: Db,
  since: Date,
  least: number,
  max: number,
): Promise<{ customer_id: number; failures: number }[]> {
  const { rows } = await sql<{ customer_id: number; failures: number }>`
    select customer_id, sum(count)::int as failures from security_event
    where kind in ('sign_in_failed', 'proof_failed') and window_start >= ${since} and customer_id is not null
    group by customer_id having sum(count) >= ${least} order by failures desc limit ${max}`.execute(db)
  return rows
}

/** Counts an account once an hour; an e-mail without an account counts at each attempt. */
async function countAccountsWithFailures(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ accounts: number }>`
    select (count(distinct (window_start, customer_id)) filter (where customer_id is not null)
      + coalesce(sum(count) filter (where customer_id is null), 0))::int as accounts
    from security_event
    where kind = 'sign_in_failed' and window_start >= ${from} and window_start < ${until}`.execute(db)
  return rows[0]?.accounts ?? 0
}

async function sumMoneyOut(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from security_event
    where kind = 'money_out' and window_start >= ${from} and window_start < ${until}`.execute(db)
  return Number(rows[0]?.cents ?? 0)
}
