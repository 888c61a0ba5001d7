import { isBlogPost } from '../../catalogue/content-pages.ts'
import { catalogue } from '../../catalogue/index.ts'
import { blogNode, postNode } from '../blog-node.ts'
import { brandNode, categoryNode } from '../category-node.ts'
import type { QueryContext } from '../common-nodes.ts'
import { pageNode } from '../page-node.ts'

/** The type and number in a global id; undefined for a text that is none. */
function readGlobalId(id: string): [type: string, entityId: number] | undefined {
  const [, type, number] = /^([A-Za-z]+):(\d+)$/.exec(Buffer.from(id, 'base64').toString()) ?? []
  return type && number ? [type, Number(number)] : undefined
}

/** What has a global id, as long as a shopper may see it. */
export function findNode(ctx: QueryContext, id: string): object | null {
  const [type, entityId] = readGlobalId(id) ?? []
  if (type === undefined || entityId === undefined) return null
  const node = findByType(ctx, type, entityId)
  // An id names one type: that of a page does not find a post.
  return node && '__typename' in node && node.__typename === type ? node : null
}

function findByType(ctx: QueryContext, type: string, entityId: number): object | null {
  if (type === 'Product') {
    const product = ctx.catalogue.visibleProducts.find(({ id }) => id === entityId)
    return product ? ctx.productNode(product) : null
  }
  if (type === 'Category') return categoryNode(ctx, entityId)
  if (type === 'Brand') return brandNode(ctx, entityId)
  if (type === 'Blog') return blogNode(ctx)
  const page = catalogue.pages.find(({ id }) => id === entityId)
  if (!page) return null
  return isBlogPost(page) ? postNode(ctx, page) : pageNode(ctx, page)
}
