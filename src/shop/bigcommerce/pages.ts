import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Shop } from '../port.ts'
import type { ShopPage, ShopPageLink, ShopPageText } from '../port-catalogue.ts'
import type { GraphqlClient } from './graphql-client.ts'
import * as documents from './graphql-documents.ts'
import * as wire from './wire-graphql.ts'

/** The merchant's pages, and the blog that the platform has built in. */
export function pageOperations(ask: GraphqlClient): Pick<Shop, 'fetchPages' | 'fetchPage'> {
  return {
    async fetchPages(language) {
      const { content } = (await ask(language, documents.menuPagesQuery, wire.pagesSchema)).site
      return content.pages.map(linkOf)
    },
    async fetchPage(path, language) {
      const { node } = (await ask(language, documents.pageByPathQuery, wire.pageSchema, { path })).site.route
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
async function blog(ask: GraphqlClient, language: Language): Promise<ShopPage | null> {
  const found = (await ask(language, documents.blogQuery, wire.blogSchema)).site.content.blog
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
function textOf({ htmlBody = '', publishedDate, thumbnailImage }: wire.WirePost): ShopPageText {
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
