import { GraphQLError } from 'graphql'

export interface PageArgs {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

const PAGE = 10
const LARGEST_PAGE = 250
/** The platform gives at most fifty products at a time. */
export const MOST_PRODUCTS = 50

const cursorAt = (index: number): string => Buffer.from(`at:${index}`).toString('base64')
function indexOf(cursor: string): number {
  const index = Number(Buffer.from(cursor, 'base64').toString().replace('at:', ''))
  if (!Number.isInteger(index)) throw new GraphQLError(`Invalid cursor: ${cursor}`)
  return index
}

/** A page of a list as the platform's connection: ten by default, never more than `largest`. */
export function connection<T, N>(list: T[], args: PageArgs, node: (item: T) => N, largest = LARGEST_PAGE) {
  const size = args.first ?? args.last ?? PAGE
  if (size < 0 || size > largest) {
    throw new GraphQLError(`Requested page size ${size} is out of bounds: at most ${largest} items.`)
  }
  const low = args.after ? indexOf(args.after) + 1 : 0
  const high = args.before ? Math.min(indexOf(args.before), list.length) : list.length
  const fromEnd = args.first == null && args.last != null
  const start = fromEnd ? Math.max(low, high - size) : low
  const end = Math.min(high, start + size)
  const edges = list.slice(start, end).map((item, i) => ({ node: node(item), cursor: cursorAt(start + i) }))
  return {
    edges,
    pageInfo: {
      hasNextPage: end < list.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    collectionInfo: { totalItems: list.length },
  }
}

/** The platform's global id of a thing. */
export const globalId = (type: string, id: number): string => Buffer.from(`${type}:${id}`).toString('base64')
