import { type DocumentNode, execute, GraphQLError, getOperationAST, parse, validate } from 'graphql'
import { type Context, Hono } from 'hono'
import { findReviews, type ReviewsByProduct } from '../catalogue/reviews.ts'
import { languageOfChannel } from '../channels.ts'
import { findCurrencies, findDisplayCurrency } from '../currencies.ts'
import { isOutOfRangeError } from '../database.ts'
import { logFailure } from '../log.ts'
import { catalogueFor } from '../pricing.ts'
import { ShopError, type Store } from '../store.ts'
import { answerPreflight, type Caller, findCaller } from './access.ts'
import type { QueryContext } from './common-nodes.ts'
import { countMutations, hasIntrospectionAlias, measureComplexity } from './complexity.ts'
import { productNode } from './product-node.ts'
import { createMutationRoot, createQueryRoot } from './root-value.ts'
import { shopperPreferences } from './shopper-preferences.ts'
import { storefrontSchema as schema } from './storefront-schema.ts'

const maxComplexity = 10_000
const maxDepth = 16
/** Limits of our own, so that no request takes long: the parts of a document, and the values of an answer. */
const maxTokens = 10_000
const maxValues = 250_000
/** Longer documents are rare, and read each time. */
const maxCachedLength = 10_000
const maxCachedDocuments = 200

interface GraphqlRequest {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
}

/** The Storefront GraphQL API; the token decides the channel, and with it the language. */
export function createGraphqlApp(store: Store): Hono {
  const app = new Hono()
  app.options('/*', c => answerPreflight(store, c))
  app.post('/', c => answerRequest(store, c))
  app.post('/:channelId{[0-9]+}', c => answerRequest(store, c, Number(c.req.param('channelId'))))
  return app
}

async function answerRequest(store: Store, c: Context, channelInUrl?: number): Promise<Response> {
  const caller = await findCaller(store, c, channelInUrl)
  if ('status' in caller) return c.json(errorBody(caller), caller.status)
  const graphqlRequest = await c.req.json<Partial<GraphqlRequest>>().catch(() => undefined)
  if (typeof graphqlRequest?.query !== 'string')
    return c.json(errorBody({ message: 'The request carries no query.' }), 400)
  return executeQuery(store, c, caller, { ...graphqlRequest, query: graphqlRequest.query })
}

const errorBody = ({ message, code }: { message: string; code?: string }) => ({
  errors: [{ message, ...(code ? { extensions: { code } } : {}) }],
})

async function executeQuery(
  store: Store,
  c: Context,
  caller: Caller,
  graphqlRequest: GraphqlRequest,
): Promise<Response> {
  const document = parseDocument(graphqlRequest.query)
  if (Array.isArray(document)) return c.json({ errors: document.map(error => error.toJSON()) }, 200)
  const refusal = checkLimits(c, document, graphqlRequest)
  if (refusal) return c.json(errorBody({ message: refusal }))
  const ctx = await createQueryContext(store, caller, shopperPreferences(schema, document, graphqlRequest))
  const operation = getOperationAST(document, graphqlRequest.operationName)
  const isMutation = operation?.operation === 'mutation'
  const result = await execute({
    schema,
    document,
    rootValue: isMutation ? createMutationRoot(ctx) : createQueryRoot(ctx),
    variableValues: graphqlRequest.variables,
    operationName: graphqlRequest.operationName,
  })
  return c.json({ ...result, ...(result.errors && { errors: result.errors.map(showError) }) })
}

/** Why a request is more than the platform answers at once; undefined when it is not. */
function checkLimits(c: Context, document: DocumentNode, { variables }: GraphqlRequest): string | undefined {
  const { score, depth, values } = measureComplexity(schema, document, variables ?? {})
  c.header('X-Bc-Graphql-Complexity', String(score))
  if (score > maxComplexity)
    return `The query is too complex as it has a complexity score of ${score} out of ${maxComplexity}. Please remove some elements and try again.`
  if (values > maxValues || hasIntrospectionAlias(schema, document))
    return 'The query asks for too many values. Please remove some fields and try again.'
  if (depth > maxDepth) return `The query is too deep: ${depth} levels out of ${maxDepth}.`
  return countMutations(document) > 1 ? 'Only one mutation is executed in a request.' : undefined
}

async function createQueryContext(
  store: Store,
  caller: Caller,
  preferences: ReturnType<typeof shopperPreferences>,
): Promise<QueryContext> {
  let reviews: Promise<ReviewsByProduct> | undefined
  const ctx: QueryContext = {
    store,
    catalogue: catalogueFor(
      await store.liveCatalogue(),
      { channelId: caller.channelId, groupId: caller.customer?.customer_group_id ?? 0 },
      store,
    ),
    language: preferences.language ?? languageOfChannel(caller.channelId),
    currencies: await findCurrencies(store.db),
    displayCurrency: await findDisplayCurrency(store.db, preferences.displayCurrencyCode),
    channelId: caller.channelId,
    caller,
    reviews: () => {
      reviews ??= findReviews(store.db)
      return reviews
    },
    productNode: (product, chosenVariant) => productNode(ctx, product, chosenVariant),
  }
  return ctx
}

/** Tells the caller's mistakes; what is wrong with the shop goes to its log. */
function showError(error: GraphQLError) {
  const { originalError } = error
  if (!originalError || originalError instanceof ShopError || originalError instanceof GraphQLError)
    return error.toJSON()
  if (isOutOfRangeError(originalError)) return { ...error.toJSON(), message: 'The value was not found.' }
  logFailure('GraphQL call failed', originalError)
  return { ...error.toJSON(), message: 'Internal server error' }
}

const documentCache = new Map<string, DocumentNode>()

/** A parsed and validated document, or its errors. Valid documents are cached; the oldest are dropped first. */
function parseDocument(query: string): DocumentNode | GraphQLError[] {
  const cached = documentCache.get(query)
  if (cached) return cached
  try {
    const document = parse(query, { maxTokens })
    const errors = validate(schema, document)
    if (errors.length > 0) return [...errors]
    if (query.length > maxCachedLength) return document
    if (documentCache.size >= maxCachedDocuments)
      documentCache.delete(documentCache.keys().next().value ?? '')
    documentCache.set(query, document)
    return document
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The query could not be read.')]
  }
}
