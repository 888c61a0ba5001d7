import { sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import type { Db } from '../../server/postgres/tables.ts'

const openCents = sql`(select coalesce(sum(cents), 0) from ledger
  where ledger.registry_id = registry.id and account <> 'goods')`

/** Closed registries with money whose owner has not confirmed the e-mail. */
const hasUnclaimedMoney = (today: Day) => sql`registry.removed_at is null and registry.closing_day < ${today}
  and customer.confirmed_at is null and customer.erased_at is null and ${openCents} > 0`

/**
 * Notes which registries have money that waits, since when, and forgets those where it was claimed. Only the closed ones
 * that may have money are looked at (`late_money`): the others are more every year.
 */
export async function updateUnclaimedMoney(db: Db, today: Day, now: Date): Promise<void> {
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

export interface UnclaimedMoney {
  code: string
  cents: Cents
  owner: { id: number; email: string; language: Language }
}

/** Counts a letter, and answers whom it goes to; undefined when another process has sent it. */
export async function recordLetter(
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
export async function hasUnclaimableMoney(db: Db, customerId: number): Promise<boolean> {
  const { rows } = await sql`
    select from registry join customer on customer.id = registry.customer_id
    where customer.id = ${customerId} and customer.confirmed_at is null and ${openCents} > 0 limit 1`.execute(
    db,
  )
  return rows.length > 0
}
