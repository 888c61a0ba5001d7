import { type Context, Hono } from 'hono'
import { channels } from '../../channels.ts'
import { inTransaction } from '../../database.ts'
import { consentCategories, type Script, scriptPlaces } from '../../scripts.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, pagingQuery } from '../accepts.ts'
import { type JsonObject, parseWholeNumber, queryIds, readObject, toText } from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'

/** One API account is one app. */
const maxScripts = 10
const maxHashes = 5
const scriptFields = [
  ...['name', 'description', 'src', 'kind', 'load_method', 'location', 'visibility', 'consent_category'],
  ...['enabled', 'channel_id', 'auto_uninstall', 'integrity_hashes'],
]

/** v3 scripts of the kind `src`, which the storefront's pages load. */
export function createScriptsApi(store: Store): Hono {
  const app = new Hono()
  app.get('/', accepts({ query: [...pagingQuery, 'channel_id:in'] }), async c => {
    const { rows } = await store.db.query<Script>('select * from shop.script order by created, uuid')
    const ids = queryIds(c, 'channel_id:in')
    return sendRequestedPage(
      c,
      rows.filter(script => !ids || ids.includes(script.channel_id)).map(script => scriptJson(store, script)),
    )
  })
  app.post('/', accepts({ body: scriptFields }), async c => {
    const script = await insertScript(store, parseScript(await readObject(c)))
    return sendData(c, scriptJson(store, script))
  })
  app.get('/:uuid', accepts(), async c => sendData(c, scriptJson(store, await requestedScript(store, c))))
  app.put('/:uuid', accepts({ body: scriptFields }), async c => {
    const current = await requestedScript(store, c)
    const fields = parseScript({ ...scriptJson(store, current), ...(await readObject(c)) })
    return sendData(c, scriptJson(store, await updateScript(store, current.uuid, fields)))
  })
  app.delete('/:uuid', accepts(), async c => {
    const { uuid } = await requestedScript(store, c)
    await store.db.query('delete from shop.script where uuid = $1', [uuid])
    return c.body(null, 204)
  })
  return app
}

async function requestedScript(store: Store, c: Context): Promise<Script> {
  const { rows } = await store.db.query<Script>('select * from shop.script where uuid::text = lower($1)', [
    c.req.param('uuid'),
  ])
  if (!rows[0]) throw new ShopError(404, 'The requested script was not found.')
  return rows[0]
}

type ScriptFields = Omit<Script, 'uuid' | 'created' | 'modified'>

const invalid = (field: string, message = `${field} is invalid.`): ShopError =>
  new ShopError(422, message, { [field]: message })

function parseScript(input: JsonObject): ScriptFields {
  if (input.kind !== 'src')
    throw invalid('kind', 'Only scripts of the kind src are implemented by this shop.')
  const name = toText(input.name)
  if (name === '' || name.length > 255) throw invalid('name')
  const channelId = input.channel_id === undefined ? 1 : parseWholeNumber(input.channel_id, 'channel_id')
  if (!channels.some(channel => channel.id === channelId)) throw invalid('channel_id')
  const category = input.consent_category
  const consent = consentCategories.find(known => known === category) ?? null
  if (category != null && consent === null) throw invalid('consent_category')
  return {
    name,
    description: toText(input.description),
    src: parseSource(toText(input.src)),
    load_method: parsePlace(input, 'load_method'),
    location: parsePlace(input, 'location'),
    visibility: parsePlace(input, 'visibility'),
    consent_category: consent,
    enabled: input.enabled !== false,
    channel_id: channelId,
    auto_uninstall: input.auto_uninstall === true,
    integrity_hashes: parseHashes(input.integrity_hashes),
  }
}

/** One of the values that a field may have; the first when it is missing. */
function parsePlace<Field extends keyof typeof scriptPlaces>(input: JsonObject, field: Field): Script[Field] {
  const values: readonly string[] = scriptPlaces[field]
  const value = input[field] ?? values[0]
  if (!values.includes(String(value))) throw invalid(field)
  return value as Script[Field]
}

/** An https address, or http on loopback. It ends up in a header, so it is written as browsers write it. */
function parseSource(src: string): string {
  const url = URL.canParse(src) ? new URL(src) : undefined
  const isLoopback =
    url?.protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname)
  if (!url || !(isLoopback || url.protocol === 'https:') || /[;,'\s]/.test(url.href)) throw invalid('src')
  return url.href
}

function parseHashes(value: unknown): string[] {
  if (value === undefined) return []
  const hashes: unknown[] = Array.isArray(value) ? value : [value]
  const isHash = (hash: unknown): hash is string =>
    typeof hash === 'string' && /^sha(256|384|512)-[A-Za-z0-9+/]{40,90}={0,2}$/.test(hash)
  if (hashes.length > maxHashes || !hashes.every(isHash)) throw invalid('integrity_hashes')
  return hashes
}

function insertScript(store: Store, fields: ScriptFields): Promise<Script> {
  return inTransaction(store.db, async tx => {
    await tx.query('lock table shop.script in share row exclusive mode')
    const { rows } = await tx.query<{ count: number }>('select count(*)::int from shop.script')
    if ((rows[0]?.count ?? 0) >= maxScripts)
      throw new ShopError(422, `An app can have ${maxScripts} scripts.`, { name: 'limit' })
    const row = { ...fields, created: store.now(), modified: store.now() }
    const columns = Object.keys(row)
    const inserted = await tx.query<Script>(
      `insert into shop.script (${columns.join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return inserted.rows[0]!
  })
}

async function updateScript(store: Store, uuid: string, fields: ScriptFields): Promise<Script> {
  const row = { ...fields, modified: store.now() }
  const columns = Object.keys(row)
  const { rows } = await store.db.query<Script>(
    `update shop.script set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')}
     where uuid = $1 returning *`,
    [uuid, ...Object.values(row)],
  )
  return rows[0]!
}

const scriptJson = (store: Store, script: Script) => ({
  uuid: script.uuid,
  name: script.name,
  description: script.description,
  kind: 'src',
  src: script.src,
  load_method: script.load_method,
  location: script.location,
  visibility: script.visibility,
  ...(script.consent_category === null ? {} : { consent_category: script.consent_category }),
  enabled: script.enabled,
  channel_id: script.channel_id,
  auto_uninstall: script.auto_uninstall,
  integrity_hashes: script.integrity_hashes,
  api_client_id: store.credentials.clientId,
  date_created: script.created.toISOString(),
  date_modified: script.modified.toISOString(),
})
