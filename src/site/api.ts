import { createHash } from 'node:crypto'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { allow, found } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import type { ShopPage, ShopText } from '../shop/port.ts'
import * as said from './contract.ts'
import { keepingRead } from './keeping.ts'
import { isShopAddress, plainAddress } from './rules.ts'
import { addressOf, cleanText, pictureFirst, type Reader, summaryOf } from './text.ts'

export const calls: Served[] = [
  serve(said.shopPage, shopPage),
  serve(said.navigation, navigation),
  serve(said.announcement, announcement),
  serve(said.contact, contact),
]

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
  return {
    path: address,
    title: page.title,
    ...shownText(page, reader),
    children: page.children.map(child => {
      const { html: _, ...teaser } = shownText(child, reader)
      return { title: child.title, path: addressOf(child.href, reader), ...teaser }
    }),
  }
}

/** The text as it is shown; a picture that it begins with stands beside it, as the shop's own pictures do. */
function shownText({ html, picture, published }: ShopText, reader: Reader) {
  const { picture: first, text } =
    picture === null ? pictureFirst(cleanText(html, reader)) : { picture, text: cleanText(html, reader) }
  return { html: text, picture: first, published, summary: summaryOf(text) }
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

/** The line of this language, as the deployment has worded it (ANNOUNCEMENT_EN, ANNOUNCEMENT_EL). */
export async function announcement(
  { lang }: ParsedOf<typeof said.announcement>,
  { config, language }: Pick<Visit, 'config' | 'language'>,
): Promise<ReplyOf<typeof said.announcement>> {
  const words = { en: config.ANNOUNCEMENT_EN, el: config.ANNOUNCEMENT_EL }[lang ?? language]
  if (!words) return null
  return { id: digest(words).slice(0, 12), text: words, path: config.ANNOUNCEMENT_PATH ?? null }
}

const contactMost = { fromAddress: 5, toSupport: 100, seconds: 3600 }

/** Refuses `refused_often` 429 beyond five messages an hour from one address of the network. */
async function contact(message: ParsedOf<typeof said.contact>, visit: Visit): Promise<Record<string, never>> {
  const { config, db, now, language } = visit
  await visit.limit(`contact:${visit.address}`, contactMost.fromAddress, contactMost.seconds)
  await visit.limit('contact', contactMost.toSupport, contactMost.seconds)
  const { name, email, message: words } = message
  await visit.post(db, {
    cause: `contact:${digest(`${dayInAthens(now)} ${email} ${words}`)}`,
    template: 'contact',
    language,
    to: config.SUPPORT_EMAIL,
    props: { name, email, message: words },
  })
  return {}
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
