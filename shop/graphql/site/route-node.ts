import { findBrandByPath } from '../../catalogue/brands.ts'
import { categoryPath } from '../../catalogue/category-tree.ts'
import { findPageByPath, isBlogPost } from '../../catalogue/content-pages.ts'
import { catalogue } from '../../catalogue/index.ts'
import { findRedirect, type PathRedirect, redirectPath } from '../../catalogue/redirects.ts'
import { storefrontUrlOf } from '../../storefronts.ts'
import { trimSlashes } from '../../trim-slashes.ts'
import { postNode } from '../blog-node.ts'
import { brandNode, categoryNode } from '../category-node.ts'
import type { QueryContext } from '../common-nodes.ts'
import { globalId } from '../connection.ts'
import { pageNode } from '../page-node.ts'

interface RouteArgs {
  path: string
  redirectBehavior: 'FOLLOW' | 'IGNORE'
}

/** What is at a path of the storefront; where redirects are followed, what is at the path they lead to. */
export function routeNode(ctx: QueryContext, { path, redirectBehavior }: RouteArgs) {
  const redirect = findRedirect(path.split('?')[0]!)
  const isFollowed = redirect !== undefined && redirectBehavior === 'FOLLOW'
  return {
    // An address that somebody entered by hand is nothing of the catalogue.
    node: () =>
      isFollowed && redirect.to.type === 'url'
        ? null
        : nodeAtPath(ctx, isFollowed ? redirectPath(redirect) : path),
    redirect: () => (redirect ? redirectNode(ctx, redirect) : null),
  }
}

function nodeAtPath(ctx: QueryContext, path: string): object | null {
  const trimmedPath = `/${trimSlashes(path.split('?')[0]!)}`
  const page = findPageByPath(trimmedPath)
  if (page) return isBlogPost(page) ? postNode(ctx, page) : pageNode(ctx, page)
  const product = ctx.catalogue.visibleProducts.find(candidate => `/${candidate.slug}` === trimmedPath)
  if (product) return ctx.productNode(product)
  const brand = findBrandByPath(ctx.catalogue.brands, trimmedPath)
  if (brand) return brandNode(ctx, brand.id)
  const category = catalogue.categories.find(candidate => categoryPath(candidate.id) === `${trimmedPath}/`)
  return category ? categoryNode(ctx, category.id) : null
}

const redirectTypes = { category: 'CategoryRedirect', page: 'PageRedirect', product: 'ProductRedirect' }
const targetTypes = { category: 'Category', page: 'NormalPage', product: 'Product' }

function redirectNode(ctx: QueryContext, redirect: PathRedirect) {
  const { to } = redirect
  const path = redirectPath(redirect)
  const toUrl = `${storefrontUrlOf(ctx.store, ctx.channelId)}${path}`
  return {
    id: globalId('Redirect', redirect.id),
    fromPath: redirect.from,
    toUrl,
    to:
      to.type === 'url'
        ? { __typename: 'ManualRedirect', url: toUrl }
        : {
            __typename: redirectTypes[to.type],
            id: globalId(targetTypes[to.type], to.id),
            entityId: to.id,
            path,
          },
  }
}
