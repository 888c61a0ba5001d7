import { type Context, Hono } from 'hono'
import { changeModifiers, nextCatalogueId } from '../../catalogue/modifiers.ts'
import type { Modifier } from '../../catalogue/types.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, fieldsQuery, pagingQuery } from '../accepts.ts'
import { type JsonObject, parsePathId, parseWholeNumber, readObject } from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { parseModifier } from './modifier-input.ts'
import { modifiersJson } from './modifier-json.ts'
import { pickFields } from './product-filters.ts'

const body = [
  'display_name',
  'type',
  'required',
  'sort_order',
  'config.*',
  ...['id', 'label', 'sort_order', 'is_default', 'option_id'].map(field => `option_values.${field}`),
  'option_values.value_data.*',
]

/** v3 modifiers of products; values change with their modifier. */
export function createModifiersApi(store: Store): Hono {
  const app = new Hono()
  app.get('/products/:id/modifiers', accepts({ query: [...pagingQuery, ...fieldsQuery] }), async c =>
    sendRequestedPage(
      c,
      (await listModifiers(store, c)).map(modifier => pickFields(c, modifier)),
    ),
  )
  app.post('/products/:id/modifiers', accepts({ body }), async c => {
    const input = await readObject(c)
    const modifier = await parse(store, await nextCatalogueId(store), input)
    await changeModifiers(store, parsePathId(c, 'id'), modifiers =>
      place(modifiers, modifier, input.sort_order),
    )
    return sendModifier(store, c, modifier.id)
  })
  app.get('/products/:id/modifiers/:modifier', accepts(), c =>
    sendModifier(store, c, parsePathId(c, 'modifier')),
  )
  app.put('/products/:id/modifiers/:modifier', accepts({ body: body }), c => updateModifier(store, c))
  app.delete('/products/:id/modifiers/:modifier', accepts(), async c => {
    const { id } = await findModifier(store, c, parsePathId(c, 'modifier'))
    await changeModifiers(store, parsePathId(c, 'id'), modifiers =>
      modifiers.filter(other => other.id !== id),
    )
    return c.body(null, 204)
  })
  app.get('/products/:id/modifiers/:modifier/values', accepts({ query: pagingQuery }), async c =>
    sendRequestedPage(c, (await findModifier(store, c, parsePathId(c, 'modifier'))).option_values),
  )
  addValueRoutes(app, store)
  return app
}

const valueBody = body
  .filter(name => name.startsWith('option_values.'))
  .map(name => name.slice('option_values.'.length))
  .filter(name => name !== 'id' && name !== 'option_id')

/** Values are written as those of their modifier. */
function addValueRoutes(app: Hono, store: Store): void {
  const list = '/products/:id/modifiers/:modifier/values'
  type Values = Awaited<ReturnType<typeof findModifier>>['option_values']
  const write = async (c: Context, change: (values: Values) => unknown[]) => {
    const modifier = await findModifier(store, c, parsePathId(c, 'modifier'))
    const option_values = change(modifier.option_values)
    const written = await parse(store, modifier.id, { ...modifier, option_values })
    await changeModifiers(store, parsePathId(c, 'id'), all =>
      all.map(other => (other.id === modifier.id ? written : other)),
    )
    return (await findModifier(store, c, modifier.id)).option_values
  }
  const requested = async (c: Context) => {
    const { option_values } = await findModifier(store, c, parsePathId(c, 'modifier'))
    const value = option_values.find(({ id }) => id === parsePathId(c, 'value'))
    if (!value) throw new ShopError(404, 'The requested value was not found.')
    return value
  }
  app.post(list, accepts({ body: valueBody }), async c => {
    const input = await readObject(c)
    return sendData(c, (await write(c, values => [...values, { ...input, id: undefined }])).at(-1))
  })
  app.get(`${list}/:value`, accepts(), async c => sendData(c, await requested(c)))
  app.put(`${list}/:value`, accepts({ body: valueBody }), async c => {
    const [{ id }, input] = [await requested(c), await readObject(c)]
    await write(c, values => values.map(value => (value.id === id ? { ...value, ...input, id } : value)))
    return sendData(c, await requested(c))
  })
  app.delete(`${list}/:value`, accepts(), async c => {
    const { id } = await requested(c)
    await write(c, values => values.filter(value => value.id !== id))
    return c.body(null, 204)
  })
}

const parse = (store: Store, id: number, input: JsonObject): Promise<Modifier> =>
  parseModifier(id, input, () => nextCatalogueId(store))

/** The modifiers with one at its place, by default the last. */
function place(modifiers: Modifier[], modifier: Modifier, sortOrder: unknown): Modifier[] {
  const others = modifiers.filter(other => other.id !== modifier.id)
  const index = sortOrder === undefined ? others.length : parseWholeNumber(sortOrder, 'sort_order')
  return others.toSpliced(index, 0, modifier)
}

async function listModifiers(store: Store, c: Context) {
  const product = (await store.liveCatalogue()).products.get(parsePathId(c, 'id'))
  if (!product) throw new ShopError(404, 'The requested product was not found.')
  return modifiersJson(product)
}

async function findModifier(store: Store, c: Context, id: number) {
  const modifier = (await listModifiers(store, c)).find(other => other.id === id)
  if (!modifier) throw new ShopError(404, 'The requested modifier was not found.')
  return modifier
}

async function sendModifier(store: Store, c: Context, id: number): Promise<Response> {
  return sendData(c, await findModifier(store, c, id))
}

/** What is not sent stays as it is. */
async function updateModifier(store: Store, c: Context): Promise<Response> {
  const input = await readObject(c)
  const current = await findModifier(store, c, parsePathId(c, 'modifier'))
  const config = { ...current.config, ...(input.config as JsonObject | undefined) }
  const modifier = await parse(store, current.id, { ...current, ...input, config })
  const sortOrder = input.sort_order ?? current.sort_order
  await changeModifiers(store, parsePathId(c, 'id'), modifiers => place(modifiers, modifier, sortOrder))
  return sendModifier(store, c, modifier.id)
}
