import { isBlog, isBlogPost } from '../catalogue/content-pages.ts'
import { catalogue } from '../catalogue/index.ts'
import type { ContentPage } from '../catalogue/types.ts'
import { articleImageNode, type QueryContext, seoNode, toPlainText } from './common-nodes.ts'
import { globalId, type PageArgs, toConnection } from './connection.ts'

interface PostsArgs extends PageArgs {
  filters?: { entityIds?: number[] | null; tags?: string[] | null } | null
  sort?: 'NEWEST' | 'OLDEST' | null
}

/** The blog with its posts; null when there is none. */
export function blogNode(ctx: QueryContext): object | null {
  const index = catalogue.pages.find(isBlog)
  if (!index) return null
  return {
    __typename: 'Blog',
    id: globalId('Blog', index.id),
    name: index.title[ctx.language],
    description: toPlainText(index.body[ctx.language], Number.POSITIVE_INFINITY),
    path: index.path,
    isVisibleInNavigation: index.inNavigation,
    posts: (args: PostsArgs) => toConnection(findPosts(args), args, post => postNode(ctx, post)),
    post: ({ entityId }: { entityId: number }) => {
      const [post] = findPosts({ filters: { entityIds: [entityId] } })
      return post ? postNode(ctx, post) : null
    },
  }
}

function findPosts({ filters, sort }: Pick<PostsArgs, 'filters' | 'sort'>): ContentPage[] {
  const oldestFirst = catalogue.pages
    .filter(
      page =>
        isBlogPost(page) &&
        (!filters?.entityIds || filters.entityIds.includes(page.id)) &&
        // No post has a tag.
        !filters?.tags?.length,
    )
    .sort((one, other) => (one.updated < other.updated ? -1 : 1))
  return sort === 'OLDEST' ? oldestFirst : oldestFirst.reverse()
}

export function postNode(ctx: QueryContext, post: ContentPage): object {
  const [name, body] = [post.title[ctx.language], post.body[ctx.language]]
  return {
    __typename: 'BlogPost',
    id: globalId('BlogPost', post.id),
    entityId: post.id,
    name,
    tags: [],
    path: post.path,
    htmlBody: body,
    plainTextSummary: ({ characterLimit }: { characterLimit: number }) => toPlainText(body, characterLimit),
    thumbnailImage: () => (post.picture ? articleImageNode(ctx, post.picture) : null),
    publishedDate: { utc: `${post.updated}T00:00:00Z` },
    author: null,
    seo: () => seoNode(name, toPlainText(body, 160)),
  }
}
