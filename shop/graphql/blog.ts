import { catalogue } from '../catalogue/index.ts'
import type { Page } from '../catalogue/types.ts'
import { connection, globalId, type PageArgs } from './connection.ts'
import { articlePicture, plainText, seo, type View } from './view.ts'

interface PostsArgs extends PageArgs {
  filters?: { entityIds?: number[] | null } | null
  sort?: 'NEWEST' | 'OLDEST' | null
}

/** The blog is a thing of its own on the platform: its index stands among the pages, its posts do not. */
export const isBlog = (page: Page): boolean => page.path === '/blog'
export const isPost = (page: Page): boolean => page.path.startsWith('/blog/')

/** The blog with its posts; null in a shop that has none. */
export function blogNode(view: View): object | null {
  const index = catalogue.pages.find(isBlog)
  if (!index) return null
  return {
    __typename: 'Blog',
    id: globalId('Blog', index.id),
    name: index.title[view.language],
    description: plainText(index.body[view.language], Number.POSITIVE_INFINITY),
    path: index.path,
    isVisibleInNavigation: index.inNavigation,
    posts: (args: PostsArgs) => connection(posts(args), args, post => postNode(view, post)),
    post: ({ entityId }: { entityId: number }) => {
      const [post] = posts({ filters: { entityIds: [entityId] } })
      return post ? postNode(view, post) : null
    },
  }
}

function posts({ filters, sort }: Pick<PostsArgs, 'filters' | 'sort'>): Page[] {
  const oldestFirst = catalogue.pages
    .filter(page => isPost(page) && (!filters?.entityIds || filters.entityIds.includes(page.id)))
    .sort((one, other) => (one.updated < other.updated ? -1 : 1))
  return sort === 'OLDEST' ? oldestFirst : oldestFirst.reverse()
}

export function postNode(view: View, post: Page): object {
  const [name, body] = [post.title[view.language], post.body[view.language]]
  return {
    __typename: 'BlogPost',
    id: globalId('BlogPost', post.id),
    entityId: post.id,
    name,
    tags: [],
    path: post.path,
    htmlBody: body,
    plainTextSummary: ({ characterLimit }: { characterLimit: number }) => plainText(body, characterLimit),
    thumbnailImage: () => (post.picture ? articlePicture(view, post.picture) : null),
    publishedDate: { utc: `${post.updated}T00:00:00Z` },
    author: null,
    seo: () => seo(name, plainText(body, 160)),
  }
}
