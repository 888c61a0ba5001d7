import { type Insertable, sql } from 'kysely'
import type { Cents } from '../../base/money.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'

type ShopId = NonNullable<Insertable<Tables['payout']>['shop_id']>

/** The certificate with money on it whose balance was read longest ago, before that moment; null when all are newer. */
export async function findCertificateToRead(db: Db, before: Date): Promise<ShopId | null> {
  const row = await db
    .selectFrom('payout')
    .select('shop_id')
    .where('method', '=', 'certificate')
    .where('state', '=', 'done')
    .where('balance_cents', '>', 0)
    .where('balance_at', '<', before)
    .orderBy('balance_at')
    .orderBy('shop_id')
    .limit(1)
    .executeTakeFirst()
  return row?.shop_id ?? null
}

/** Stores what the shop says is left on its certificates, by their ids; a balance that was read since then stays. */
export async function storeBalances(db: Db, balances: Map<number, Cents>, readAt: Date): Promise<void> {
  if (balances.size === 0) return
  await sql`
    update payout set balance_cents = read.cents, balance_at = ${readAt}
    from unnest(${[...balances.keys()]}::int[], ${[...balances.values()]}::int[]) as read (shop_id, cents)
    where payout.shop_id = read.shop_id and method = 'certificate' and state = 'done' and balance_at < ${readAt}`.execute(
    db,
  )
}
