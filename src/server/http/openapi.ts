import * as z from 'zod'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '../../base/endpoint.ts'
import { hostCookieName } from '../../base/paths.ts'

type Json = Record<string, unknown>

/** Builds the OpenAPI 3.1 document of every call that is served over HTTP, from the contracts. */
export function createOpenApiDocument(
  calls: Endpoint[],
  about: { title: string; version: string; url: string },
): Json {
  return {
    openapi: '3.1.0',
    info: { title: `${about.title}: gift registry`, version: about.version },
    servers: [{ url: about.url }],
    paths: buildPaths(calls.filter(({ inside }) => !inside)),
    components: {
      schemas: { Failure: failure },
      securitySchemes: { bearer, cookie: sessionCookie(about.url) },
    },
  }
}

const bearer = { type: 'http', scheme: 'bearer' }
const sessionCookie = (url: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name: hostCookieName('customerToken', url.startsWith('https:')),
})

const textsByField = { type: 'object', additionalProperties: { type: 'string' } }
const failure = {
  type: 'object',
  required: ['success', 'message', 'data'],
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'A sentence in the reader’s language.' },
    data: {
      type: 'object',
      required: ['error', 'code'],
      properties: {
        error: { type: 'string', description: 'A second sentence, as an alert shows it below the first.' },
        code: { type: 'string', description: 'What programs read.' },
        fields: { ...textsByField, description: 'A sentence for each wrong field.' },
        keys: { ...textsByField, description: 'The key of that sentence.' },
        reference: { type: 'string', description: 'To be told to support.' },
      },
    },
  },
}

function buildPaths(calls: Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of calls) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: buildOperation(endpoint) }
  }
  return paths
}

const toCapitalized = (path: string) =>
  path
    .split(/\W+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

function buildOperation(endpoint: Endpoint): Json {
  const input = schemaOf(endpoint.input)
  return {
    operationId: `${endpoint.method.toLowerCase()}${toCapitalized(endpoint.path)}`,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(endpoint.method === 'GET'
      ? { parameters: parametersOf(input, endpoint.path) }
      : { requestBody: bodyOf(input) }),
    responses: { '200': successResponse(endpoint), ...errorResponses(endpoint) },
  }
}

const byHeader = { bearer: [] }
const signedIn = [byHeader, { cookie: [] }]

function securityOf({ bearer, who }: Endpoint): Json[] {
  if (bearer) return [byHeader]
  return who === 'customer' ? signedIn : [{}, ...signedIn]
}

/** The JSON schema of what is sent over HTTP, before it is parsed. */
function schemaOf(schema: ZodMiniType): Json {
  const { $schema, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return plain
}

function parametersOf({ properties = {}, required = [] }: Json, path: string): Json[] {
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: path.includes(`:${name}`) ? 'path' : 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}

function bodyOf(schema: Json): Json {
  const types = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data']
  return { content: Object.fromEntries(types.map(type => [type, { schema }])) }
}

function successResponse(endpoint: Endpoint): Json {
  const reply = schemaOf(endpoint.reply)
  const payload = endpoint.paged ? (reply.properties as Json) : { data: reply }
  const properties = { success: { const: true }, message: { type: 'string' }, ...payload }
  return {
    description: 'Done.',
    content: {
      'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
    },
  }
}

function errorResponses(endpoint: Endpoint): Json {
  const errorResponse = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  })
  return {
    ...(endpoint.who === 'customer' && { '401': errorResponse('No valid session.') }),
    '422': errorResponse('Wrong fields, all of them at once.'),
    default: errorResponse('Refused; `data.code` says why.'),
  }
}
