import { type DocumentNode, type GraphQLSchema, getDirectiveValues, getOperationAST } from 'graphql'
import { type Language, languageOfLocale } from '../channels.ts'

/**
 * The language that the operation asks for by `@shopperPreferences(locale:)`; undefined when it asks for none, or for one
 * that the shop has no texts in, which are then those of the channel.
 */
export function preferredLanguage(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: { operationName?: string | undefined; variables?: Record<string, unknown> | undefined },
): Language | undefined {
  const directive = schema.getDirective('shopperPreferences')
  const operation = getOperationAST(document, request.operationName)
  const values = directive && operation && getDirectiveValues(directive, operation, request.variables)
  return typeof values?.locale === 'string' ? languageOfLocale(values.locale) : undefined
}
