import { type Context, Hono } from 'hono'
import { categoryPath, childCategories, findCategory } from '../../catalogue/category-tree.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Category } from '../../catalogue/types.ts'
import { channels } from '../../channels.ts'
import { ShopError } from '../../store.ts'
import { accepts, fieldsQuery, pagingQuery } from '../accepts.ts'
import { parsePathId, queryIds, queryInteger } from '../requests.ts'
import { sendData, sendRequestedPage } from '../responses.ts'
import { pickFields } from './product-filters.ts'

/** Both channels show one tree. */
const treeId = 1

const categoryFilters = ['id', 'id:in', 'name', 'parent_id', 'parent_id:in', 'is_visible']

/** v3 categories and their tree. They are the shop's own, so they are only read. */
export function createCategoriesApi(): Hono {
  const app = new Hono()
  const listQuery = [...pagingQuery, ...fieldsQuery]
  app.get('/categories', accepts({ query: [...listQuery, ...categoryFilters] }), c =>
    sendRequestedPage(
      c,
      filterCategories(c).map(category => pickFields(c, categoryJson(category))),
    ),
  )
  app.get('/categories/:id', accepts({ query: fieldsQuery }), c => {
    const category = findCategory(parsePathId(c, 'id'))
    if (!category) throw new ShopError(404, 'The requested category was not found.')
    return sendData(c, pickFields(c, categoryJson(category)))
  })
  app.get('/trees', accepts({ query: ['id:in', 'channel_id:in'] }), c => sendRequestedPage(c, listTrees(c)))
  app.get('/trees/:id/categories', accepts({ query: ['depth'] }), c => {
    if (parsePathId(c, 'id') !== treeId) throw new ShopError(404, 'The requested tree was not found.')
    const depth = queryInteger(c, 'depth') ?? Number.POSITIVE_INFINITY
    return sendData(
      c,
      childCategories(0).map(category => treeNodeJson(category, depth)),
    )
  })
  return app
}

function filterCategories(c: Context): Category[] {
  const parents = queryIds(c, 'parent_id:in')
  const parent = queryInteger(c, 'parent_id')
  const isVisible = c.req.query('is_visible')
  const isShown = isVisible === undefined || isVisible === 'true' || isVisible === '1'
  const [id, ids, name] = [queryInteger(c, 'id'), queryIds(c, 'id:in'), c.req.query('name')]
  return catalogue.categories.filter(
    category =>
      isShown &&
      (id === undefined || category.id === id) &&
      (!ids || ids.includes(category.id)) &&
      (name === undefined || category.name.en === name) &&
      (parent === undefined || category.parent === parent) &&
      (!parents || parents.includes(category.parent)),
  )
}

function listTrees(c: Context) {
  const [ids, channelIds] = [queryIds(c, 'id:in'), queryIds(c, 'channel_id:in')]
  const isWanted =
    (!ids || ids.includes(treeId)) &&
    (!channelIds || channels.some(channel => channelIds.includes(channel.id)))
  return isWanted ? [{ id: treeId, name: 'Doron Shop', channels: channels.map(channel => channel.id) }] : []
}

const categoryJson = (category: Category) => ({
  id: category.id,
  parent_id: category.parent,
  name: category.name.en,
  description: category.description.en,
  views: 0,
  sort_order: category.position,
  page_title: '',
  search_keywords: '',
  meta_keywords: [],
  meta_description: '',
  layout_file: 'category.html',
  is_visible: true,
  default_product_sort: 'use_store_settings',
  image_url: '',
  custom_url: { url: categoryPath(category.id), is_customized: false },
})

/** A category of a tree with those below it, `depth` levels down. */
const treeNodeJson = (category: Category, depth: number): object => ({
  id: category.id,
  parent_id: category.parent,
  depth: categoryPath(category.id).split('/').length - 3,
  path: categoryPath(category.id).split('/').filter(Boolean),
  name: category.name.en,
  is_visible: true,
  url: categoryPath(category.id),
  children: depth > 0 ? childCategories(category.id).map(child => treeNodeJson(child, depth - 1)) : [],
})
