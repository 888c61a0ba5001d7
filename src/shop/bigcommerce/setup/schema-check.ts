import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  NoDeprecatedCustomRule,
  parse,
  validate,
} from 'graphql'
import { z } from 'zod'
import { ShopFailure } from '../../port.ts'
import * as catalogueDocuments from '../graphql-documents.ts'
import * as pageDocuments from '../graphql-page-documents.ts'
import { parseReply } from '../wire.ts'
import { reportCorrect, reportWrong, type SetupContext } from './setup-context.ts'
import { queryChannel } from './storefront-tokens.ts'

const introspectionSchema = z.object({
  data: z.custom<IntrospectionQuery>(value => typeof value === 'object' && value !== null),
})

/** Validates every document of the connector against the store's own schema. */
export async function checkSchema(ctx: SetupContext, channel: number, token: string): Promise<void> {
  const reply = await queryChannel(ctx, channel, token, getIntrospectionQuery({ descriptions: false }))
  const schema = toGraphqlSchema(parseReply(introspectionSchema, reply, 'introspection').data)
  const documents = Object.entries({ ...catalogueDocuments, ...pageDocuments })
  const findingsBefore = ctx.findings.length
  for (const [exportName, document] of documents) {
    const name = `query ${exportName.replace(/Query$/, '')}`
    const parsed = parse(document)
    for (const { message } of validate(schema, parsed)) reportWrong(ctx, name, message)
    for (const { message } of validate(schema, parsed, [NoDeprecatedCustomRule]))
      reportWrong(ctx, name, message)
  }
  if (ctx.findings.length === findingsBefore)
    reportCorrect(ctx, 'schema', `all ${documents.length} queries fit the store's schema`)
}

function toGraphqlSchema(introspection: IntrospectionQuery): GraphQLSchema {
  try {
    return buildClientSchema(introspection)
  } catch (cause) {
    throw new ShopFailure('shape', 'the store answers no schema', { cause })
  }
}
