import { orNotFound } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { readEventTypes } from '../../registry/registry/access.ts'
import { isShownPicture } from '../../server/context/picture-origins.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { maxListedChildren, type ShopPage } from '../../shop/port-catalogue.ts'
import type { LinkTarget } from './html-rules.ts'
import { isFixedShopPage, parentPath, withoutTrailingSlash } from './rules.ts'
import { hasListedText, readThroughShopCache } from './shop-cache-service.ts'

type ShopReader = Pick<RequestContext, 'shop' | 'now'>

/** The shop's unsanitised page at that path, at most some minutes old; null when the shop has none (R803). */
export async function readShopPage(
  ctx: ShopReader,
  path: string,
  language: Language,
): Promise<ShopPage | null> {
  const key = `${language} ${path}`
  const listing = hasListedText(ctx.shop, key) ? 'listed' : await findListing(ctx, path, language)
  if (listing === 'missing') return null
  const read = () => ctx.shop.fetchPage(path, language)
  return readThroughShopCache(ctx, key, read, listing === 'listed')
}

/**
 * Whether there is such a page by the list of the one above it, so that made-up addresses cost the shop nothing.
 * `unknown` when that list is full and may lack some.
 */
async function findListing(
  ctx: ShopReader,
  path: string,
  language: Language,
): Promise<'listed' | 'missing' | 'unknown'> {
  if (isFixedShopPage(path)) return 'listed'
  const parent = parentPath(path)
  if (parent === null) return 'missing'
  const above = await readShopPage(ctx, parent, language)
  if (above?.children.some(({ href }) => withoutTrailingSlash(href) === path)) return 'listed'
  return above && above.children.length >= maxListedChildren ? 'unknown' : 'missing'
}

/** Where links in the shop's text have to lead for readers of that language. */
export async function loadLinkTarget(
  ctx: Pick<RequestContext, 'db' | 'config' | 'cache'>,
  language: Language,
): Promise<LinkTarget> {
  const types = await readEventTypes({ ...ctx, language })
  return {
    language,
    storefrontUrl: ctx.config.storefronts[language],
    eventTypes: types.map(({ slug }) => slug),
    mayShow: address => isShownPicture(address, ctx.config),
  }
}

/**
 * What the share picture of an article says: the list that it belongs to and its title (R711).
 * Throws `refused_missing` 404 when the shop has no article of that name.
 */
export async function loadArticleShareCard(
  section: string,
  name: string,
  language: Language,
  ctx: Pick<RequestContext, 'db' | 'shop' | 'now' | 'config' | 'cache'>,
) {
  const article = orNotFound(await readShopPage(ctx, `/${section}/${name}`, language))
  const types = section === 'events' ? await readEventTypes({ ...ctx, language }) : []
  const list = await readShopPage(ctx, `/${section}`, language)
  return {
    illustration: types.find(({ slug }) => slug === name)?.illustration ?? '',
    photo: null,
    topLine: list?.title ?? '',
    title: article.title,
    bottomLine: '',
    site: ctx.config.SITE_NAME,
    hasMark: ctx.config.SITE_MARK === undefined,
  }
}
