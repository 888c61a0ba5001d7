import { authorize, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { ShopPageText } from '../../shop/port-catalogue.ts'
import * as contract from './contract.ts'
import {
  type LinkTarget,
  localizeShopLink,
  sanitizeShopHtml,
  splitLeadingPicture,
  summarizeHtml,
} from './html-rules.ts'
import { isShopPagePath, withoutTrailingSlash } from './rules.ts'
import { loadLinkTarget, readShopPage } from './service.ts'

export const calls: Handler[] = [handle(contract.getShopPage, getShopPage)]

/** Throws `refused_missing` 404 when the site shows no such page or the shop has none. */
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

/** The text as pages show it; a picture that it begins with is taken out and stands beside it. */
function presentText({ html, picture, published }: ShopPageText, target: LinkTarget) {
  const sanitized = sanitizeShopHtml(html, target)
  const { picture: shownPicture, text } =
    picture === null ? splitLeadingPicture(sanitized) : { picture, text: sanitized }
  return { html: text, picture: shownPicture, published, summary: summarizeHtml(text) }
}
