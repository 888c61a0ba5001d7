import { ShopError } from '../../store.ts'
import { isJsonObject, type JsonObject } from '../requests.ts'

/** What a field of a resource may hold. */
export interface Field {
  type: keyof typeof fits
  /** What stands where nothing was written; undefined leaves it out. */
  fallback?: unknown
  isRequired?: true
  /** Of a text. */
  maxLength?: number
  oneOf?: readonly unknown[]
  /** What is inside of a list or an object, as paths; `*` for anything. */
  inner?: string[]
}

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) =>
  typeof value === 'number' || (isText(value) && value !== '' && Number.isFinite(Number(value)))

const fits = {
  text: (value: unknown) => isText(value) || typeof value === 'number',
  number: isNumber,
  whole: (value: unknown) => isNumber(value) && Number.isInteger(Number(value)),
  boolean: (value: unknown) => typeof value === 'boolean',
  list: Array.isArray,
  object: isJsonObject,
  any: () => true,
}

const fieldOf =
  (type: Field['type']) =>
  (fallback?: unknown, more: Partial<Field> = {}): Field => ({ type, fallback, ...more })
export const text = fieldOf('text')
export const number = fieldOf('number')
export const whole = fieldOf('whole')
export const flag = fieldOf('boolean')
export const list = (inner = ['*']): Field => ({ type: 'list', fallback: [], inner })
export const object = (inner = ['*'], fallback?: unknown): Field => ({ type: 'object', fallback, inner })
export const oneOf = (oneOf: readonly unknown[], fallback?: unknown): Field => ({
  type: 'any',
  oneOf,
  fallback,
})
export const required = (field: Field): Field => ({ ...field, isRequired: true })

export type Fields = Record<string, Field>

/** The names in a body, for `accepts`. */
export const acceptedFields = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { inner }]) => [
    name,
    ...(inner ?? []).map(part => `${name}.${part}`),
  ])

/**
 * What a body says of a resource's fields. With `isNew` what is left out takes its fallback, and what is required must be
 * there. Throws with the status of the API's version, by the field's name.
 */
export function parseFields(
  fields: Fields,
  input: JsonObject,
  { isNew, status }: { isNew: boolean; status: 400 | 422 },
): JsonObject {
  const refuse = (name: string, reason: string): never => {
    throw new ShopError(status, `The field ${name} ${reason}.`, { [name]: reason })
  }
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const value = input[name]
    if (value === undefined) {
      if (isNew && field.isRequired) refuse(name, 'is required')
      return isNew && field.fallback !== undefined ? [[name, field.fallback]] : []
    }
    if (value === null)
      return field.isRequired ? refuse(name, 'is required') : [[name, field.fallback ?? null]]
    if (!fits[field.type](value) || (field.oneOf && !field.oneOf.includes(value))) refuse(name, 'is invalid')
    if (field.isRequired && value === '') refuse(name, 'is required')
    if (String(value).length > (field.maxLength ?? Number.POSITIVE_INFINITY)) refuse(name, 'is too long')
    return [[name, normal(field, value)]]
  })
  return Object.fromEntries(entries)
}

/** Numbers may come as texts and texts as numbers, as the platform takes them. */
function normal({ type }: Field, value: unknown): unknown {
  if (type === 'number' || type === 'whole') return Number(value)
  return type === 'text' ? String(value) : value
}
