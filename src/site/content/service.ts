import { orNotFound } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { readEventTypes } from '../../registry/registry/access.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { ShopPage } from '../../shop/port-catalogue.ts'
import type { LinkTarget } from './html-rules.ts'
import { readThroughShopCache } from './shop-cache-service.ts'

/** The shop's unsanitised page at that path, at most some minutes old; null when the shop has none (R803). */
export function readShopPage(
  ctx: Pick<RequestContext, 'shop' | 'now'>,
  path: string,
  language: Language,
): Promise<ShopPage | null> {
  return readThroughShopCache(ctx, `${language} ${path}`, () => ctx.shop.fetchPage(path, language))
}

/** Where links in the shop's text have to lead for readers of that language. */
export async function loadLinkTarget(
  ctx: Pick<RequestContext, 'db' | 'config' | 'cache'>,
  language: Language,
): Promise<LinkTarget> {
  const types = await readEventTypes({ ...ctx, language })
  return {
    language,
    storefrontUrl: ctx.config.SHOP_STOREFRONT_URL ?? '/shop',
    eventTypes: types.map(({ slug }) => slug),
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
  }
}
