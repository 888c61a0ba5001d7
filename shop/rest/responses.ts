import type { Context } from 'hono'
import { isOutOfRangeError } from '../database.ts'
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

const errorTypeUrl = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes'

/** An error in the format of the API version that was called. */
export function sendError(
  c: Context,
  status: 400 | 401 | 404 | 409 | 422 | 500,
  title: string,
  errors = {},
): Response {
  return /\/v2\//.test(c.req.path)
    ? c.json([{ status, message: title }], status)
    : c.json({ status, title, type: errorTypeUrl, errors }, status)
}

/** The response to an error that a handler threw. */
export function handleError(error: Error, c: Context): Response {
  if (error instanceof ShopError) return sendError(c, error.status, error.message, error.fields)
  if (isOutOfRangeError(error)) return sendError(c, 404, 'The requested resource was not found.')
  console.error(error)
  return sendError(c, 500, 'Internal Server Error')
}

/** RFC 2822 in UTC, as v2 writes dates: `Sat, 21 Nov 2026 10:00:00 +0000`. */
export const formatRfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000')
