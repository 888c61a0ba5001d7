import { readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql'
import { type Context, Hono } from 'hono'
import { languageOfChannel } from '../channels.ts'
import type { Store } from '../store.ts'
import { findChannelByToken } from '../storefront-tokens.ts'
import type { QueryContext } from './common-nodes.ts'
import { measureComplexity } from './complexity.ts'
import { productNode } from './product-node.ts'
import { createRootValue } from './site-node.ts'

const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'))

const maxComplexity = 10_000
const maxDepth = 16
const maxCachedDocuments = 500

interface GraphqlRequest {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

/** The Storefront GraphQL API; the token decides the channel, and with it the language. */
export function createGraphqlApp(store: Store): Hono {
  const app = new Hono()
  app.post('/', c => answerRequest(store, c))
  app.post('/:channelId{[0-9]+}', c => answerRequest(store, c, Number(c.req.param('channelId'))))
  return app
}

async function answerRequest(store: Store, c: Context, channelInUrl?: number): Promise<Response> {
  const token = (c.req.header('authorization') ?? '').replace(/^Bearer\s+/i, '')
  const channelId = await findChannelByToken(store, token)
  if (channelId === undefined) return c.json(errorBody('Unknown JWT token'), 401)
  if (channelInUrl !== undefined && channelInUrl !== channelId) {
    return c.json(errorBody("JWT channel id doesn't match channel id of the URL"), 401)
  }
  const graphqlRequest = await c.req.json<Partial<GraphqlRequest>>().catch(() => undefined)
  if (typeof graphqlRequest?.query !== 'string')
    return c.json(errorBody('The request carries no query.'), 400)
  return executeQuery(store, c, channelId, { ...graphqlRequest, query: graphqlRequest.query })
}

const errorBody = (message: string) => ({ errors: [{ message }] })

async function executeQuery(
  store: Store,
  c: Context,
  channelId: number,
  graphqlRequest: GraphqlRequest,
): Promise<Response> {
  const document = parseDocument(graphqlRequest.query)
  if (Array.isArray(document)) return c.json({ errors: document.map(error => error.toJSON()) }, 200)
  const { score, depth } = measureComplexity(document, graphqlRequest.variables ?? {})
  c.header('X-Bc-Graphql-Complexity', String(score))
  if (score > maxComplexity) {
    return c.json(
      errorBody(
        `The query is too complex as it has a complexity score of ${score} out of ${maxComplexity}. Please remove some elements and try again.`,
      ),
    )
  }
  if (depth > maxDepth) return c.json(errorBody(`The query is too deep: ${depth} levels out of ${maxDepth}.`))
  const ctx: QueryContext = {
    store,
    catalogue: await store.liveCatalogue(),
    language: languageOfChannel(channelId),
    channelId,
    productNode: product => productNode(ctx, product),
  }
  const result = await execute({
    schema,
    document,
    rootValue: createRootValue(ctx),
    variableValues: graphqlRequest.variables,
    operationName: graphqlRequest.operationName,
  })
  return c.json(result)
}

const documentCache = new Map<string, DocumentNode>()

/** A parsed and validated document, or its errors. Valid documents are cached; the oldest are dropped first. */
function parseDocument(query: string): DocumentNode | GraphQLError[] {
  const cached = documentCache.get(query)
  if (cached) return cached
  try {
    const document = parse(query)
    const errors = validate(schema, document)
    if (errors.length > 0) return [...errors]
    if (documentCache.size >= maxCachedDocuments)
      documentCache.delete(documentCache.keys().next().value ?? '')
    documentCache.set(query, document)
    return document
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The query could not be read.')]
  }
}
