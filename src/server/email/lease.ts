import { type Selectable, sql } from 'kysely'
import { dayMs, hourMs } from '../../base/durations.ts'
import type { Letter, MessageKind } from '../../ui/email/letter.ts'
import type { Config } from '../config.ts'
import type { Db, Tables } from '../postgres/tables.ts'
import {
  type Budget,
  budgetOf,
  cappedKinds,
  kindPolicies,
  mayReceive,
  policyOf,
  type Received,
} from './email-policy.ts'
import { limitReached } from './outbox.ts'

export type OutboxRow = Selectable<Tables['outbox']>

/** How long one process has a message for itself. */
export const leaseMs = 120_000
const batchSize = 20

export interface LeaseDependencies {
  db: Db
  config: Config
  /** What can be sent, by template. */
  letters: Record<string, Letter>
  now: Date
  /** Tells staff that a kind has used up its share (R719); called once for each batch in which messages of it wait. */
  onBudgetReached?: (tx: Db, kind: string) => Promise<void>
}

/**
 * Leases messages that are due, as many as the site's budget and their recipients' limits allow (R719). One process at a
 * time decides, so that nothing beyond them leaves; what is over the budget stays in the outbox and stays due. Answers
 * the messages to send.
 */
export async function leaseDueMessages(dependencies: LeaseDependencies): Promise<OutboxRow[]> {
  const { db, now } = dependencies
  if (!(await findDue(db, now, [], 1)).length) return []
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('outbox', 0))`.execute(tx)
    const budgets = await readBudgets(tx, dependencies)
    const rows: OutboxRow[] = []
    let isRefused: boolean
    do {
      // The places of a kind that is used up by now are for the others.
      isRefused = false
      for (const row of await findDue(tx, now, usedUp(budgets), batchSize - rows.length)) {
        const isFirst = row.released_at === null
        if (isFirst && !(await isRecipientReady(tx, row, dependencies))) continue
        if (isFirst && !spend(budgets, row)) isRefused = true
        else {
          await lease(tx, row, now)
          rows.push({ ...row, attempts: row.attempts + 1 })
        }
      }
    } while (isRefused)
    await reportHeldBack(tx, usedUp(budgets), dependencies)
    return rows
  })
}

/** The part of a day's budget that one hour may use. */
const [mailPerHour, smsPerHour] = [0.15, 0.2]

/** What each kind may still send. */
type Budgets = Map<string, Budget>

async function readBudgets(tx: Db, { config, now }: LeaseDependencies): Promise<Budgets> {
  const { rows } = await sql<{ kind: string; hour: number; day: number }>`
    select kind, coalesce(sum(parts) filter (where released_at > ${new Date(now.getTime() - hourMs)}), 0)::int as hour,
      sum(parts)::int as day
    from outbox where released_at > ${new Date(now.getTime() - dayMs)} group by kind`.execute(tx)
  const mail = { hour: Math.floor(config.MAIL_PER_DAY * mailPerHour), day: config.MAIL_PER_DAY }
  const sms = { hour: Math.floor(config.SMS_PARTS_PER_DAY * smsPerHour), day: config.SMS_PARTS_PER_DAY }
  return new Map(
    (Object.keys(kindPolicies) as MessageKind[]).map(kind => {
      const budget = budgetOf(kind, kind === 'sms' || kind === 'known-sms' ? sms : mail)
      const used = rows.find(row => row.kind === kind)
      return [kind, { hour: budget.hour - (used?.hour ?? 0), day: budget.day - (used?.day ?? 0) }]
    }),
  )
}

const usedUp = (budgets: Budgets): string[] =>
  [...budgets].flatMap(([kind, { hour, day }]) => (hour <= 0 || day <= 0 ? [kind] : []))

/** Takes a message from its kind's budget; false when it is used up, or too small for it. */
function spend(budgets: Budgets, { kind, parts }: OutboxRow): boolean {
  const left = budgets.get(kind)
  if (!left) return true
  if (left.hour < parts || left.day < parts) {
    // The whole kind waits, although a smaller message would fit: small ones could overtake a large one for ever.
    budgets.set(kind, { hour: 0, day: 0 })
    return false
  }
  left.hour -= parts
  left.day -= parts
  return true
}

/** Messages that are due: codes and news of the account first. New ones of kinds that are used up are left out. */
async function findDue(db: Db, now: Date, usedUpKinds: string[], max: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .where(row =>
      row.or([
        row('released_at', 'is not', null),
        row('kind', '!=', sql<string>`all(${usedUpKinds}::text[])`),
      ]),
    )
    .orderBy(sql`kind in ('code', 'access', 'security') desc`)
    .orderBy('next_attempt_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
    .execute()
}

async function lease(tx: Db, { id, attempts, released_at }: OutboxRow, now: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      next_attempt_at: new Date(now.getTime() + leaseMs),
      released_at: released_at ?? now,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Whether its recipient may have one more now. Messages of one moment don't see each other when they are enqueued, so
 * they are counted again here: one too many waits or fails, as its policy says.
 */
async function isRecipientReady(
  tx: Db,
  row: OutboxRow,
  { letters, now }: LeaseDependencies,
): Promise<boolean> {
  if (row.recipient_key === null) return true
  const kind = row.kind as MessageKind
  const dayAgo = new Date(now.getTime() - dayMs)
  const hourAgo = new Date(now.getTime() - hourMs)
  const { rows } = await sql<Received & { is_other_waiting: boolean }>`
    select count(*) filter (where is_same and released_at > ${hourAgo}) as hour,
      count(*) filter (where is_same and released_at > ${dayAgo}) as day,
      count(*) filter (where is_capped and released_at > ${hourAgo}) as capped_hour,
      count(*) filter (where is_capped and released_at > ${dayAgo}) as capped_day,
      count(*) filter (where is_same and state = 'waiting' and released_at is null and id <> ${row.id}) > 0
        as is_other_waiting
    from (
      select *, template = ${row.template} and kind = ${kind} as is_same,
        kind = any(${cappedKinds}::text[]) as is_capped
      from outbox
      where recipient_key = ${row.recipient_key} and (released_at > ${dayAgo} or state = 'waiting')
    ) as received`.execute(tx)
  const [received] = rows
  if (!received || mayReceive(policyOf(row.template, letters), kind, received)) return true
  const { beyond } = kindPolicies[kind]
  const waits = beyond === 'wait' || (beyond === 'once' && !received.is_other_waiting)
  await tx
    .updateTable('outbox')
    .set(
      waits
        ? { next_attempt_at: new Date(now.getTime() + hourMs) }
        : { state: 'failed', error: limitReached, props: '{}' },
    )
    .where('id', '=', row.id)
    .execute()
  return false
}

async function reportHeldBack(tx: Db, kinds: string[], { now, onBudgetReached }: LeaseDependencies) {
  if (!onBudgetReached || kinds.length === 0) return
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from outbox
    where state = 'waiting' and next_attempt_at <= ${now} and released_at is null and kind = any(${kinds})`.execute(
    tx,
  )
  for (const { kind } of rows) await onBudgetReached(tx, kind)
}
