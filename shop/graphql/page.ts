import { catalogue } from '../catalogue/index.ts'
import type { Page } from '../catalogue/types.ts'
import { isBlog, isPost } from './blog.ts'
import { connection, globalId, type PageArgs } from './connection.ts'
import { plainText, seo, type View } from './view.ts'

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

/** The shop's pages, filtered and sorted as the platform does. */
export function pages(view: View, args: PagesArgs, among: Page[] = catalogue.pages) {
  const { entityIds, pageType, isVisibleInNavigation, parentEntityIds } = args.filters ?? {}
  const found = among.filter(
    page =>
      (!entityIds || entityIds.includes(page.id)) &&
      !isPost(page) &&
      (!pageType || pageType === (isBlog(page) ? 'BLOG' : 'NORMAL')) &&
      (isVisibleInNavigation == null || page.inNavigation === isVisibleInNavigation) &&
      (!parentEntityIds || parentEntityIds.includes(page.parent)),
  )
  return connection(found.sort(orderOf(view, args.sortBy ?? 'PAGE_ID')), args, page => pageNode(view, page))
}

function orderOf(view: View, sort: PageSort): (a: Page, b: Page) => number {
  if (sort === 'PAGE_ID') return (a, b) => a.id - b.id
  if (sort === 'SORT_ORDER') return (a, b) => a.position - b.position || a.id - b.id
  return (a, b) =>
    a.parent - b.parent ||
    a.position - b.position ||
    a.title[view.language].localeCompare(b.title[view.language], view.language)
}

/** A page with its text in the channel's language. */
export function pageNode(view: View, page: Page): object {
  const name = page.title[view.language]
  const typeName = isBlog(page) ? 'BlogIndexPage' : 'NormalPage'
  return {
    __typename: typeName,
    id: globalId(typeName, page.id),
    path: page.path,
    htmlBody: page.body[view.language],
    plainTextSummary: ({ characterLimit }: { characterLimit: number }) =>
      plainText(page.body[view.language], characterLimit),
    entityId: page.id,
    parentEntityId: page.parent || null,
    name,
    isVisibleInNavigation: page.inNavigation,
    seo: () => seo(name, plainText(page.body[view.language], 160)),
    breadcrumbs: (args: PageArgs & { depth: number }) =>
      connection(trail(page).slice(-args.depth), args, step => ({
        entityId: step.id,
        name: step.title[view.language],
        path: step.path,
      })),
    children: (args: PagesArgs) =>
      pages(
        view,
        args,
        catalogue.pages.filter(child => child.parent === page.id),
      ),
  }
}

function trail(page: Page): Page[] {
  const parent = catalogue.pages.find(candidate => candidate.id === page.parent)
  return parent ? [...trail(parent), page] : [page]
}
