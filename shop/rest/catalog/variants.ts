import { type Context, Hono } from 'hono'
import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { nextCatalogueId } from '../../catalogue/modifiers.ts'
import { changeParts } from '../../catalogue/product-parts.ts'
import type { ProductVariant } from '../../catalogue/types.ts'
import { changeVariant } from '../../catalogue/variant-changes.ts'
import { fromEnteredCents } from '../../money.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, fieldsQuery, pagingQuery } from '../accepts.ts'
import { variantsJson } from '../product-json.ts'
import {
  type JsonObject,
  objectsIn,
  parsePathId,
  parseWholeNumber,
  readObject,
  readObjects,
  toText,
} from '../requests.ts'
import { acceptedFields, parseFields } from '../resources/fields.ts'
import { matchesQuery } from '../resources/filters.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { variantDetails } from './product-fields.ts'
import { pickFields } from './product-filters.ts'
import { parsePriceCents, requestedProduct } from './requested-product.ts'

const details = acceptedFields(variantDetails)
const batchFields = [
  ...details.filter(name => !['image_url', 'mpn', 'gtin'].includes(name)),
  ...['price', 'sale_price', 'inventory_level', 'purchasing_disabled'],
]
const changedFields = [...details, 'price', 'sale_price', 'inventory_level', 'purchasing_disabled', 'sku']
const choiceFields = ['option_display_name', 'label', 'id', 'option_id'].map(name => `option_values.${name}`)
const filters = ['id', 'sku', 'upc', 'product_id:in']

/** v3 variants, of one product and of all. */
export function createVariantsApi(store: Store): Hono {
  const app = new Hono()
  const list = '/products/:id/variants'
  const one = `${list}/:part`
  const page = [...pagingQuery, ...fieldsQuery]
  app.get(list, accepts({ query: page }), async c =>
    sendRequestedPage(
      c,
      variantsJson(store, await requestedProduct(store, c)).map(variant => pickFields(c, variant)),
    ),
  )
  app.post(list, accepts({ body: [...changedFields, ...choiceFields] }), c => createVariant(store, c))
  app.get(one, accepts({ query: fieldsQuery }), async c =>
    sendData(c, pickFields(c, await requestedVariant(store, c))),
  )
  app.put(one, accepts({ body: changedFields }), async c => {
    const { id } = await requestedVariant(store, c)
    await writeVariant(store, await requestedProduct(store, c), id, await readObject(c))
    return sendData(c, await requestedVariant(store, c))
  })
  app.delete(one, accepts(), async c => {
    const { id } = await requestedVariant(store, c)
    await changeParts(store, parsePathId(c, 'id'), ({ variants }) => {
      if (variants.length === 1)
        throw new ShopError(422, 'A product keeps its base variant.', { id: String(id) })
      return { variants: variants.filter(variant => variant.id !== id) }
    })
    return c.body(null, 204)
  })
  app.post(`${one}/image`, accepts({ body: ['image_url'] }), async c => {
    const { id } = await requestedVariant(store, c)
    const { image_url } = await readObject(c)
    await writeVariant(store, await requestedProduct(store, c), id, { image_url })
    return sendData(c, { image_url })
  })
  app.get('/variants', accepts({ query: [...page, ...filters] }), async c => {
    const products = [...(await store.liveCatalogue()).products.values()]
    const variants = products.flatMap(product => variantsJson(store, product))
    return sendRequestedPage(
      c,
      variants.filter(variant => matchesQuery(c, filters, variant)).map(variant => pickFields(c, variant)),
    )
  })
  app.put('/variants', accepts({ body: ['id', ...batchFields] }), c => writeVariants(store, c))
  return app
}

async function requestedVariant(store: Store, c: Context) {
  const id = parsePathId(c, 'part')
  const variant = variantsJson(store, await requestedProduct(store, c)).find(other => other.id === id)
  if (!variant) throw new ShopError(404, 'The requested resource was not found.')
  return variant
}

