import type { Store } from './store.ts'
import { emitEvent } from './webhooks.ts'

export interface Subscriber {
  id: number
  email: string
  first_name: string
  last_name: string
  source: string
  channel_id: number
  created: Date
  modified: Date
}

/** Subscribes an address to a channel's newsletter; undefined when it is subscribed already. */
export async function addSubscriber(
  store: Store,
  subscriber: Pick<Subscriber, 'email' | 'first_name' | 'last_name' | 'source' | 'channel_id'>,
): Promise<Subscriber | undefined> {
  const { rows } = await store.db.query<Subscriber>(
    `insert into shop.subscriber (email, first_name, last_name, source, channel_id, created, modified)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict do nothing returning *`,
    [
      subscriber.email,
      subscriber.first_name,
      subscriber.last_name,
      subscriber.source,
      subscriber.channel_id,
      store.now(),
    ],
  )
  const [added] = rows
  if (added)
    await emitEvent(store, store.db, 'store/subscriber/created', { type: 'subscriber', id: added.id })
  return added
}
