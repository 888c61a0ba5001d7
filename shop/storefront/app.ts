import { type Context, Hono } from 'hono'
import { findBrandByPath } from '../catalogue/brands.ts'
import { categoryPath } from '../catalogue/category-tree.ts'
import { findPageByPath } from '../catalogue/content-pages.ts'
import { catalogue } from '../catalogue/index.ts'
import { findRedirect, redirectPath } from '../catalogue/redirects.ts'
import { channelOfLanguage, channels } from '../channels.ts'
import { isOutOfRangeError } from '../database.ts'
import { logFailure } from '../log.ts'
import { catalogueOfShopper } from '../pricing.ts'
import type { Store } from '../store.ts'
import { channelAt } from '../storefronts.ts'
import { trimSlashes } from '../trim-slashes.ts'
import { addAccountPages } from './account-pages.ts'
import {
  renderBrand,
  renderCategory,
  renderContentPage,
  renderHome,
  renderMessage,
  renderProduct,
  renderSearch,
} from './browse-pages.ts'
import { addCartPages } from './cart-pages.ts'
import { addCheckoutPages } from './checkout-pages.ts'
import { readCurrency } from './currency.ts'
import { createPageContext, pageInLanguage } from './layout.ts'
import { addOrderPages } from './order-pages.ts'
import { addConsentPages } from './page-scripts.ts'
import { findSessionCustomer, readSession, writeSession } from './session.ts'
import { addStaticFiles } from './static-files.ts'

/** The shop's pages for shoppers. */
export function createStorefrontApp(store: Store): Hono {
  const app = new Hono()
  app.onError(async (error, c) => {
    const ctx = createPageContext(store, c, (await readSession(store, c)).language)
    if (isOutOfRangeError(error)) return renderMessage(ctx, 404, ctx.t('notFound'))
    logFailure('page failed', error)
    return renderMessage(ctx, 500, ctx.t('tryAgain'), ctx.t('errorHelp'))
  })
  addStaticFiles(app)
  app.use('*', readCurrency(store))
  app.get('*', (c, next) => {
    const language = channels.find(one => one.language === c.req.query('lang'))?.language
    const channel = channelAt(store, c.req.url)
    // A storefront of its own has one language: another is that of the other one.
    if (!language || !channel || channel.language === language) return next()
    const address = new URL(pageInLanguage({ store, hono: c }, language))
    address.search = new URL(c.req.url).search
    return Promise.resolve(c.redirect(address.href, 302))
  })
  addCartPages(app, store)
  addCheckoutPages(app, store)
  addOrderPages(app, store)
  addAccountPages(app, store)
  addConsentPages(app, store)
  app.get('/', c => renderAtPath(store, c, '/'))
  app.get('*', c => renderAtPath(store, c, c.req.path))
  return app
}

const categoryByPath = new Map(catalogue.categories.map(category => [categoryPath(category.id), category]))

/** The home page, search, content page, product or category at a path. */
async function renderAtPath(store: Store, c: Context, path: string): Promise<Response> {
  const session = await readSession(store, c)
  const ctx = createPageContext(store, c, session.language)
  if (c.req.query('lang')) await writeSession(store, c, session)
  const pathInShop = path.startsWith(`${store.basePath}/`) ? path.slice(store.basePath.length) : path
  const trimmedPath = `/${trimSlashes(decodePath(pathInShop))}`
  const channel = channelOfLanguage(session.language)
  const customer = await findSessionCustomer(store, session)
  const liveCatalogue = await catalogueOfShopper(store, channel, customer?.id ?? 0)
  if (trimmedPath === '/' || trimmedPath === store.basePath) return renderHome(ctx, liveCatalogue)
  if (trimmedPath === '/search.php') return renderSearch(ctx, liveCatalogue)
  const contentPage = findPageByPath(trimmedPath)
  if (contentPage) return renderContentPage(ctx, contentPage)
  const product = liveCatalogue.visibleProducts.find(candidate => `/${candidate.slug}` === trimmedPath)
  if (product) return renderProduct(ctx, product)
  const brand = findBrandByPath(liveCatalogue.brands, trimmedPath)
  if (brand) return renderBrand(ctx, liveCatalogue, brand)
  const redirect = findRedirect(trimmedPath)
  if (redirect) return c.redirect(ctx.url(redirectPath(redirect)), 301)
  const category = categoryByPath.get(`${trimmedPath}/`)
  return category && liveCatalogue.seesCategory(category.id)
    ? renderCategory(ctx, liveCatalogue, category)
    : renderMessage(ctx, 404, ctx.t('notFound'))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/'
  }
}