async function writeVariants(store: Store, c: Context): Promise<Response> {
  const inputs = await readObjects(c)
  const { productByVariant } = await store.liveCatalogue()
  for (const { id } of inputs)
    if (!productByVariant.has(Number(id)))
      throw new ShopError(422, 'The variant does not exist.', { id: String(id) })
  for (const { id, ...input } of inputs)
    await writeVariant(store, productByVariant.get(Number(id))!, Number(id), input)
  const { productByVariant: written } = await store.liveCatalogue()
  return sendData(
    c,
    inputs.map(({ id }) =>
      variantsJson(store, written.get(Number(id))!).find(variant => variant.id === Number(id)),
    ),
  )
}

/** What is not sent stays; a price of null is that of the product. */
async function writeVariant(
  store: Store,
  product: LiveProduct,
  id: number,
  input: JsonObject,
): Promise<void> {
  const fields = parseVariant(store, product, input)
  const { price, inventory_level } = input
  if (Object.keys(fields).length > 0)
    await changeParts(store, product.id, ({ variants }) => ({
      variants: variants.map(variant =>
        variant.id === id
          ? { ...variant, ...fields, details: { ...variant.details, ...fields.details } }
          : variant,
      ),
    }))
  if (price === undefined && inventory_level === undefined) return
  const cents = (value: unknown) => fromEnteredCents(store, parsePriceCents(value), product.taxRates)
  await changeVariant(store, product.id, id, {
    priceCents: price === undefined ? undefined : price === null ? product.priceCents : cents(price),
    stock: inventory_level === undefined ? undefined : parseWholeNumber(inventory_level, 'inventory_level'),
  })
}

function parseVariant(store: Store, product: LiveProduct, input: JsonObject): Partial<ProductVariant> {
  const { sale_price, purchasing_disabled, sku } = input
  const given = parseFields(variantDetails, input, { isNew: false, status: 422 })
  return {
    ...(Object.keys(given).length > 0 && { details: given }),
    ...(sku !== undefined && { sku: toText(sku) }),
    ...(purchasing_disabled !== undefined && { isDisabled: purchasing_disabled === true }),
    ...(sale_price !== undefined && {
      saleCents: sale_price
        ? fromEnteredCents(store, parsePriceCents(sale_price), product.taxRates)
        : undefined,
    }),
  }
}

async function createVariant(store: Store, c: Context): Promise<Response> {
  const [product, input] = [await requestedProduct(store, c), await readObject(c)]
  const values = objectsIn(input.option_values).map(choice => chosenValue(product, choice))
  if (values.length !== product.options.length)
    throw new ShopError(422, 'A variant needs one value of every option.', { option_values: 'required' })
  const { price, inventory_level } = input
  const id = await nextCatalogueId(store)
  const variant: ProductVariant = {
    id,
    sku: toText(input.sku),
    values,
    priceCents:
      price == null ? product.priceCents : fromEnteredCents(store, parsePriceCents(price), product.taxRates),
    ...(inventory_level !== undefined && { stock: parseWholeNumber(inventory_level, 'inventory_level') }),
    ...parseVariant(store, product, input),
  }
  await changeParts(store, product.id, ({ variants }) => {
    if (
      variants.some(
        other =>
          values.length > 0 && other.values.every(value => values.includes(value)) && other.values.length > 0,
      )
    )
      throw new ShopError(409, 'A variant of these values exists already.', { option_values: 'taken' })
    // The first variant of values takes the place of the one that a product without options has.
    return { variants: [...variants.filter(other => other.values.length > 0), variant] }
  })
  return sendData(
    c,
    variantsJson(store, await requestedProduct(store, c)).find(one => one.id === id),
  )
}

function chosenValue({ options }: LiveProduct, choice: JsonObject): number {
  const option = options.find(({ id, name }) =>
    choice.option_id === undefined ? name.en === choice.option_display_name : id === choice.option_id,
  )
  const value = option?.values.find(({ id, label }) =>
    choice.id === undefined ? label.en === choice.label : id === choice.id,
  )
  if (!value)
    throw new ShopError(422, 'The option value does not exist.', { option_values: toText(choice.label) })
  return value.id
}
