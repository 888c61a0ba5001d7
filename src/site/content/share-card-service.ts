import { orNotFound } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { readShopPage } from './api.ts'
import { shopSectionPaths } from './rules.ts'

/** The first parts of the addresses of articles, as a pattern of routes. */
export const articleSectionPattern = shopSectionPaths.map(address => address.slice(1)).join('|')

/**
 * What the share picture of an article says: the list that it belongs to and its title.
 * Refuses `refused_missing` 404 when the shop has none of that name.
 */
export async function loadArticleShareCard(
  room: string,
  name: string,
  language: Language,
  ctx: Pick<RequestContext, 'shop' | 'now' | 'config'>,
) {
  const page = orNotFound(await readShopPage(ctx, `/${room}/${name}`, language))
  const list = await readShopPage(ctx, `/${room}`, language)
  return {
    eventType: room === 'events' ? name : 'other',
    photo: null,
    topLine: list?.title ?? '',
    title: page.title,
    bottomLine: '',
    site: ctx.config.SITE_NAME,
  }
}
