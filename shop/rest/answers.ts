import type { Context } from 'hono'
import { isUnkeepable, ShopError } from '../store.ts'

/** The platform's REST answers: v3 wraps in `data` and `meta`, v2 answers bare. */
export const data = (c: Context, value: unknown, status: 200 | 201 = 200): Response =>
  c.json({ data: value, meta: {} }, status)

export interface Paging {
  page: number
  limit: number
}

/** `page` and `limit` of a request; 50 lines by default, at most 250. */
export function paging(c: Context): Paging {
  return {
    page: wholeQuery(c, 'page') || 1,
    limit: Math.min(wholeQuery(c, 'limit') || 50, 250),
  }
}

export function wholeQuery(c: Context, name: string): number | undefined {
  const text = c.req.query(name)
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) {
    throw new ShopError(400, `The ${name} query parameter is invalid.`, { [name]: text })
  }
  return value
}

/** Ids of a `name:in=1,2,3` filter; undefined when it was not given. */
export function idsQuery(c: Context, name: string): number[] | undefined {
  const text = c.req.query(name)
  return text === undefined ? undefined : text.split(',').map(Number).filter(Number.isInteger)
}

/** A moment given as RFC 2822, ISO 8601 or unix seconds. */
export function timeQuery(c: Context, name: string): Date | undefined {
  const text = c.req.query(name)
  if (!text) return undefined
  const moment = /^\d{9,}$/.test(text) ? new Date(Number(text) * 1000) : new Date(text)
  if (Number.isNaN(moment.getTime())) throw new ShopError(400, `The ${name} query parameter is not a date.`)
  return moment
}

/** A v3 list with its pagination. */
export function pageOf(c: Context, values: unknown[], total: number, { page, limit }: Paging): Response {
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

/** The part of a list in memory that the request asked for. */
export function slice(c: Context, values: unknown[]): Response {
  const asked = paging(c)
  const start = (asked.page - 1) * asked.limit
  return pageOf(c, values.slice(start, start + asked.limit), values.length, asked)
}

const TYPE = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes'

/** A failure in the words of the API version that was called. */
export function failure(
  c: Context,
  status: 400 | 401 | 404 | 409 | 422 | 500,
  title: string,
  errors = {},
): Response {
  return /\/v2\//.test(c.req.path)
    ? c.json([{ status, message: title }], status)
    : c.json({ status, title, type: TYPE, errors }, status)
}

export function onError(error: Error, c: Context): Response {
  if (error instanceof ShopError) return failure(c, error.status, error.message, error.fields)
  if (isUnkeepable(error)) return failure(c, 404, 'The requested resource was not found.')
  console.error(error)
  return failure(c, 500, 'Internal Server Error')
}

export type Body = Record<string, unknown>

/** The JSON object that was sent. Throws 400 for anything else. */
export async function body(c: Context): Promise<Body> {
  const value: unknown = await c.req.json().catch(() => undefined)
  if (!isBody(value)) throw new ShopError(400, 'Input is invalid: a JSON object is expected.')
  return value
}

export async function list(c: Context): Promise<Body[]> {
  const value: unknown = await c.req.json().catch(() => undefined)
  if (!Array.isArray(value) || !value.every(isBody)) {
    throw new ShopError(422, 'Input is invalid: a JSON array of objects is expected.')
  }
  return value
}

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a field that should hold a list. */
export const bodies = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isBody) : [])

export const text = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : otherwise

/** A whole number ≥ 0, also when written as text. Throws 422 otherwise. */
export function whole(value: unknown, field: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) {
    throw new ShopError(422, `${field} must be a whole number.`, { [field]: 'invalid' })
  }
  return number
}

export const pathId = (c: Context, name: string): number => {
  const id = Number(c.req.param(name))
  if (!Number.isInteger(id) || id > 2_147_483_647)
    throw new ShopError(404, 'The requested resource was not found.')
  return id
}

/** RFC 2822 in UTC, as v2 writes dates: `Sat, 21 Nov 2026 10:00:00 +0000`. */
export const rfc2822 = (moment: Date): string => moment.toUTCString().replace('GMT', '+0000')
