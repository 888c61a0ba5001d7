import { sql } from 'kysely'
import { enqueueConfirmationEmail } from '../account/email-confirmation.ts'
import { AppError } from '../base/app-error.ts'
import { type Day, dayInAthens } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'

/**
 * Whoever leaves is paid what is open, which needs a confirmed e-mail: they are asked to confirm it first (R129). Throws
 * `account_confirm_first` 409.
 */
export async function requireClaimableMoney(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  if (await hasUnclaimableMoney(tx, customerId)) throw new AppError('account_confirm_first', 409)
}

/** After how many days of waiting the owner is reminded (R129). */
const reminderDays = [1, 7, 30]

/** After how many days staff are told. */
const staffDays = 31

const dayMs = 86_400_000

/**
 * What is due of the letters about money that waits since that moment, when so many went out; after a pause of the job
 * only the newest.
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
 * Reminds owners of closed registries that money waits until they confirm the e-mail, and tells staff in the end
 * (R129); returns how many letters went out.
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
      const { code, cents, owner } = money
      // Nothing that the host wrote: the address may be a stranger's.
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

/** Closed registries with money whose owner has not confirmed the e-mail. */
const hasUnclaimedMoney = (today: Day) => sql`registry.removed_at is null and registry.closing_day < ${today}
  and customer.confirmed_at is null and customer.erased_at is null and ${openCents} > 0`

/**
 * Notes which registries have money that waits, since when, and forgets those where it was claimed. Only the closed ones
 * that may have money are looked at (`late_money`): the others are more every year.
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

interface UnclaimedMoney {
  code: string
  cents: Cents
  owner: { id: number; email: string; language: Language }
}

/** Counts a letter, and answers whom it goes to; undefined when another process has sent it. */
async function recordLetter(
  tx: Db,
  registryId: number,
  letters: number,
): Promise<UnclaimedMoney | undefined> {
  const { rows } = await sql<{ code: string; cents: Cents; id: number; email: string; language: Language }>`
    update unclaimed_money set letters = ${letters}
    from registry join customer on customer.id = registry.customer_id
    where unclaimed_money.registry_id = ${registryId} and registry.id = ${registryId} and letters < ${letters}
    returning registry.code, ${openCents}::int as cents, customer.id, customer.email, customer.language`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  const { code, cents, ...owner } = row
  return { code, cents, owner }
}

/** Whether the customer has not confirmed the e-mail, and has money in a registry. */
async function hasUnclaimableMoney(db: Db, customerId: number): Promise<boolean> {
  const { rows } = await sql`
    select from registry join customer on customer.id = registry.customer_id
    where customer.id = ${customerId} and customer.confirmed_at is null and ${openCents} > 0 limit 1`.execute(
    db,
  )
  return rows.length > 0
}
