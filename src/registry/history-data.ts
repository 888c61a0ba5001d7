import type { Db } from '../server/tables.ts'

/** What hosts change, as the history calls it; `about` names the gift or the person where there is one. */
export type Changed =
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

export interface Change {
  registryId: number
  customerId: number
  what: Changed
  about?: string | undefined
  at: Date
}

/** Notes who of the hosts changed what; in the change's own transaction. */
export async function noteChange(tx: Db, { registryId, customerId, ...change }: Change): Promise<void> {
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

/** The latest changes, newest first, each with its host's name; null for one who left. */
export async function latestChanges(db: Db, registryId: number, most: number) {
  return db
    .selectFrom('registry_change')
    .leftJoin('customer', 'customer.id', 'registry_change.customer_id')
    .select(['registry_change.id', 'what', 'about', 'at', 'customer.name as who'])
    .where('registry_id', '=', registryId)
    .orderBy('registry_change.id', 'desc')
    .limit(most)
    .execute()
}
