import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Shop, ShopPage, ShopPageLink, ShopText } from '../port.ts'
import type { Ask } from './ask-graphql.ts'
import * as documents from './documents.ts'
import * as wire from './wire-graphql.ts'

/** The merchant's pages, and the blog that the platform has built in. */
export function pages(ask: Ask): Pick<Shop, 'pages' | 'page'> {
  return {
    async pages(language) {
      const { content } = (await ask(language, documents.menuPages, wire.pagesAnswer)).site
      return content.pages.map(linkOf)
    },
    async page(path, language) {
      const { node } = (await ask(language, documents.pageByPath, wire.pageAnswer, { path })).site.route
      if (node === null) return null
      // Which of the two a blog's address leads to, the platform does not document.
      if (['Blog', 'BlogIndexPage'].includes(node.__typename)) return blog(ask, language)
      if (node.htmlBody === undefined) return null
      const children = (node.children ?? []).map(child => ({ ...linkOf(child), ...textOf(child) }))
      return { path: node.path ?? path, title: node.name ?? '', ...textOf(node), children }
    },
  }
}

/** The blog as a page whose children are its posts. */
async function blog(ask: Ask, language: Language): Promise<ShopPage | null> {
  const found = (await ask(language, documents.blog, wire.blogAnswer)).site.content.blog
  if (found === null) return null
  const children = found.posts.map(({ entityId, name, path, ...post }) => ({
    id: entityId,
    parentId: 0,
    title: name,
    href: path,
    ...textOf(post),
  }))
  return {
    path: found.path,
    title: found.name,
    ...textOf({ htmlBody: `<p>${escaped(found.description)}</p>` }),
    children,
  }
}

/** Only posts of the blog have a day and a picture of their own on the platform. */
function textOf({ htmlBody = '', publishedDate, thumbnailImage }: wire.WirePost): ShopText {
  return {
    html: htmlBody,
    picture: thumbnailImage?.url ?? null,
    published: publishedDate ? dayInAthens(new Date(publishedDate.utc)) : null,
  }
}

function linkOf(page: wire.WirePageLink): ShopPageLink {
  return {
    id: page.entityId,
    parentId: page.parentEntityId ?? 0,
    title: page.name,
    href: page.path ?? page.link ?? '/',
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
