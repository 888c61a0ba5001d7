import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as data from './data.ts'
import { alarmRules, isUnusual } from './rules.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const accountsInLetter = 10

/** Tells staff what is unusual in the security log (R942), of each kind at most once an hour. */
export async function tellStaffOfAlarms(ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    await data.lockAlarms(tx)
    await checkOneAccount(tx, ctx)
    await checkManyAccounts(tx, ctx)
    await checkMoneyOut(tx, ctx)
  })
}

async function checkOneAccount(tx: Db, ctx: JobContext): Promise<void> {
  const { failuresOnAccount } = alarmRules
  const found = await data.findAccountsWithFailures(
    tx,
    lastTwoHours(ctx.now),
    failuresOnAccount,
    accountsInLetter,
  )
  if (found.length === 0) return
  const accounts = found.map(one => one.customer_id).join(', ')
  await tellOnce(tx, ctx, 'alarm-one-account', { accounts, failures: found[0]?.failures ?? 0 })
}

async function checkManyAccounts(tx: Db, ctx: JobContext): Promise<void> {
  const since = lastTwoHours(ctx.now)
  const end = new Date(ctx.now.getTime() + 1)
  const accounts = await data.countAccountsWithFailures(tx, since, end)
  if (accounts < alarmRules.accountsWithFailures) return
  const before = await data.countAccountsWithFailures(tx, daysBefore(since), since)
  const usual = (2 * before) / (24 * alarmRules.usualDays)
  if (!isUnusual(accounts, alarmRules.accountsWithFailures, usual)) return
  await tellOnce(tx, ctx, 'alarm-many-accounts', { accounts, usual: Math.round(usual) })
}

async function checkMoneyOut(tx: Db, ctx: JobContext): Promise<void> {
  const { now } = ctx
  const since = new Date(now.getTime() - hourMs)
  const cents = await data.sumMoneyOut(tx, since, new Date(now.getTime() + 1))
  if (cents < alarmRules.moneyOutCents) return
  const usual = (await data.sumMoneyOut(tx, daysBefore(since), since)) / (24 * alarmRules.usualDays)
  if (!isUnusual(cents, alarmRules.moneyOutCents, usual)) return
  await tellOnce(tx, ctx, 'alarm-money-out', { cents, usual: Math.round(usual) })
}

/** Tells staff, once a day for each kind, that messages wait because their share of the budget is used up (R719). */
export async function tellStaffOfBudget(tx: Db, kind: string, ctx: JobContext): Promise<void> {
  const about = `budget-${kind}`
  if (await data.wasToldSince(tx, about, new Date(ctx.now.getTime() - dayMs))) return
  await ctx.recordSecurityEvent({ kind: 'alarm', about }, tx)
  const cause = `${about}:${ctx.now.toISOString()}`
  await ctx.tellStaff(tx, { cause, template: 'budget-reached', props: { kind } })
}

async function tellOnce(tx: Db, ctx: JobContext, template: string, props: object): Promise<void> {
  const { now } = ctx
  if (await data.wasToldSince(tx, template, new Date(now.getTime() - alarmRules.quietMs))) return
  await ctx.recordSecurityEvent({ kind: 'alarm', about: template }, tx)
  await ctx.tellStaff(tx, { cause: `${template}:${now.toISOString()}`, template, props: { ...props } })
}

/** The beginning of the hour before this one: failures are counted by the hour. */
function lastTwoHours(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) - 1) * hourMs)
}

function daysBefore(day: Date): Date {
  return new Date(day.getTime() - alarmRules.usualDays * dayMs)
}
