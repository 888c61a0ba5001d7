import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { allow, found } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import type { ShopPage } from '../shop/port.ts'
import * as said from './contract.ts'
import { keepingRead } from './keeping.ts'
import { isShopAddress, plainAddress } from './rules.ts'
import { addressOf, cleanText, type Reader, summaryOf } from './text.ts'

export const calls: Served[] = [serve(said.shopPage, shopPage), serve(said.navigation, navigation)]

/** Refuses `refused_missing` 404 when the site shows no such page or the shop has none. */
async function shopPage(
  { path, lang }: ParsedOf<typeof said.shopPage>,
  visit: Visit,
): Promise<ReplyOf<typeof said.shopPage>> {
  const address = plainAddress(path)
  allow(isShopAddress(address))
  const language = lang ?? visit.language
  const page = found(await keptPage(visit, address, language))
  const reader = readerOf(visit, language)
  const html = cleanText(page.html, reader)
  return {
    path: address,
    title: page.title,
    html,
    summary: summaryOf(html),
    children: page.children.map(child => ({ title: child.title, path: addressOf(child.href, reader) })),
  }
}

/** The shop's own words at that address, as they were some minutes ago at most; null when it has none. */
export function keptPage(
  visit: Pick<Visit, 'shop' | 'now'>,
  address: string,
  language: Language,
): Promise<ShopPage | null> {
  return keepingRead(visit, `${language} ${address}`, () => visit.shop.page(address, language))
}

function readerOf({ config }: Pick<Visit, 'config'>, language: Language): Reader {
  return { language, storefront: config.SHOP_STOREFRONT_URL ?? '/shop' }
}

/** A page whose parent is in no menu stands by itself; what lies deeper than two levels is left out. */
async function navigation({ lang }: ParsedOf<typeof said.navigation>, visit: Visit) {
  const language = lang ?? visit.language
  const reader = readerOf(visit, language)
  const pages = await keepingRead(visit, `${language} menus`, () => visit.shop.pages(language))
  const shown = pages.map(({ id, parentId, title, href }) => ({
    id,
    parent_id: parentId,
    title,
    path: addressOf(href, reader),
  }))
  return shown
    .filter(({ parent_id }) => !shown.some(({ id }) => id === parent_id))
    .map(page => ({ ...page, children: shown.filter(({ parent_id }) => parent_id === page.id) }))
}
