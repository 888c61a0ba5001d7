import { type DocumentNode, type GraphQLSchema, getDirectiveValues, getOperationAST } from 'graphql'
import { type Language, languageOfLocale } from '../channels.ts'

/**
 * What the operation asks for by `@shopperPreferences`: a language, undefined when it asks for none or for one that the
 * shop has no texts in, which are then those of the channel; and the code of a currency to show amounts in.
 */
export function shopperPreferences(
  schema: GraphQLSchema,
  document: DocumentNode,
  request: { operationName?: string | undefined; variables?: Record<string, unknown> | undefined },
): { language?: Language; displayCurrencyCode?: string } {
  const directive = schema.getDirective('shopperPreferences')
  const operation = getOperationAST(document, request.operationName)
  const values = directive && operation && getDirectiveValues(directive, operation, request.variables)
  const { locale, displayCurrencyCode } = values ?? {}
  return {
    ...(typeof locale === 'string' && { language: languageOfLocale(locale) }),
    ...(typeof displayCurrencyCode === 'string' && { displayCurrencyCode }),
  }
}
