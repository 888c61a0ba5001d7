import { globSync } from 'node:fs'
import { contracts, describedPaths, folderOfDescriptions } from './contracts.ts'

/** A call of the published REST API. */
export interface DescribedCall {
  file: string
  /** In upper case. */
  method: string
  /** With its version, such as `/v3/carts/{cartId}`. */
  path: string
  query: string[]
  /** The fields of the body as dotted paths; lists are passed through. */
  fields: string[]
}

/** All calls of the published descriptions; none where they are not installed. */
export function describedCalls(): DescribedCall[] {
  read ??= contracts ? readCalls() : []
  return read
}

let read: DescribedCall[] | undefined

function readCalls(): DescribedCall[] {
  const files = globSync('**/*.yml', { cwd: folderOfDescriptions }).filter(
    file => file !== 'customer_login.yml',
  )
  return files.flatMap(callsIn)
}

const methods = ['get', 'post', 'put', 'delete']

function callsIn(file: string): DescribedCall[] {
  const { paths, resolve } = describedPaths(file)
  const version = file.includes('.v2.') ? '/v2' : '/v3'
  return Object.entries(paths).flatMap(([path, entry]) =>
    methods.flatMap(method => {
      const call = entry[method]
      if (!call) return []
      const parameters = [...listIn(entry.parameters), ...listIn(call.parameters)].map(resolve)
      const query = parameters.filter(one => one.in === 'query').map(one => String(one.name))
      const content = objectIn(objectIn(resolve(call.requestBody).content)['application/json'])
      const fields = [...new Set(fieldsOf(content.schema, resolve))]
      return [{ file, method: method.toUpperCase(), path: `${version}${path}`, query, fields }]
    }),
  )
}

type Json = Record<string, unknown>
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

const maxDepth = 4

function fieldsOf(schema: unknown, resolve: (value: unknown) => Json, parent = '', depth = 0): string[] {
  if (schema === undefined || depth > maxDepth) return []
  const { allOf, oneOf, anyOf, items, properties } = resolve(schema)
  const parts = [...listIn(allOf), ...listIn(oneOf), ...listIn(anyOf), ...(items ? [items] : [])]
  const own = Object.entries(objectIn(properties)).flatMap(([name, inner]) => {
    const path = parent ? `${parent}.${name}` : name
    return [path, ...fieldsOf(inner, resolve, path, depth + 1)]
  })
  return [...parts.flatMap(part => fieldsOf(part, resolve, parent, depth)), ...own]
}
