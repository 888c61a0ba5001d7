import { createHash } from 'node:crypto'
import { AppError, authorize, orNotFound } from '../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { type Language, languages } from '../base/language.ts'
import { createStaleCache, type StaleCache } from '../base/stale-cache.ts'
import { createWorkLimit, type WorkLimit } from '../base/work-limit.ts'
import { readEventTypes } from '../registry/event-type.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { JobContext, RequestContext } from '../server/context/request-context.ts'
import { isShownPicture } from '../server/context/storefront-moves.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'
import { maxListedChildren, type ShopPage, type ShopPageText } from '../shop/port-catalogue.ts'
import * as contract from './content.contract.ts'
import {
  isFixedShopPage,
  isShopPagePath,
  parentPath,
  shopPagePaths,
  shopSectionPaths,
  withoutTrailingSlash,
} from './content.rules.ts'
import {
  type LinkTarget,
  localizeShopLink,
  sanitizeShopHtml,
  splitLeadingPicture,
  summarizeHtml,
} from './html.rules.ts'
import { maxListedPictures } from './letters.ts'

export const calls: Handler[] = [handle(contract.getShopPage, getShopPage)]

/** Throws `refused_missing` 404 when the site or the shop has no such page. */
async function getShopPage(
  { path: requestedPath, lang }: ParsedOf<typeof contract.getShopPage>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.getShopPage>> {
  const path = withoutTrailingSlash(requestedPath)
  authorize(isShopPagePath(path))
  const language = lang ?? ctx.language
  const page = orNotFound(await readShopPage(ctx, path, language))
  const target = await loadLinkTarget(ctx, language)
  return {
    path,
    title: page.title,
    ...presentText(page, target),
    children: page.children.map(child => {
      const { html: _, ...teaser } = presentText(child, target)
      return { title: child.title, path: localizeShopLink(child.href, target), ...teaser }
    }),
  }
}

/** The sanitised text; a picture that it begins with is taken out and returned apart. */
function presentText({ html, picture, published }: ShopPageText, target: LinkTarget) {
  const sanitized = sanitizeShopHtml(html, target)
  const { picture: shownPicture, text } =
    picture === null ? splitLeadingPicture(sanitized) : { picture, text: sanitized }
  return { html: text, picture: shownPicture, published, summary: summarizeHtml(text) }
}

type ShopReader = Pick<RequestContext, 'shop' | 'now'>

/** The shop's page at that path, not sanitised, cached for some minutes; null when the shop has none (R803). */
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

/** By the list of the page above, so that made-up addresses cost the shop no call. `unknown`: the list is full. */
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

/** How links in the shop's text are rewritten for readers of that language. */
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

/** For an article's share picture (R711). Throws `refused_missing` 404 when the shop has no such article. */
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

interface CacheSection {
  texts: StaleCache<unknown>
  limit: WorkLimit
}

interface ShopCache {
  /** Texts that menus and lists name; visitors can't add to them. */
  listed: CacheSection
  unlisted: CacheSection
  listeners: Set<() => void>
}

const freshMs = 5 * 60_000
/** After a failed read the same text is not read again for this long. */
const retryAfterMs = 15_000

const caches = new WeakMap<Shop, ShopCache>()

/**
 * Reads a text of the shop through a cache in memory. A value older than five minutes is still answered at once and
 * refreshed in the background, so that pages survive a slow or failing shop. Listed and other texts are cached apart,
 * so that made-up addresses never push out what the site lists. Throws AppError `refused_shop_away` 502 when nothing
 * is cached and the shop can't be reached, and `refused_busy` 503 when too many reads are waiting.
 */
export async function readThroughShopCache<T>(
  { shop, now }: Pick<RequestContext, 'shop' | 'now'>,
  key: string,
  read: () => Promise<T>,
  isListed = true,
): Promise<T> {
  const { listed, unlisted } = cacheFor(shop)
  const { texts, limit } = isListed ? listed : unlisted
  try {
    return (await texts.read(key, now, () => limit(read))) as T
  } catch (error) {
    if (error instanceof ShopFailure) throw new AppError('refused_shop_away', 502)
    throw error
  }
}

/** Whether a text is in the cache of listed texts, however old. */
function hasListedText(shop: Shop, key: string): boolean {
  return cacheFor(shop).listed.texts.peek(key) !== undefined
}

/** Calls the listener whenever this process has read a changed text of the shop; returns the function that stops it. */
export function watchShopTexts(shop: Shop, listener: () => void): () => void {
  const { listeners } = cacheFor(shop)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function cacheFor(shop: Shop): ShopCache {
  const known = caches.get(shop)
  if (known) return known
  const listeners = new Set<() => void>()
  const createSection = (max: number, work: { concurrent: number; waiting: number }): CacheSection => ({
    texts: createStaleCache({
      max,
      freshMs,
      pause: { ms: retryAfterMs, after: error => error instanceof ShopFailure },
      onChange: () => {
        for (const tell of listeners) tell()
      },
    }),
    limit: createWorkLimit(work),
  })
  const cache = {
    listed: createSection(2000, { concurrent: 8, waiting: 200 }),
    unlisted: createSection(100, { concurrent: 2, waiting: 10 }),
    listeners,
  }
  caches.set(shop, cache)
  return cache
}

/** Tells staff which of the shop's pictures our pages leave out (R1203: foreign addresses), once for each list. */
export async function tellOfDroppedPictures(ctx: JobContext): Promise<void> {
  const dropped = new Map<string, { page: string; picture: string }>()
  for (const language of languages)
    for (const path of [...shopPagePaths, ...shopSectionPaths]) {
      const target = await loadLinkTarget(ctx, language)
      const page = await readShopPage(ctx, path, language).catch(() => null)
      const drop = (address: string) => dropped.set(`${path} ${address}`, { page: path, picture: address })
      for (const { html } of page ? [page, ...page.children] : []) sanitizeShopHtml(html, target, drop)
    }
  if (dropped.size === 0) return
  const list = createHash('sha256')
    .update([...dropped.keys()].sort().join('\n'))
    .digest('base64url')
  await ctx.db.transaction().execute(tx =>
    ctx.tellStaff(tx, {
      cause: `pictures-left-out:${list}`,
      template: 'pictures-left-out',
      props: { pictures: [...dropped.values()].slice(0, maxListedPictures) },
    }),
  )
}
