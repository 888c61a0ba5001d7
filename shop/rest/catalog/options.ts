import { type Context, Hono } from 'hono'
import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { nextCatalogueId } from '../../catalogue/modifiers.ts'
import { changeParts } from '../../catalogue/product-parts.ts'
import type { OptionValue, ProductOption } from '../../catalogue/types.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, fieldsQuery, pagingQuery } from '../accepts.ts'
import { optionsJson, optionValueJson } from '../product-json.ts'
import {
  isJsonObject,
  type JsonObject,
  objectsIn,
  parsePathId,
  parseRequiredText,
  readObject,
  toText,
} from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { pickFields } from './product-filters.ts'
import { requestedProduct } from './requested-product.ts'

const valueFields = ['id', 'label', 'sort_order', 'is_default', 'value_data.*']
const optionFields = [
  ...['display_name', 'type', 'sort_order', 'config.*'],
  ...valueFields.map(field => `option_values.${field}`),
]
const types = [
  'radio_buttons',
  'rectangles',
  'dropdown',
  'swatch',
  'product_list',
  'product_list_with_images',
]

const inBothLanguages = (text: string) => ({ en: text, el: text })

/** v3 options of a product, of whose values its variants are made. */
export function createOptionsApi(store: Store): Hono {
  const app = new Hono()
  const list = '/products/:id/options'
  const one = `${list}/:option`
  const values = `${one}/values`
  const page = [...pagingQuery, ...fieldsQuery]
  app.get(list, accepts({ query: page }), async c =>
    sendRequestedPage(
      c,
      optionsJson(await requestedProduct(store, c)).map(option => pickFields(c, option)),
    ),
  )
  app.post(list, accepts({ body: optionFields }), c => createOption(store, c))
  app.get(one, accepts({ query: fieldsQuery }), c => sendOption(store, c, parsePathId(c, 'option')))
  app.put(one, accepts({ body: optionFields }), c => updateOption(store, c))
  app.delete(one, accepts(), async c => {
    const { id } = await requestedOption(store, c)
    await write(store, c, options => options.filter(option => option.id !== id))
    return c.body(null, 204)
  })
  app.get(values, accepts({ query: page }), async c =>
    sendRequestedPage(
      c,
      (await requestedOption(store, c)).values.map(optionValueJson).map(value => pickFields(c, value)),
    ),
  )
  app.post(values, accepts({ body: valueFields }), async c => {
    const { id } = await requestedOption(store, c)
    const value = parseValue(await readObject(c), await nextCatalogueId(store))
    await writeValues(store, c, id, own => [...own, value])
    return sendValue(store, c, value.id)
  })
  app.get(`${values}/:value`, accepts({ query: fieldsQuery }), c =>
    sendValue(store, c, parsePathId(c, 'value')),
  )
  app.put(`${values}/:value`, accepts({ body: valueFields }), async c => {
    const [option, valueId] = [await requestedOption(store, c), parsePathId(c, 'value')]
    const before = option.values.find(({ id }) => id === valueId)
    if (!before) throw new ShopError(404, 'The requested resource was not found.')
    const value = parseValue({ label: before.label.en, ...(await readObject(c)) }, valueId)
    await writeValues(store, c, option.id, own => own.map(other => (other.id === valueId ? value : other)))
    return sendValue(store, c, valueId)
  })
  app.delete(`${values}/:value`, accepts(), async c => {
    const [option, valueId] = [await requestedOption(store, c), parsePathId(c, 'value')]
    if (!option.values.some(({ id }) => id === valueId))
      throw new ShopError(404, 'The requested resource was not found.')
    await writeValues(store, c, option.id, own => own.filter(({ id }) => id !== valueId))
    return c.body(null, 204)
  })
  return app
}

function parseValue(input: JsonObject, id: number): OptionValue {
  const { value_data: data } = input
  const colour = isJsonObject(data) && Array.isArray(data.colors) ? toText(data.colors[0]) : ''
  return { id, label: inBothLanguages(parseRequiredText(input, 'label')), ...(colour && { colour }) }
}

async function parseValues(store: Store, input: JsonObject): Promise<OptionValue[]> {
  const values: OptionValue[] = []
  for (const value of objectsIn(input.option_values))
    values.push(parseValue(value, typeof value.id === 'number' ? value.id : await nextCatalogueId(store)))
  return values
}

async function requestedOption(store: Store, c: Context): Promise<ProductOption> {
  const option = (await requestedProduct(store, c)).options.find(({ id }) => id === parsePathId(c, 'option'))
  if (!option) throw new ShopError(404, 'The requested resource was not found.')
  return option
}

async function sendOption(store: Store, c: Context, id: number): Promise<Response> {
  const option = optionsJson(await requestedProduct(store, c)).find(one => one.id === id)
  if (!option) throw new ShopError(404, 'The requested resource was not found.')
  return sendData(c, pickFields(c, option))
}

async function sendValue(store: Store, c: Context, id: number): Promise<Response> {
  const value = (await requestedOption(store, c)).values.map(optionValueJson).find(one => one.id === id)
  if (!value) throw new ShopError(404, 'The requested resource was not found.')
  return sendData(c, pickFields(c, value))
}

async function createOption(store: Store, c: Context): Promise<Response> {
  const [input, id] = [await readObject(c), await nextCatalogueId(store)]
  if (!types.includes(toText(input.type)))
    throw new ShopError(422, 'type is invalid.', { type: toText(input.type) })
  const name = inBothLanguages(parseRequiredText(input, 'display_name'))
  const option = { id, name, values: await parseValues(store, input) }
  await requestedProduct(store, c)
  await write(store, c, options => [...options, option])
  return sendOption(store, c, id)
}

async function updateOption(store: Store, c: Context): Promise<Response> {
  const [option, input] = [await requestedOption(store, c), await readObject(c)]
  const changed = {
    ...option,
    ...(input.display_name !== undefined && {
      name: inBothLanguages(parseRequiredText(input, 'display_name')),
    }),
    ...(input.option_values !== undefined && { values: await parseValues(store, input) }),
  }
  await write(store, c, options => options.map(other => (other.id === option.id ? changed : other)))
  return sendOption(store, c, option.id)
}

const writeValues = (
  store: Store,
  c: Context,
  id: number,
  change: (values: OptionValue[]) => OptionValue[],
) =>
  write(store, c, options =>
    options.map(option => (option.id === id ? { ...option, values: change(option.values) } : option)),
  )

/** Writes the options; variants of a value that is gone go with it, and the last leaves a variant without values. */
function write(
  store: Store,
  c: Context,
  change: (options: ProductOption[]) => ProductOption[],
): Promise<void> {
  return changeParts(store, parsePathId(c, 'id'), product => {
    const options = change(product.options)
    return { options, ...keptVariants(product, options) }
  })
}

function keptVariants({ variants }: LiveProduct, options: ProductOption[]) {
  const values = new Set(options.flatMap(option => option.values.map(({ id }) => id)))
  const kept = variants.filter(variant => variant.values.every(value => values.has(value)))
  if (kept.length === variants.length) return {}
  const [first] = variants
  return { variants: kept.length > 0 || !first ? kept : [{ ...first, values: [] }] }
}
