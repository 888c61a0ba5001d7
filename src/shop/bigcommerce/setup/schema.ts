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
import * as documents from '../documents.ts'
import { read } from '../wire.ts'
import { type Desk, right, wrong } from './desk.ts'
import { askChannel } from './keys.ts'

const answer = z.object({
  data: z.custom<IntrospectionQuery>(value => typeof value === 'object' && value !== null),
})

/** Reads the store's own schema and holds every document of ours against it. */
export async function checkSchema(desk: Desk, channel: number, token: string): Promise<void> {
  const said = await askChannel(desk, channel, token, getIntrospectionQuery({ descriptions: false }))
  const schema = schemaOf(read(answer, said, 'introspection').data)
  const entries = Object.entries(documents)
  const before = desk.findings.length
  for (const [name, document] of entries) {
    const parsed = parse(document)
    for (const { message } of validate(schema, parsed)) wrong(desk, `query ${name}`, message)
    for (const { message } of validate(schema, parsed, [NoDeprecatedCustomRule]))
      wrong(desk, `query ${name}`, message)
  }
  if (desk.findings.length === before)
    right(desk, 'schema', `all ${entries.length} queries fit the store's schema`)
}

function schemaOf(introspection: IntrospectionQuery): GraphQLSchema {
  try {
    return buildClientSchema(introspection)
  } catch (cause) {
    throw new ShopFailure('shape', 'the store answers no schema', { cause })
  }
}
