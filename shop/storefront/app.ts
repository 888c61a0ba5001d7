import { Hono } from 'hono'
import { catalogue } from '../catalogue/index.ts'
import { categoryPath, pageAt } from '../shelf.ts'
import { isUnkeepable, type Store } from '../store.ts'
import { accountPages } from './account.ts'
import { categoryPage, homePage, messagePage, productPage, searchPage, wordsPage } from './browse.ts'
import { cartPages } from './cart.ts'
import { checkoutPages } from './checkout.ts'
import { files } from './files.ts'
import { desk } from './layout.ts'
import { orderPages } from './order.ts'
import { readSession, writeSession } from './session.ts'

/** The shop as its visitors see it. */
export function storefrontApp(store: Store): Hono {
  const app = new Hono()
  app.onError(async (error, c) => {
    const d = desk(store, c, (await readSession(store, c)).language)
    if (isUnkeepable(error)) return messagePage(d, 404, d.t('notFound'))
    console.error(error)
    return messagePage(d, 500, d.t('tryAgain'), d.t('broken'))
  })
  files(app)
  cartPages(app, store)
  checkoutPages(app, store)
  orderPages(app, store)
  accountPages(app, store)
  app.get('/', c => browse(store, c, '/'))
  app.get('*', c => browse(store, c, c.req.path))
  return app
}

const categoryAt = new Map(catalogue.categories.map(category => [categoryPath(category.id), category]))

async function browse(store: Store, c: Parameters<typeof desk>[1], path: string): Promise<Response> {
  const session = await readSession(store, c)
  const d = desk(store, c, session.language)
  if (c.req.query('lang')) await writeSession(store, c, session)
  const inside = path.startsWith(`${store.path}/`) ? path.slice(store.path.length) : path
  const bare = `/${decoded(inside).replace(/^\/+|\/+$/g, '')}`
  const shelf = await store.shelf()
  if (bare === '/' || bare === store.path) return homePage(d, shelf)
  if (bare === '/search.php') return searchPage(d, shelf)
  const words = pageAt(bare)
  if (words) return wordsPage(d, words)
  const item = shelf.visible.find(candidate => `/${candidate.slug}` === bare)
  if (item) return productPage(d, item)
  const category = categoryAt.get(`${bare}/`)
  return category ? categoryPage(d, shelf, category) : messagePage(d, 404, d.t('notFound'))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
