import { Hono } from 'hono'
import type { LiveProduct } from '../../catalogue/live-catalogue.ts'
import { nextCatalogueId } from '../../catalogue/modifiers.ts'
import { picturesOf } from '../../catalogue/pictures-of.ts'
import { changeParts, type ProductParts } from '../../catalogue/product-parts.ts'
import { ShopError, type Store } from '../../store.ts'
import { accepts, fieldsQuery, pagingQuery } from '../accepts.ts'
import { imagesJson } from '../product-json.ts'
import { type JsonObject, parsePathId, readObject } from '../requests.ts'
import {
  acceptedFields,
  type Fields,
  flag,
  number,
  oneOf,
  parseFields,
  required,
  text,
  whole,
} from '../resources/fields.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { checkComplexRule, complexRuleFields, complexRulesJson } from './complex-rules.ts'
import { pickFields } from './product-filters.ts'
import { requestedProduct } from './requested-product.ts'

type Part = JsonObject & { id: number }

/** A list of things that are part of a product: from its fields follow its routes. */
interface PartList {
  path: string
  fields: Fields
  of(product: LiveProduct): Part[]
  written(parts: Part[]): ProductParts
  show?(store: Store, product: LiveProduct): Part[]
  /** Throws for what can't be a part of this product. */
  check?(product: LiveProduct, value: JsonObject): void
}

const partLists: PartList[] = [
  {
    path: 'images',
    fields: {
      image_url: required(text()),
      description: text(''),
      is_thumbnail: flag(false),
      sort_order: whole(0),
    },
    of: product => picturesOf(product).map(picture => ({ ...picture })),
    written: pictures => ({ pictures: oneThumbnail(pictures) as unknown as ProductParts['pictures'] }),
    show: imagesJson,
  },
  {
    path: 'custom-fields',
    fields: { name: required(text()), value: required(text()) },
    of: product => product.customFields ?? [],
    written: fields => ({ customFields: fields as unknown as ProductParts['customFields'] }),
  },
  {
    path: 'bulk-pricing-rules',
    fields: {
      quantity_min: required(whole()),
      quantity_max: required(whole()),
      type: required(oneOf(['price', 'percent', 'fixed'])),
      amount: required(number()),
    },
    of: product => (product.bulkPricing ?? []).map(rule => ({ ...rule })),
    written: rules => ({ bulkPricing: rules as unknown as ProductParts['bulkPricing'] }),
  },
  {
    path: 'complex-rules',
    fields: complexRuleFields,
    of: product => (product.complexRules ?? []).map(rule => ({ ...rule })),
    written: rules => ({ complexRules: rules as unknown as ProductParts['complexRules'] }),
    show: (_, product) => complexRulesJson(product),
    check: checkComplexRule,
  },
]

/** The last picture that was made the thumbnail is the only one. */
function oneThumbnail(pictures: Part[]): Part[] {
  const last = pictures.findLast(picture => picture.is_thumbnail)
  return pictures.map(picture => ({ ...picture, is_thumbnail: picture === last }))
}

/** v3 parts of products: pictures, fields of one's own, prices of several units. */
export function createProductPartsApi(store: Store): Hono {
  const app = new Hono()
  for (const list of partLists) addPartRoutes(app, store, list)
  return app
}

function addPartRoutes(app: Hono, store: Store, list: PartList): void {
  const path = `/products/:id/${list.path}`
  const body = acceptedFields(list.fields)
  const shown = (product: LiveProduct) => (list.show ? list.show(store, product) : list.of(product))
  const change = (productId: number, edit: (parts: Part[]) => Part[]) =>
    changeParts(store, productId, product => list.written(edit(list.of(product))))
  const find = (parts: Part[], id: number) => {
    const part = parts.find(candidate => candidate.id === id)
    if (!part) throw new ShopError(404, 'The requested resource was not found.')
    return part
  }
  app.get(path, accepts({ query: [...pagingQuery, ...fieldsQuery] }), async c =>
    sendRequestedPage(
      c,
      shown(await requestedProduct(store, c)).map(part => pickFields(c, part)),
    ),
  )
  app.post(path, accepts({ body }), async c => {
    const product = await requestedProduct(store, c)
    const productId = product.id
    const value = parseFields(list.fields, await readObject(c), { isNew: true, status: 422 })
    list.check?.(product, value)
    const id = await nextCatalogueId(store)
    await change(productId, parts => [...parts, { id, ...value }])
    return sendData(c, find(shown(await requestedProduct(store, c)), id))
  })
  app.get(`${path}/:part`, accepts({ query: fieldsQuery }), async c =>
    sendData(c, pickFields(c, find(shown(await requestedProduct(store, c)), parsePathId(c, 'part')))),
  )
  app.put(`${path}/:part`, accepts({ body }), async c => {
    const [product, id] = [await requestedProduct(store, c), parsePathId(c, 'part')]
    find(list.of(product), id)
    const value = parseFields(list.fields, await readObject(c), { isNew: false, status: 422 })
    list.check?.(product, value)
    await change(product.id, parts => parts.map(part => (part.id === id ? { ...part, ...value } : part)))
    return sendData(c, find(shown(await requestedProduct(store, c)), id))
  })
  app.delete(`${path}/:part`, accepts(), async c => {
    const [product, id] = [await requestedProduct(store, c), parsePathId(c, 'part')]
    find(list.of(product), id)
    await change(product.id, parts => parts.filter(part => part.id !== id))
    return c.body(null, 204)
  })
}
