import { GraphQLError } from 'graphql'

export interface PageArgs {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

export const defaultPageSize = 10
const maxPageSize = 250
export const maxProductsPerPage = 50

const cursorAt = (index: number): string => Buffer.from(`at:${index}`).toString('base64')
function indexOfCursor(cursor: string): number {
  const index = Number(Buffer.from(cursor, 'base64').toString().replace('at:', ''))
  if (!Number.isInteger(index)) throw new GraphQLError(`Invalid cursor: ${cursor}`)
  return index
}

/** A page of a list as a connection: ten entries by default. Throws when more than `maxSize` are requested. */
export function toConnection<T, N>(list: T[], args: PageArgs, node: (item: T) => N, maxSize = maxPageSize) {
  const size = args.first ?? args.last ?? defaultPageSize
  if (size < 0 || size > maxSize) {
    throw new GraphQLError(`Requested page size ${size} is out of bounds: at most ${maxSize} items.`)
  }
  const first = args.after ? indexOfCursor(args.after) + 1 : 0
  const limit = args.before ? Math.min(indexOfCursor(args.before), list.length) : list.length
  const isFromEnd = args.first == null && args.last != null
  const start = isFromEnd ? Math.max(first, limit - size) : first
  const end = Math.min(limit, start + size)
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

/** The platform's global id of an object. */
export const globalId = (type: string, id: number): string => Buffer.from(`${type}:${id}`).toString('base64')
