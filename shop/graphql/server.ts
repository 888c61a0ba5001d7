import { readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql'
import { type Context, Hono } from 'hono'
import { languageOf } from '../channels.ts'
import { channelOfToken } from '../rest/tokens.ts'
import type { Store } from '../store.ts'
import { weigh } from './complexity.ts'
import { productNode } from './product.ts'
import { root } from './site.ts'
import type { View } from './view.ts'

const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'))

const MOST_COMPLEX = 10_000
const DEEPEST = 16
const KEPT_DOCUMENTS = 500

interface Asked {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

/** The Storefront GraphQL endpoint; the token decides the channel, and with it the language. */
export function graphqlApp(store: Store): Hono {
  const app = new Hono()
  app.post('/', c => answer(store, c))
  app.post('/:channelId{[0-9]+}', c => answer(store, c, Number(c.req.param('channelId'))))
  return app
}

async function answer(store: Store, c: Context, channelInUrl?: number): Promise<Response> {
  const token = (c.req.header('authorization') ?? '').replace(/^Bearer\s+/i, '')
  const channelId = await channelOfToken(store, token)
  if (channelId === undefined) return c.json(failure('Unknown JWT token'), 401)
  if (channelInUrl !== undefined && channelInUrl !== channelId) {
    return c.json(failure("JWT channel id doesn't match channel id of the URL"), 401)
  }
  const asked = await c.req.json<Partial<Asked>>().catch(() => undefined)
  if (typeof asked?.query !== 'string') return c.json(failure('The request carries no query.'), 400)
  return run(store, c, channelId, { ...asked, query: asked.query })
}

const failure = (message: string) => ({ errors: [{ message }] })

async function run(store: Store, c: Context, channelId: number, asked: Asked): Promise<Response> {
  const document = documentOf(asked.query)
  if (Array.isArray(document)) return c.json({ errors: document.map(error => error.toJSON()) }, 200)
  const { score, depth } = weigh(document, asked.variables ?? {})
  c.header('X-Bc-Graphql-Complexity', String(score))
  if (score > MOST_COMPLEX) {
    return c.json(
      failure(
        `The query is too complex as it has a complexity score of ${score} out of ${MOST_COMPLEX}. Please remove some elements and try again.`,
      ),
    )
  }
  if (depth > DEEPEST) return c.json(failure(`The query is too deep: ${depth} levels out of ${DEEPEST}.`))
  const view: View = {
    store,
    shelf: await store.shelf(),
    language: languageOf(channelId),
    channelId,
    product: item => productNode(view, item),
  }
  const result = await execute({
    schema,
    document,
    rootValue: root(view),
    variableValues: asked.variables,
    operationName: asked.operationName,
  })
  return c.json(result)
}

const documents = new Map<string, DocumentNode>()

/** A parsed and valid document, or what is wrong with it; valid ones are kept, the oldest go first. */
function documentOf(query: string): DocumentNode | GraphQLError[] {
  const known = documents.get(query)
  if (known) return known
  try {
    const document = parse(query)
    const errors = validate(schema, document)
    if (errors.length > 0) return [...errors]
    if (documents.size >= KEPT_DOCUMENTS) documents.delete(documents.keys().next().value ?? '')
    documents.set(query, document)
    return document
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The query could not be read.')]
  }
}
