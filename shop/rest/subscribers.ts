import { type Context, Hono } from 'hono'
import { updateRow } from '../database.ts'
import { addSubscriber, type Subscriber } from '../newsletter.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent } from '../webhooks.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { parsePathId, parseRequiredText, parseWholeNumber, readObject, toText } from './requests.ts'
import { sendData, sendRequestedPage } from './responses.ts'

const subscriberFields = ['email', 'first_name', 'last_name', 'source', 'channel_id']

/** v3 subscribers of the newsletter. */
export function createSubscribersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'email'] }), c => listSubscribers(store, c))
  app.post('/', accepts({ body: subscriberFields }), c => createSubscriber(store, c))
  app.get('/:id', accepts(), async c => sendData(c, subscriberJson(await getSubscriber(store, c))))
  app.put('/:id', accepts({ body: subscriberFields }), async c => {
    const { id, ...before } = await getSubscriber(store, c)
    const input = await readObject(c)
    const fields = ['email', 'first_name', 'last_name', 'source'].filter(name => input[name] !== undefined)
    await updateRow(store.db, 'shop.subscriber', id, {
      channel_id:
        input.channel_id === undefined ? before.channel_id : parseWholeNumber(input.channel_id, 'channel_id'),
      ...Object.fromEntries(fields.map(name => [name, toText(input[name])])),
      modified: store.now(),
    })
    await emitSubscriberEvent(store, 'updated', id)
    return sendData(c, subscriberJson(await getSubscriber(store, c)))
  })
  app.delete('/:id', accepts(), async c => {
    const id = parsePathId(c, 'id')
    const { rowCount } = await store.db.query('delete from shop.subscriber where id = $1', [id])
    if (rowCount) await emitSubscriberEvent(store, 'deleted', id)
    return c.body(null, 204)
  })
  return app
}

const emitSubscriberEvent = (store: Store, event: string, id: number): Promise<void> =>
  emitEvent(store, store.db, `store/subscriber/${event}`, { type: 'subscriber', id })

async function getSubscriber(store: Store, c: Context): Promise<Subscriber> {
  const { rows } = await store.db.query<Subscriber>('select * from shop.subscriber where id = $1', [
    parsePathId(c, 'id'),
  ])
  if (!rows[0]) throw new ShopError(404, 'The requested resource was not found.')
  return rows[0]
}

async function createSubscriber(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const created = await addSubscriber(store, {
    email: parseRequiredText(input, 'email'),
    first_name: toText(input.first_name),
    last_name: toText(input.last_name),
    source: toText(input.source, 'api'),
    channel_id: input.channel_id === undefined ? 1 : parseWholeNumber(input.channel_id, 'channel_id'),
  })
  if (!created) throw new ShopError(409, 'The subscriber exists already.', { email: toText(input.email) })
  return c.json({ data: subscriberJson(created), meta: {} })
}

async function listSubscribers(store: Store, c: Context): Promise<Response> {
  const { rows } = await store.db.query<Subscriber>('select * from shop.subscriber order by id')
  const email = c.req.query('email')?.toLowerCase()
  return sendRequestedPage(
    c,
    rows.filter(subscriber => !email || subscriber.email.toLowerCase() === email).map(subscriberJson),
  )
}

const subscriberJson = (subscriber: Subscriber) => ({
  id: subscriber.id,
  email: subscriber.email,
  first_name: subscriber.first_name,
  last_name: subscriber.last_name,
  source: subscriber.source,
  order_id: null,
  channel_id: subscriber.channel_id,
  consents: ['marketing_newsletter'],
  date_created: subscriber.created.toISOString(),
  date_modified: subscriber.modified.toISOString(),
})
