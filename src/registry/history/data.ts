import type { Language } from '../../base/language.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** What hosts change, as the history calls it; `about` names the gift or the person where there is one. */
export type HistoryEvent =
  | 'created'
  | 'details'
  | 'picture'
  | 'privacy'
  | 'searchable'
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
  | 'guests'
  | 'thanked'
  | 'surprise'

export interface HistoryEntry {
  registryId: number
  customerId: number
  what: HistoryEvent
  about?: string | undefined
  at: Date
}

/** Notes who of the hosts changed what; in the change's own transaction. */
export async function addHistoryEntry(
  tx: Db,
  { registryId, customerId, ...change }: HistoryEntry,
): Promise<void> {
  await tx
    .insertInto('registry_change')
    .values({
      registry_id: registryId,
      customer_id: customerId,
      what: change.what,
      about: change.about ?? null,
      at: change.at,
    })
    .execute()
}

/**
 * The latest changes, newest first, each with its host's name; null for one who left. Gifts go by the name that the
 * reader's language has for them, whichever language their host wished in.
 */
export async function findLatestHistoryEntries(db: Db, registryId: number, most: number, language: Language) {
  const changes = await db
    .selectFrom('registry_change')
    .leftJoin('customer', 'customer.id', 'registry_change.customer_id')
    .select(['registry_change.id', 'what', 'about', 'at', 'customer.name as who'])
    .where('registry_id', '=', registryId)
    .orderBy('registry_change.id', 'desc')
    .limit(most)
    .execute()
  const gifts = changes.filter(({ what }) => what.startsWith('gift')).flatMap(({ about }) => about ?? [])
  const names = await namesIn(db, gifts, language)
  return changes.map(change => ({ ...change, about: names.get(change.about ?? '') ?? change.about }))
}

/** What products are called in that language, by what they are called in any. */
async function namesIn(db: Db, names: string[], language: Language): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_text as known')
    .innerJoin('product_text as said', 'said.product_id', 'known.product_id')
    .select(['known.name as known', 'said.name as said'])
    .where('known.name', 'in', names)
    .where('said.language', '=', language)
    .execute()
  return new Map(rows.map(row => [row.known, row.said]))
}
