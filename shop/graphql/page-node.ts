import { isBlog, isBlogPost } from '../catalogue/content-pages.ts'
import { catalogue } from '../catalogue/index.ts'
import type { ContentPage } from '../catalogue/types.ts'
import { type QueryContext, seoNode, toPlainText } from './common-nodes.ts'
import { globalId, type PageArgs, toConnection } from './connection.ts'

interface PageFilters {
  entityIds?: number[] | null
  pageType?: 'BLOG' | 'CONTACT' | 'LINK' | 'NORMAL' | 'RAW' | null
  isVisibleInNavigation?: boolean | null
  parentEntityIds?: number[] | null
}
type PageSort = 'PAGE_ID' | 'SORT_ORDER' | 'PARENT_ID_AND_SORT_ORDER_AND_TITLE'
interface PagesArgs extends PageArgs {
  filters?: PageFilters | null
  sortBy?: PageSort | null
}

/** The shop's pages without the posts of the blog, filtered and sorted. */
export function pageConnection(
  ctx: QueryContext,
  args: PagesArgs,
  candidates: ContentPage[] = catalogue.pages,
) {
  const { entityIds, pageType, isVisibleInNavigation, parentEntityIds } = args.filters ?? {}
  const matching = candidates.filter(
    page =>
      (!entityIds || entityIds.includes(page.id)) &&
      !isBlogPost(page) &&
      (!pageType || pageType === (isBlog(page) ? 'BLOG' : 'NORMAL')) &&
      (isVisibleInNavigation == null || page.inNavigation === isVisibleInNavigation) &&
      (!parentEntityIds || parentEntityIds.includes(page.parent)),
  )
  return toConnection(matching.sort(comparePages(ctx, args.sortBy ?? 'PAGE_ID')), args, page =>
    pageNode(ctx, page),
  )
}

function comparePages(ctx: QueryContext, sort: PageSort): (a: ContentPage, b: ContentPage) => number {
  if (sort === 'PAGE_ID') return (a, b) => a.id - b.id
  if (sort === 'SORT_ORDER') return (a, b) => a.position - b.position || a.id - b.id
  return (a, b) =>
    a.parent - b.parent ||
    a.position - b.position ||
    a.title[ctx.language].localeCompare(b.title[ctx.language], ctx.language)
}

export function pageNode(ctx: QueryContext, page: ContentPage): object {
  const name = page.title[ctx.language]
  const typeName = isBlog(page) ? 'BlogIndexPage' : 'NormalPage'
  return {
    __typename: typeName,
    id: globalId(typeName, page.id),
    path: page.path,
    htmlBody: page.body[ctx.language],
    plainTextSummary: ({ characterLimit }: { characterLimit: number }) =>
      toPlainText(page.body[ctx.language], characterLimit),
    entityId: page.id,
    parentEntityId: page.parent || null,
    name,
    isVisibleInNavigation: page.inNavigation,
    seo: () => seoNode(name, toPlainText(page.body[ctx.language], 160)),
    breadcrumbs: (args: PageArgs & { depth: number }) =>
      toConnection(ancestorPages(page).slice(-args.depth), args, ancestor => ({
        entityId: ancestor.id,
        name: ancestor.title[ctx.language],
        path: ancestor.path,
      })),
    children: (args: PagesArgs) =>
      pageConnection(
        ctx,
        args,
        catalogue.pages.filter(child => child.parent === page.id),
      ),
  }
}

/** From the top page down to the page itself. */
function ancestorPages(page: ContentPage): ContentPage[] {
  const parent = catalogue.pages.find(candidate => candidate.id === page.parent)
  return parent ? [...ancestorPages(parent), page] : [page]
}
