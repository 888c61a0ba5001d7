import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import { allow, found } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import * as said from './contract.ts'
import { keepingRead } from './keeping.ts'
import { isShopAddress, plainAddress } from './rules.ts'
import { addressOf, cleanText, summaryOf } from './text.ts'

export const calls: Served[] = [serve(said.shopPage, shopPage)]

/** Refuses `refused_missing` 404 when the site shows no such page or the shop has none. */
async function shopPage(
  { path, lang }: ParsedOf<typeof said.shopPage>,
  visit: Visit,
): Promise<ReplyOf<typeof said.shopPage>> {
  const address = plainAddress(path)
  allow(isShopAddress(address))
  const language = lang ?? visit.language
  const page = found(
    await keepingRead(visit, `${language} ${address}`, () => visit.shop.page(address, language)),
  )
  const reader = { language, storefront: visit.config.SHOP_STOREFRONT_URL ?? '/shop' }
  const html = cleanText(page.html, reader)
  return {
    path: address,
    title: page.title,
    html,
    summary: summaryOf(html),
    children: page.children.map(child => ({ title: child.title, path: addressOf(child.href, reader) })),
  }
}
