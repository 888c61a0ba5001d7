import type { Context } from 'hono'
import { ShopError } from '../store.ts'

/** A requested page of a list, from 1. */
export interface Paging {
  page: number
  limit: number
}

/** `page` and `limit` of the query; 50 entries by default, at most 250. */
export function queryPaging(c: Context): Paging {
  return {
    page: queryInteger(c, 'page') || 1,
    limit: Math.min(queryInteger(c, 'limit') || 50, 250),
  }
}

/** A whole number ≥ 0 of the query; undefined when it is missing. Throws 400 for anything else. */
export function queryInteger(c: Context, name: string): number | undefined {
  const text = c.req.query(name)
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) {
    throw new ShopError(400, `The ${name} query parameter is invalid.`, { [name]: text })
  }
  return value
}

/** The ids of a filter `name:in=1,2,3`; undefined when it is missing. */
export function queryIds(c: Context, name: string): number[] | undefined {
  const text = c.req.query(name)
  return text === undefined ? undefined : text.split(',').map(Number).filter(Number.isInteger)
}

/** A time of the query, in RFC 2822, ISO 8601 or unix seconds. Throws 400 for anything else. */
export function queryTime(c: Context, name: string): Date | undefined {
  const text = c.req.query(name)
  if (!text) return undefined
  const date = /^\d{9,}$/.test(text) ? new Date(Number(text) * 1000) : new Date(text)
  if (Number.isNaN(date.getTime())) throw new ShopError(400, `The ${name} query parameter is not a date.`)
  return date
}

export type JsonObject = Record<string, unknown>

/** The body as a JSON object. Throws 400 for anything else. */
export async function readObject(c: Context): Promise<JsonObject> {
  const value: unknown = await c.req.json().catch(() => undefined)
  if (!isJsonObject(value)) throw new ShopError(400, 'Input is invalid: a JSON object is expected.')
  return value
}

/** The body as a list of JSON objects. Throws 422 for anything else. */
export async function readObjects(c: Context): Promise<JsonObject[]> {
  const value: unknown = await c.req.json().catch(() => undefined)
  if (!Array.isArray(value) || !value.every(isJsonObject)) {
    throw new ShopError(422, 'Input is invalid: a JSON array of objects is expected.')
  }
  return value
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a field that should be a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** A trimmed text; numbers are written out, anything else is `otherwise`. */
export const toText = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : otherwise

/** A field's text. Throws 422 when it is missing or empty. */
export function parseRequiredText(input: JsonObject, field: string): string {
  const value = toText(input[field])
  if (value === '') throw new ShopError(422, `${field} is required.`, { [field]: 'required' })
  return value
}

/** A whole number ≥ 0, or one written as text. Throws 422 for anything else. */
export function parseWholeNumber(value: unknown, field: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) {
    throw new ShopError(422, `${field} must be a whole number.`, { [field]: 'invalid' })
  }
  return number
}

/** An id in the path. Throws 404 when it can't be one. */
export const parsePathId = (c: Context, name: string): number => {
  const id = Number(c.req.param(name))
  if (!Number.isInteger(id) || id > 2_147_483_647)
    throw new ShopError(404, 'The requested resource was not found.')
  return id
}
