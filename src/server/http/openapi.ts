import * as z from 'zod'
import type { ZodMiniType } from 'zod/mini'
import type { Endpoint } from '../../base/endpoint.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of every call that is handler over HTTP, made from the contracts themselves. */
export function createOpenApiDocument(
  calls: Endpoint[],
  about: { title: string; version: string; url: string },
): Json {
  return {
    openapi: '3.1.0',
    info: { title: `${about.title}: gift registry`, version: about.version },
    servers: [{ url: about.url }],
    paths: pathsOf(calls.filter(said => !said.inside)),
    components: { schemas: { Failure: failure }, securitySchemes: { bearer, cookie } },
  }
}

const bearer = { type: 'http', scheme: 'bearer' }
const cookie = { type: 'apiKey', in: 'cookie', name: 'customerToken' }

const words = { type: 'object', additionalProperties: { type: 'string' } }
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
        fields: { ...words, description: 'A sentence for each wrong field.' },
        keys: { ...words, description: 'The key of that sentence.' },
        reference: { type: 'string', description: 'To be told to support.' },
      },
    },
  },
}

function pathsOf(calls: Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const said of calls) {
    const path = said.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [said.method.toLowerCase()]: operation(said) }
  }
  return paths
}

function operation(said: Endpoint): Json {
  const input = schemaOf(said.input)
  return {
    operationId: `${said.method.toLowerCase()}${said.path.replace(/\W+(\w)/g, (_, letter) => letter.toUpperCase())}`,
    summary: said.summary,
    security: securityOf(said),
    ...(said.method === 'GET'
      ? { parameters: parametersOf(input, said.path) }
      : { requestBody: bodyOf(input) }),
    responses: { '200': answer(said), ...refusals(said) },
  }
}

const byHeader = { bearer: [] }
const signedIn = [byHeader, { cookie: [] }]

function securityOf({ bearer, who }: Endpoint): Json[] {
  if (bearer) return [byHeader]
  return who === 'customer' ? signedIn : [{}, ...signedIn]
}

/** The wire's side of a schema: what is sent, before it is parsed. */
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

function answer(said: Endpoint): Json {
  const reply = schemaOf(said.reply)
  const laid = said.paged ? (reply.properties as Json) : { data: reply }
  const properties = { success: { const: true }, message: { type: 'string' }, ...laid }
  return {
    description: 'Done.',
    content: {
      'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
    },
  }
}

function refusals(said: Endpoint): Json {
  const refused = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  })
  return {
    ...(said.who === 'customer' && { '401': refused('No living session.') }),
    '422': refused('Wrong fields, all of them at once.'),
    default: refused('Refused; `data.code` says why.'),
  }
}
