import { publishedResponse, resolveReference } from './contracts.ts'
import { publishedCall } from './published-calls.ts'

interface Schema {
  $ref?: string
  type?: string
  nullable?: boolean
  example?: unknown
  default?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
}

/** The replies that the platform's descriptions give as examples of a call, else one made of the examples of its fields. */
export function publishedExamples(url: string, method: string): { status: number; bodies: unknown[] } {
  const { call } = publishedCall(url, { method })
  const response = call && publishedResponse(call)
  if (!response) throw new Error(`${method} ${url} is in no published description`)
  const { status, example, examples, schema } = response
  const given = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples ?? {}).map(one => one.value),
  ]
  if (given.length > 0 || schema === undefined) return { status, bodies: given }
  return { status, bodies: [exampleOf(schema as Schema, call.file)] }
}

/** The paths of the fields of a reply, such as `data.0.headers`, that may be null by the description. */
export function nullableFields(url: string, method: string): string[][] {
  const { call } = publishedCall(url, { method })
  const schema = call && publishedResponse(call)?.schema
  if (!schema) throw new Error(`${method} ${url} has no published reply`)
  return fieldsThat(schema as Schema, call.file, field => field.nullable === true, [])
}

function fieldsThat(
  schema: Schema,
  file: string,
  matches: (field: Schema) => boolean,
  path: string[],
): string[][] {
  if (path.length > 8) return []
  if (schema.$ref) return fieldsThat(resolveReference(file, schema.$ref) as Schema, file, matches, path)
  const below = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['0', schema.items] as const] : []),
  ].flatMap(([name, field]) => fieldsThat(field, file, matches, [...path, name]))
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [
    ...(matches(schema) ? [path] : []),
    ...below,
    ...parts.flatMap(part => fieldsThat(part, file, matches, path)),
  ]
}

/** A value of a schema: its example, else one of its type. Circles end after eight levels. */
function exampleOf(schema: Schema, file: string, depth = 0): unknown {
  if (depth > 8) return null
  if (schema.$ref) return exampleOf(resolveReference(file, schema.$ref) as Schema, file, depth)
  if (schema.example !== undefined) return schema.example
  const parts = schema.allOf ?? (schema.oneOf ?? schema.anyOf)?.slice(0, 1)
  if (parts) {
    const values = [...parts, { ...schema, allOf: undefined, oneOf: undefined, anyOf: undefined }]
      .filter(part => part !== undefined && Object.values(part).some(value => value !== undefined))
      .map(part => exampleOf(part as Schema, file, depth + 1))
    return values.every(isObject) ? Object.assign({}, ...values) : values[0]
  }
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one, file, depth + 1)]),
    )
  if (schema.items) return [exampleOf(schema.items, file, depth + 1)]
  return schema.enum?.[0] ?? schema.default ?? valuesOfTypes[schema.type ?? 'object']
}

const valuesOfTypes: Record<string, unknown> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  object: {},
  array: [],
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
