import { createHash } from 'node:crypto'
import { authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { ShopPage, ShopPageText } from '../../shop/port.ts'
import * as contract from './contract.ts'
import {
  type LinkTarget,
  localizeShopLink,
  sanitizeShopHtml,
  splitLeadingPicture,
  summarizeHtml,
} from './html-rules.ts'
import { isShopPagePath, withoutTrailingSlash } from './rules.ts'
import { readThroughShopCache } from './shop-cache-service.ts'

export const calls: Handler[] = [
  handle(contract.getShopPage, shopPage),
  handle(contract.getNavigation, navigation),
  handle(contract.getAnnouncement, findAnnouncement),
  handle(contract.sendContactMessage, contact),
]

/** Refuses `refused_missing` 404 when the site shows no such page or the shop has none. */
async function shopPage(
  { path, lang }: ParsedOf<typeof contract.getShopPage>,
  ctx: RequestContext,
): Promise<ReplyOf<typeof contract.getShopPage>> {
  const address = withoutTrailingSlash(path)
  authorize(isShopPagePath(address))
  const language = lang ?? ctx.language
  const page = orNotFound(await readShopPage(ctx, address, language))
  const reader = readerOf(ctx, language)
  return {
    path: address,
    title: page.title,
    ...shownText(page, reader),
    children: page.children.map(child => {
      const { html: _, ...teaser } = shownText(child, reader)
      return { title: child.title, path: localizeShopLink(child.href, reader), ...teaser }
    }),
  }
}

/** The text as it is shown; a picture that it begins with stands beside it, as the shop's own pictures do. */
function shownText({ html, picture, published }: ShopPageText, reader: LinkTarget) {
  const { picture: first, text } =
    picture === null
      ? splitLeadingPicture(sanitizeShopHtml(html, reader))
      : { picture, text: sanitizeShopHtml(html, reader) }
  return { html: text, picture: first, published, summary: summarizeHtml(text) }
}

/** The shop's own words at that address, as they were some minutes ago at most; null when it has none. */
export function readShopPage(
  ctx: Pick<RequestContext, 'shop' | 'now'>,
  address: string,
  language: Language,
): Promise<ShopPage | null> {
  return readThroughShopCache(ctx, `${language} ${address}`, () => ctx.shop.fetchPage(address, language))
}

function readerOf({ config }: Pick<RequestContext, 'config'>, language: Language): LinkTarget {
  return { language, storefrontUrl: config.SHOP_STOREFRONT_URL ?? '/shop' }
}

/** A page whose parent is in no menu stands by itself; what lies deeper than two levels is left out. */
async function navigation({ lang }: ParsedOf<typeof contract.getNavigation>, ctx: RequestContext) {
  const language = lang ?? ctx.language
  const reader = readerOf(ctx, language)
  const pages = await readThroughShopCache(ctx, `${language} menus`, () => ctx.shop.fetchPages(language))
  const shown = pages.map(({ id, parentId, title, href }) => ({
    id,
    parent_id: parentId,
    title,
    path: localizeShopLink(href, reader),
  }))
  return shown
    .filter(({ parent_id }) => !shown.some(({ id }) => id === parent_id))
    .map(page => ({ ...page, children: shown.filter(({ parent_id }) => parent_id === page.id) }))
}

/** The line of this language, as the deployment has worded it (ANNOUNCEMENT_EN, ANNOUNCEMENT_EL). */
export async function findAnnouncement(
  { lang }: ParsedOf<typeof contract.getAnnouncement>,
  { config, language }: Pick<RequestContext, 'config' | 'language'>,
): Promise<ReplyOf<typeof contract.getAnnouncement>> {
  const words = { en: config.ANNOUNCEMENT_EN, el: config.ANNOUNCEMENT_EL }[lang ?? language]
  if (!words) return null
  return { id: digest(words).slice(0, 12), text: words, path: config.ANNOUNCEMENT_PATH ?? null }
}

const contactMost = { fromAddress: 5, toSupport: 100, seconds: 3600 }

/** Refuses `refused_often` 429 beyond five messages an hour from one address of the network. */
async function contact(
  message: ParsedOf<typeof contract.sendContactMessage>,
  ctx: RequestContext,
): Promise<Record<string, never>> {
  const { config, db, now, language } = ctx
  await ctx.rateLimit(`contact:${ctx.address}`, contactMost.fromAddress, contactMost.seconds)
  await ctx.rateLimit('contact', contactMost.toSupport, contactMost.seconds)
  const { name, email, message: words } = message
  await ctx.enqueueEmail(db, {
    cause: `contact:${digest(`${dayInAthens(now)} ${email} ${words}`)}`,
    template: 'contact',
    language,
    to: config.SUPPORT_EMAIL,
    props: { name, email, message: words },
  })
  return {}
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
