import { sql } from 'kysely'
import type { Language } from '../base/language.ts'
import { insertRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'

export type HistoryEvent =
  | 'created'
  | 'details'
  | 'picture'
  | 'privacy'
  | 'searchable'
  | 'search_engines'
  | 'url'
  | 'address'
  | 'co_host_asked'
  | 'co_host_joined'
  | 'co_host_left'
  | 'gift_added'
  | 'gift_changed'
  | 'gift_removed'
  | 'gifts_ordered'
  | 'invitation'
  | 'day'
  | 'guests'
  | 'thanked'
  | 'surprise'
  | ShopHistoryEvent

/** What the shop's staff did for the hosts (the shop in the hosts' history, R969). */
export type ShopHistoryEvent =
  | 'shop_gift_added'
  | 'shop_gift_removed'
  | 'shop_gift_recorded'
  | 'shop_gift_reversed'
  | 'shop_gift_returned'
  | 'shop_gift_giver'
  | 'shop_refund'
  | 'shop_payment'
  | 'shop_money_moved'
  | 'shop_payout_done'
  | 'shop_payout_cancelled'
  | 'shop_email'
  | 'shop_closing_day'
  | 'shop_hidden'

interface HistoryEntry {
  registryId: number
  customerId: number | null
  what: HistoryEvent
  about?: string | undefined
  at: Date
}

/** Records in the history (R220) which host, or that the shop, changed what; in the transaction of the change. */
export async function addHistoryEntry(
  tx: Db,
  { registryId, customerId, ...change }: HistoryEntry,
): Promise<void> {
  await insertRow(tx, 'registry_change', {
    registry_id: registryId,
    customer_id: customerId,
    what: change.what,
    about: change.about ?? null,
    at: change.at,
  })
}

/** Records what this host changed. */
export function addToHistory(
  tx: Db,
  registryId: number,
  what: HistoryEvent,
  { customer, now }: { customer: { id: number }; now: Date },
  about?: string,
): Promise<void> {
  return addHistoryEntry(tx, { registryId, customerId: customer.id, what, about, at: now })
}

/** Records what the shop did about a host's account in the history of every registry that they own or co-host (R969). */
export async function addHistoryEntriesOfHost(
  tx: Db,
  { customerId, what, at }: { customerId: number; what: ShopHistoryEvent; at: Date },
): Promise<void> {
  await sql`
    insert into registry_change (registry_id, customer_id, what, at)
    select id, null, ${what}, ${at}::timestamptz from registry
    where (customer_id = ${customerId} or co_host_id = ${customerId}) and removed_at is null`.execute(tx)
}

/** Newest first; `who` is null for an erased account. Names of gifts are translated to the given language. */
export async function findLatestHistoryEntries(
  db: Db,
  registryId: number,
  limit: number,
  language: Language,
) {
  const entries = await db
    .selectFrom('registry_change')
    .leftJoin('customer', 'customer.id', 'registry_change.customer_id')
    .select(['registry_change.id', 'what', 'about', 'at', 'customer.name as who'])
    .where('registry_id', '=', registryId)
    .orderBy('registry_change.id', 'desc')
    .limit(limit)
    .execute()
  const gifts = entries.filter(({ what }) => /^(shop_)?gift/.test(what)).flatMap(({ about }) => about ?? [])
  const names = await translateProductNames(db, gifts, language)
  return entries.map(entry => ({ ...entry, about: names.get(entry.about ?? '') ?? entry.about }))
}

/** Name of a product in any language → its name in `language`. */
async function translateProductNames(
  db: Db,
  names: string[],
  language: Language,
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_text as given')
    .innerJoin('product_text as translated', 'translated.product_id', 'given.product_id')
    .select(['given.name as given', 'translated.name as translated'])
    .where('given.name', 'in', names)
    .where('translated.language', '=', language)
    .execute()
  return new Map(rows.map(({ given, translated }) => [given, translated]))
}
