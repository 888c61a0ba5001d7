import { type Context, Hono } from 'hono'
import { type Channel, channels } from '../channels.ts'
import { findCurrencies } from '../currencies.ts'
import { inTransaction, type Queryable } from '../database.ts'
import { findRecords, insertRecord, updateRecord } from '../records.ts'
import { ShopError, type Store } from '../store.ts'
import { storefrontUrlOf } from '../storefronts.ts'
import { emitEvent, emitStoreUpdated } from '../webhooks.ts'
import { accepts, pagingQuery } from './accepts.ts'
import { type JsonObject, parsePathId, readObject, readObjects } from './requests.ts'
import { acceptedFields, type Fields, flag, oneOf, parseFields, text } from './resources/fields.ts'
import { sendData, sendRequestedPage } from './responses.ts'

const createdAt = '2026-01-01T00:00:00.000Z'

/** What staff may write of a channel; which channels there are is the shop's own. */
const channelFields: Fields = {
  name: text(),
  external_id: text(''),
  status: oneOf(['active', 'prelaunch', 'inactive', 'archived', 'deleted', 'terminated'], 'active'),
  is_listable_from_ui: flag(true),
  is_visible: flag(true),
}

/** v3 channels, their sites and their currencies. */
export function createChannelsApi(store: Store): Hono {
  const app = new Hono()
  app.get('/channels', accepts({ query: pagingQuery }), async c =>
    sendRequestedPage(c, await Promise.all(channels.map(channel => channelJson(store, channel)))),
  )
  app.get('/channels/currency-assignments', accepts(), async c =>
    sendData(c, await Promise.all(channels.map(({ id }) => findAssignment(store.db, id)))),
  )
  for (const method of ['post', 'put'] as const) {
    const fields = ['enabled_currencies', 'default_currency']
    app[method]('/channels/currency-assignments', accepts({ body: ['channel_id', ...fields] }), async c => {
      const inputs = await readObjects(c)
      return sendData(c, await assign(store, inputs))
    })
    app[method]('/channels/:id/currency-assignments', accepts({ body: fields }), async c => {
      const input = { ...(await readObject(c)), channel_id: requestedChannel(c).id }
      return sendData(c, (await assign(store, [input]))[0])
    })
  }
  app.get('/channels/:id/currency-assignments', accepts(), async c =>
    sendData(c, await findAssignment(store.db, requestedChannel(c).id)),
  )
  app.get('/channels/:id', accepts(), async c => sendData(c, await channelJson(store, requestedChannel(c))))
  app.put('/channels/:id', accepts({ body: acceptedFields(channelFields) }), c => updateChannel(store, c))
  app.get('/channels/:id/site', accepts(), c => sendData(c, siteJson(store, requestedChannel(c))))
  app.get('/sites', accepts({ query: pagingQuery }), c =>
    sendRequestedPage(
      c,
      channels.map(channel => siteJson(store, channel)),
    ),
  )
  return app
}

function requestedChannel(c: Context): Channel {
  const channel = channels.find(candidate => candidate.id === parsePathId(c, 'id'))
  if (!channel) throw new ShopError(404, 'The requested channel was not found.')
  return channel
}

/** What was written of a channel, by kind; undefined for nothing. */
const findWritten = async (db: Queryable, kind: string, channelId: number) =>
  (await findRecords(db, kind, channelId))[0]

async function write(store: Store, tx: Queryable, kind: string, channelId: number, value: JsonObject) {
  const before = await findWritten(tx, kind, channelId)
  if (before) await updateRecord(tx, kind, before.id, value, store.now())
  else await insertRecord(tx, kind, value, { parentId: channelId, now: store.now() })
}

async function updateChannel(store: Store, c: Context): Promise<Response> {
  const channel = requestedChannel(c)
  const value = parseFields(channelFields, await readObject(c), { isNew: false, status: 422 })
  await inTransaction(store.db, async tx => {
    await write(store, tx, 'channel', channel.id, value)
    await emitEvent(store, tx, 'store/channel/updated', { type: 'channel', id: channel.id })
  })
  return sendData(c, await channelJson(store, channel))
}

interface CurrencyAssignment {
  channel_id: number
  enabled_currencies: string[]
  default_currency: string
}

/** Which currencies a channel sells in; euro alone until staff say otherwise. */
export async function findAssignment(db: Queryable, channelId: number): Promise<CurrencyAssignment> {
  const [written] = await findRecords<Omit<CurrencyAssignment, 'channel_id'>>(
    db,
    'currency_assignment',
    channelId,
  )
  const { enabled_currencies = ['EUR'], default_currency = 'EUR' } = written ?? {}
  return { channel_id: channelId, enabled_currencies, default_currency }
}

async function assign(store: Store, inputs: JsonObject[]): Promise<CurrencyAssignment[]> {
  const known = (await findCurrencies(store.db)).filter(currency => currency.is_transactional)
  const isKnown = (code: unknown) => known.some(currency => currency.currency_code === code)
  for (const { channel_id, enabled_currencies: enabled, default_currency } of inputs) {
    const isWhole =
      channels.some(({ id }) => id === channel_id) &&
      Array.isArray(enabled) &&
      enabled.every(isKnown) &&
      enabled.includes(default_currency)
    if (!isWhole)
      throw new ShopError(
        422,
        'The currencies of a channel must be transactional, and its default one of them.',
        {
          enabled_currencies: 'invalid',
        },
      )
  }
  return inTransaction(store.db, async tx => {
    for (const { channel_id, ...value } of inputs)
      await write(store, tx, 'currency_assignment', Number(channel_id), value)
    await emitStoreUpdated(store, tx)
    return Promise.all(inputs.map(input => findAssignment(tx, Number(input.channel_id))))
  })
}

async function channelJson(store: Store, channel: Channel) {
  const written = await findWritten(store.db, 'channel', channel.id)
  const fields = Object.entries(channelFields).map(([name, { fallback }]) => [
    name,
    (written as JsonObject | undefined)?.[name] ?? fallback,
  ])
  const own = { name: channel.name, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) }
  return {
    id: channel.id,
    type: 'storefront',
    platform: 'custom',
    icon_url: '',
    is_enabled: own.status === 'active',
    date_created: createdAt,
    date_modified: written?.modified.toISOString() ?? createdAt,
    ...own,
  }
}

const siteJson = (store: Store, channel: Channel) => ({
  id: channels.indexOf(channel) + 1,
  url: storefrontUrlOf(store, channel.id),
  channel_id: channel.id,
  created_at: createdAt,
  updated_at: createdAt,
  ssl_status: 'dedicated',
  urls: ['primary', 'canonical', 'checkout'].map(type => ({
    url: storefrontUrlOf(store, channel.id),
    type,
    created_at: createdAt,
    updated_at: createdAt,
  })),
  is_checkout_url_customized: storefrontUrlOf(store, channel.id) !== store.baseUrl,
})
