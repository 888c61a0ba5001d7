import { type Context, Hono } from 'hono'
import { addSubscriber, type Subscriber } from '../newsletter.ts'
import { ShopError, type Store } from '../store.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { parsePathId, parseRequiredText, parseWholeNumber, readObject, toText } from './requests.ts'
import { sendRequestedPage } from './responses.ts'

const subscriberFields = ['email', 'first_name', 'last_name', 'source', 'channel_id']

/** v3 subscribers of the newsletter. */
export function createSubscribersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'email'] }), c => listSubscribers(store, c))
  app.post('/', accepts({ body: subscriberFields }), c => createSubscriber(store, c))
  app.delete('/:id', accepts(), async c => {
    await store.db.query('delete from shop.subscriber where id = $1', [parsePathId(c, 'id')])
    return c.body(null, 204)
  })
  return app
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
