import { trimSlashes } from '../trim-slashes.ts'
import { categoryPath } from './category-tree.ts'
import { catalogue } from './index.ts'

/** What a path that was used once leads to: something of the catalogue, or an address of the storefront. */
export type RedirectTarget =
  | { type: 'category' | 'page' | 'product'; id: number }
  | { type: 'url'; url: string }

export interface PathRedirect {
  id: number
  from: string
  to: RedirectTarget
}

const pathRedirects: PathRedirect[] = [
  { id: 1, from: '/gift-vouchers', to: { type: 'category', id: 100 } },
  { id: 2, from: '/newborn', to: { type: 'category', id: 31 } },
  { id: 3, from: '/new-arrivals', to: { type: 'url', url: '/search.php?sort=newest' } },
]

/** The redirect at a path, with or without slashes around it. */
export const findRedirect = (path: string): PathRedirect | undefined =>
  pathRedirects.find(redirect => redirect.from === `/${trimSlashes(path)}`)

/** The path that a redirect leads to, with a query where it has one. */
export function redirectPath({ to }: PathRedirect): string {
  if (to.type === 'url') return to.url
  if (to.type === 'category') return categoryPath(to.id)
  const page = catalogue.pages.find(candidate => candidate.id === to.id)
  const product = catalogue.products.find(candidate => candidate.id === to.id)
  return to.type === 'page' ? (page?.path ?? '/') : `/${product?.slug ?? ''}/`
}
