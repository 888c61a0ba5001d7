import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { Shop } from '../port.ts'
import type { ShopPage, ShopPageLink, ShopPageText } from '../port-catalogue.ts'
import type { GraphqlClient } from './graphql-client.ts'
import * as documents from './graphql-page-documents.ts'
import * as wire from './wire-graphql.ts'

/** The merchant's pages and the platform's own blog, over Storefront GraphQL. */
export function pageOperations(query: GraphqlClient): Pick<Shop, 'fetchPages' | 'fetchPage'> {
  return {
    async fetchPages(language) {
      const { site } = await query(language, documents.menuPagesQuery, wire.pagesSchema)
      return site.content.pages.map(toPageLink)
    },
    async fetchPage(path, language) {
      const { site } = await query(language, documents.pageByPathQuery, wire.pageSchema, { path })
      const { node } = site.route
      if (node === null) return null
      // The platform does not document which of the two types the blog's path leads to.
      if (['Blog', 'BlogIndexPage'].includes(node.__typename)) return fetchBlog(query, language)
      if (node.htmlBody === undefined) return null
      const children = (node.children ?? []).map(child => ({ ...toPageLink(child), ...toPageText(child) }))
      return { path: node.path ?? path, title: node.name ?? '', ...toPageText(node), children }
    },
  }
}

/** The blog as a page whose children are its posts. */
async function fetchBlog(query: GraphqlClient, language: Language): Promise<ShopPage | null> {
  const { blog } = (await query(language, documents.blogQuery, wire.blogSchema)).site.content
  if (blog === null) return null
  const children = blog.posts.map(({ entityId, name, path, ...post }) => ({
    id: entityId,
    parentId: 0,
    title: name,
    href: path,
    ...toPageText(post),
  }))
  return {
    path: blog.path,
    title: blog.name,
    ...toPageText({ htmlBody: `<p>${escapeHtml(blog.description)}</p>` }),
    children,
  }
}

/** Only blog posts have a day and a picture on the platform. */
function toPageText({ htmlBody = '', publishedDate, thumbnailImage }: wire.WirePost): ShopPageText {
  return {
    html: htmlBody,
    picture: thumbnailImage?.url ?? null,
    published: publishedDate ? dayInAthens(new Date(publishedDate.utc)) : null,
  }
}

function toPageLink(page: wire.WirePageLink): ShopPageLink {
  return {
    id: page.entityId,
    parentId: page.parentEntityId ?? 0,
    title: page.name,
    href: page.path ?? page.link ?? '/',
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
