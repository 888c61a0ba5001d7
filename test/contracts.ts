import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import { patternOf } from './documented-calls.ts'

const cache = 'node_modules/.cache/doron/contracts'
const folder = new URL('../../shared/contracts/bigcommerce/', import.meta.url)

/** Whether the platform's published descriptions are installed. */
export const contracts = existsSync(folder)

export const publishedSchema = (): string => readFileSync(new URL('schema.graphql', folder), 'utf8')

interface Call {
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content | { $ref: string }>
}
type Parameter = { name: string; in: string } | { $ref: string }
interface Content {
  content?: Record<string, PublishedContent>
}
interface PublishedContent {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Description {
  paths: Record<string, Record<string, Call>>
  components: { responses?: Record<string, Content>; parameters?: Record<string, Parameter> }
}

/** Reading the YAML of all of them takes seconds, of which each worker of each run would have its own. */
function readDescription(file: string): Description {
  const text = readFileSync(new URL(`openapi/${file}`, folder), 'utf8')
  const read = join(cache, `${createHash('sha256').update(text).digest('hex')}.json`)
  if (existsSync(read)) return JSON.parse(readFileSync(read, 'utf8'))
  const description = parse(text, withoutOldLimits) as Description
  mkdirSync(cache, { recursive: true })
  writeFileSync(`${read}.${process.pid}`, JSON.stringify(description))
  renameSync(`${read}.${process.pid}`, read)
  return description
}

const known = new Map<string, Description>()
function description(file: string): Description {
  const parsed = known.get(file) ?? readDescription(file)
  known.set(file, parsed)
  return parsed
}

/** A description's files, and one of them as it is written, with a function that follows its references. */
export const folderOfDescriptions = new URL('openapi/', folder)

export function describedPaths(file: string) {
  const whole: object = description(file)
  const follow = (at: unknown, key: string) => (at as Record<string, unknown> | undefined)?.[key]
  const resolve = (value: unknown): Record<string, unknown> => {
    const reference = follow(value, '$ref')
    if (typeof reference !== 'string') return (value ?? {}) as Record<string, unknown>
    const keys = reference.slice(2).split('/')
    return resolve(keys.map(key => key.replaceAll('~1', '/')).reduce<unknown>(follow, whole))
  }
  const { paths } = whole as { paths: Record<string, Record<string, Record<string, unknown>>> }
  return { paths, resolve }
}

/**
 * OpenAPI 3.0 marks exclusive limits by true and false, which JSON Schema no longer allows; a pattern of phone numbers has
 * a hyphen where a comma belongs.
 */
function withoutOldLimits(key: unknown, value: unknown): unknown {
  if (key === 'pattern' && typeof value === 'string') return value.replace('{1-5}', '{1,5}')
  return /^exclusiveM(ax|in)imum$/.test(String(key)) && typeof value === 'boolean' ? undefined : value
}

/**
 * What is wrong with an answer by the published description, as sentences. `call` is "get /orders/{order_id} 200"
 * in the words of the file, such as `orders.v2.oas2.yml`.
 */
export function mistakes(file: string, call: string, answer: unknown): string[] {
  const [method = '', path = '', status = ''] = call.split(' ')
  const { paths, components } = description(file)
  const entry = paths[path]?.[method]?.responses[status]
  const response =
    entry && '$ref' in entry ? components.responses?.[entry.$ref.split('/').at(-1) ?? ''] : entry
  return wrong(file, call, response, answer)
}

/** The same for the body of a request; `call` is "post /carts". */
export function mistakesSent(file: string, call: string, body: unknown): string[] {
  const [method = '', path = ''] = call.split(' ')
  return wrong(file, call, description(file).paths[path]?.[method]?.requestBody, body)
}

export interface AskedCall {
  file: string
  /** In lower case. */
  method: string
  /** The requested path without the API's version: `/orders/7/products`. */
  path: string
}

/** What is wrong with a request ("request") or a response (its status), by the requested path. */
export function mistakesIn({ file, method, path }: AskedCall, part: string, value: unknown): string[] {
  const template = templateOf(file, path)
  return part === 'request'
    ? mistakesSent(file, `${method} ${template}`, value)
    : mistakes(file, `${method} ${template} ${part}`, value)
}

/** The first successful response of a call with its examples; undefined when the call is not published. */
export function publishedResponse({ file, method, path }: AskedCall) {
  const { paths, components } = description(file)
  const responses = paths[templateOf(file, path)]?.[method]?.responses ?? {}
  const [status, entry] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  if (status === undefined || entry === undefined) return undefined
  const response = '$ref' in entry ? components.responses?.[entry.$ref.split('/').at(-1) ?? ''] : entry
  return { status: Number(status), ...response?.content?.['application/json'] }
}

/** The part of a description that a reference such as `#/components/schemas/Cart` names. */
export function resolveReference(file: string, reference: string): object {
  const names = reference.replace(/^#\//, '').split('/')
  return names.reduce<object>((part, name) => (part as Record<string, object>)[name] ?? {}, description(file))
}

/** What the platform's prose tells of and its own storefront sends, while the description lists it only as a field. */
const unlistedParameters: Record<string, string[]> = { 'get /orders': ['is_deleted'] }

/** The names in a query that the call does not know, or that there is no such call. */
export function mistakesInQuery({ file, method, path }: AskedCall, names: string[]): string[] {
  const { paths, components } = description(file)
  const call = paths[templateOf(file, path)]?.[method]
  if (!call) return [`${file} has no ${method} ${path}`]
  const parameters = call.parameters ?? []
  const named = (one: Parameter): Parameter | undefined =>
    '$ref' in one ? components.parameters?.[one.$ref.split('/').at(-1) ?? ''] : one
  const known = parameters.map(named).flatMap(one => (one && 'name' in one ? [one.name] : []))
  const told = unlistedParameters[`${method} ${path}`] ?? []
  return names.filter(name => ![...known, ...told].includes(name)).map(name => `no parameter ${name}`)
}

const templates = new Map<string, { template: string; pattern: RegExp }[]>()

/** The path of the description that matches; one without a parameter comes before one with. */
function templateOf(file: string, path: string): string {
  const known =
    templates.get(file) ??
    Object.keys(description(file).paths)
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map(template => ({ template, pattern: patternOf(template) }))
  templates.set(file, known)
  return known.find(({ pattern }) => pattern.test(path))?.template ?? path
}

const validators = new WeakMap<object, ValidateFunction>()

function wrong(file: string, call: string, content: Content | undefined, value: unknown): string[] {
  const schema = content?.content?.['application/json']?.schema
  if (!schema) return [`${file} has no ${call}`]
  const validate = validators.get(schema) ?? compile(file, schema)
  validators.set(schema, validate)
  validate(value)
  return (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
}

function compile(file: string, schema: object): ValidateFunction {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: true,
    // Some patterns escape what needs no escape.
    unicodeRegExp: false,
    logger: false,
  })
  return ajv.compile({ ...schema, components: description(file).components })
}
