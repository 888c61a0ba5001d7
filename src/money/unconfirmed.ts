import { sql } from 'kysely'
import { enqueueConfirmationEmail } from '../account/email-confirmation.ts'
import { AppError } from '../base/app-error.ts'
import { type Day, dayInAthens } from '../base/dates.ts'
import { dayMs } from '../base/durations.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'

/**
 * Whoever leaves is paid all open money, which needs a confirmed e-mail (R129). In surprise mode with or without money,
 * because a refusal for money only would reveal it (R222). Throws `account_confirm_first` 409.
 */
export async function requireClaimableMoney(
  tx: Db,
  { customerId, isRepeated }: DomainEvents['accountDeactivated'],
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  if (isRepeated) return
  const { rows } = await sql<SurpriseDays & { cents: Cents }>`
    select surprise, reveal_day, closing_day, removed_at, ${openCents}::int as cents
    from registry join customer on customer.id = registry.customer_id
    where customer.id = ${customerId} and customer.confirmed_at is null`.execute(tx)
  const today = dayInAthens(now)
  const isHiding = (row: SurpriseDays) => row.removed_at === null && isSurpriseActive(row, today)
  if (rows.some(row => row.cents > 0 || isHiding(row))) throw new AppError('account_confirm_first', 409)
}

type SurpriseDays = Pick<RegistryRow, 'surprise' | 'reveal_day' | 'closing_day' | 'removed_at'>

/** Days of waiting after which the owner is reminded (R129). */
const reminderDays = [1, 7, 30]

const staffDays = 31

/**
 * The letter that is due for money that waits since `since`, after `letters` were sent; after a pause of the job only
 * the newest.
 */
export function dueLetter(
  since: Date,
  letters: number,
  now: Date,
): { to: 'owner' | 'staff'; number: number } | null {
  const days = (now.getTime() - since.getTime()) / dayMs
  const number = [...reminderDays, staffDays].filter(one => one <= days).length
  if (number <= letters) return null
  return { to: number > reminderDays.length ? 'staff' : 'owner', number }
}

/**
 * Reminds owners of closed registries that their money waits for a confirmed e-mail, and finally tells staff (R129);
 * answers how many letters were sent.
 */
export async function remindOfUnclaimedMoney(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  await updateUnclaimedMoney(db, dayInAthens(now), now)
  let count = 0
  const unclaimed = await findRows(db, 'unclaimed_money', { where: {}, orderBy: ['registry_id'] })
  for (const { registry_id, since, letters } of unclaimed) {
    const due = dueLetter(since, letters, now)
    if (!due) continue
    await db.transaction().execute(async tx => {
      const money = await recordLetter(tx, registry_id, due.number)
      if (!money) return
      const { code, cents, ...owner } = money
      // Contains nothing that the host wrote, as the address may be a stranger's.
      if (due.to === 'owner') await enqueueConfirmationEmail(tx, 'money-waits', owner, ctx, { cents })
      else
        await ctx.tellStaff(tx, {
          cause: `money-unclaimed:${registry_id}:${since.getTime()}`,
          template: 'money-unclaimed',
          props: { code, cents },
        })
      count++
    })
  }
  return count
}

const openCents = sql`(select coalesce(sum(cents), 0) from ledger
  where ledger.registry_id = registry.id and account <> 'goods')`

/** SQL: closed, with money, and the owner's e-mail isn't confirmed. */
const hasUnclaimedMoney = (today: Day) => sql`registry.removed_at is null and registry.closing_day < ${today}
  and customer.confirmed_at is null and customer.erased_at is null and ${openCents} > 0`

/**
 * Stores which registries have unclaimed money and since when, and deletes those where it was claimed. Only registries
 * in `late_money` are looked at: the number of closed ones grows every year.
 */
async function updateUnclaimedMoney(db: Db, today: Day, now: Date): Promise<void> {
  await sql`
    insert into unclaimed_money (registry_id, since)
    select registry.id, ${now} from late_money join registry on registry.id = late_money.registry_id
    join customer on customer.id = registry.customer_id
    where ${hasUnclaimedMoney(today)}
    on conflict do nothing`.execute(db)
  await sql`
    delete from unclaimed_money using registry, customer
    where registry.id = unclaimed_money.registry_id and customer.id = registry.customer_id
      and not (${hasUnclaimedMoney(today)})`.execute(db)
}

/** Money of a registry, with its owner. */
interface UnclaimedMoney {
  code: string
  cents: Cents
  id: number
  email: string
  language: Language
}

/** Counts a letter and answers whom it goes to; undefined when another process has sent it. */
async function recordLetter(
  tx: Db,
  registryId: number,
  letters: number,
): Promise<UnclaimedMoney | undefined> {
  const { rows } = await sql<UnclaimedMoney>`
    update unclaimed_money set letters = ${letters}
    from registry join customer on customer.id = registry.customer_id
    where unclaimed_money.registry_id = ${registryId} and registry.id = ${registryId} and letters < ${letters}
    returning registry.code, ${openCents}::int as cents, customer.id, customer.email, customer.language`.execute(
    tx,
  )
  return rows[0]
}
