import type { Context } from 'hono'
import { isOutOfRangeError } from '../database.ts'
import { logFailure } from '../log.ts'
import { ShopError } from '../store.ts'
import { type Paging, queryPaging } from './requests.ts'

/** A v3 response, which wraps its value in `data`; v2 responses are bare. */
export const sendData = (c: Context, value: unknown, status: 200 | 201 = 200): Response =>
  c.json({ data: value, meta: {} }, status)

/** A page of a v3 list with its pagination. */
export function sendPage(c: Context, values: unknown[], total: number, { page, limit }: Paging): Response {
  const pages = Math.ceil(total / limit)
  const link = (number: number) => `?page=${number}&limit=${limit}`
  const links = {
    ...(page > 1 ? { previous: link(page - 1) } : {}),
    current: link(page),
    ...(page < pages ? { next: link(page + 1) } : {}),
  }
  return c.json({
    data: values,
    meta: {
      pagination: {
        total,
        count: values.length,
        per_page: limit,
        current_page: page,
        total_pages: pages,
        links,
      },
    },
  })
}

/** The requested page of a list in memory. */
export function sendRequestedPage(c: Context, values: unknown[]): Response {
  const paging = queryPaging(c)
  const start = (paging.page - 1) * paging.limit
  return sendPage(c, values.slice(start, start + paging.limit), values.length, paging)
}

/** The requested page of a v2 list, which is bare; an empty one has no body. */
export function sendV2Page(c: Context, values: unknown[]): Response {
  const { page, limit } = queryPaging(c)
  const rows = values.slice((page - 1) * limit, page * limit)
  return rows.length === 0 ? c.body(null, 204) : c.json(rows)
}

const errorTypeUrl = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes'

type ErrorStatus = 400 | 401 | 404 | 405 | 409 | 422 | 429 | 500 | 501

interface ErrorBody {
  status: ErrorStatus
  title: string
  type: string
  errors: object
}

/** The parts of the API whose errors look another way than those of the rest. */
const errorFormats: [RegExp, (error: ErrorBody) => object][] = [
  [/\/v2\//, ({ status, title }) => [{ status, message: title }]],
  [/\/v3\/(promotions|checkouts)\b/, error => ({ errors: [{ ...error, detail: error.title }] })],
  [/\/v3\/carts\/[^/]+\/metafields\/./, error => ({ ...error, errors: [error] })],
  [/\/metafields\/./, error => ({ ...error, errors: [error.errors] })],
  [/\/v3\/catalog\/trees\b/, error => ({ errors: error, meta: {} })],
]

export function sendError(c: Context, status: ErrorStatus, title: string, errors = {}): Response {
  const error = { status, title, type: errorTypeUrl, errors }
  const format = errorFormats.find(([path]) => path.test(c.req.path))?.[1]
  return c.json(format ? format(error) : error, status)
}

/** The response to an error that a handler threw. */
export function handleError(error: Error, c: Context): Response {
  if (error instanceof ShopError) return sendError(c, error.status, error.message, error.fields)
  if (isOutOfRangeError(error)) return sendError(c, 404, 'The requested resource was not found.')
  logFailure('REST call failed', error)
  return sendError(c, 500, 'Internal Server Error')
}

/** RFC 2822 in UTC, as v2 writes dates: `Sat, 21 Nov 2026 10:00:00 +0000`. */
export const formatRfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000')
