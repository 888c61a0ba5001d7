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
import * as documents from '../graphql-documents.ts'
import { parseReply } from '../wire.ts'
import { reportCorrect, reportWrong, type SetupContext } from './setup-context.ts'
import { queryChannel } from './storefront-tokens.ts'

const answer = z.object({
  data: z.custom<IntrospectionQuery>(value => typeof value === 'object' && value !== null),
})

/** Reads the store's own schema and holds every document of ours against it. */
export async function checkSchema(ctx: SetupContext, channel: number, token: string): Promise<void> {
  const said = await queryChannel(ctx, channel, token, getIntrospectionQuery({ descriptions: false }))
  const schema = schemaOf(parseReply(answer, said, 'introspection').data)
  const entries = Object.entries(documents)
  const before = ctx.findings.length
  for (const [name, document] of entries) {
    const parsed = parse(document)
    for (const { message } of validate(schema, parsed)) reportWrong(ctx, `query ${name}`, message)
    for (const { message } of validate(schema, parsed, [NoDeprecatedCustomRule]))
      reportWrong(ctx, `query ${name}`, message)
  }
  if (ctx.findings.length === before)
    reportCorrect(ctx, 'schema', `all ${entries.length} queries fit the store's schema`)
}

function schemaOf(introspection: IntrospectionQuery): GraphQLSchema {
  try {
    return buildClientSchema(introspection)
  } catch (cause) {
    throw new ShopFailure('shape', 'the store answers no schema', { cause })
  }
}
