import type { Language } from '../../base/language.ts'
import type { Shop, ShopPage, ShopPageLink } from '../port.ts'
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
      const children = (node.children ?? []).map(linkOf)
      return { path: node.path ?? path, title: node.name ?? '', html: node.htmlBody, children }
    },
  }
}

/** The blog as a page whose children are its posts. */
async function blog(ask: Ask, language: Language): Promise<ShopPage | null> {
  const found = (await ask(language, documents.blog, wire.blogAnswer)).site.content.blog
  if (found === null) return null
  const children = found.posts.map(({ entityId, name, path }) => ({
    id: entityId,
    parentId: 0,
    title: name,
    href: path,
  }))
  return { path: found.path, title: found.name, html: `<p>${escaped(found.description)}</p>`, children }
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
