import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { staffCalls } from '../src/staff-operations.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  maxItems?: number
}

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema

/** The paths of a schema's lists that nothing limits: of each the outermost. */
function openLists(schema: JsonSchema, path = ''): string[] {
  if (schema.type === 'array') return schema.maxItems === undefined ? [path] : []
  const properties = Object.entries(schema.properties ?? {})
  return [
    ...properties.flatMap(([name, of]) => openLists(of, path ? `${path}.${name}` : name)),
    ...(schema.anyOf ?? []).flatMap(of => openLists(of, path)),
  ]
}

/** What names the page that is asked for, and what tells of the next one. */
const pageInputs = ['before', 'after', 'page']
const pageReplies = ['next', 'last_page', 'pages', 'has_more']

const isPaged = ({ endpoint }: (typeof staffCalls)[number]) => {
  const [asked, told] = [schemaOf(endpoint.input, 'input'), schemaOf(endpoint.reply, 'output')]
  const has = (schema: JsonSchema, names: string[]) => names.some(name => name in (schema.properties ?? {}))
  return has(asked, pageInputs) && has(told, pageReplies)
}

const nameOf = ({ endpoint }: (typeof staffCalls)[number]) => endpoint.path

/** Lists that are no pages, and what limits them; the plans of test/call-plans.test.ts hold all of them to 1000 rows. */
const limited: Record<string, string> = {}

test('every list of the console comes by pages, or what limits it is known', () => {
  const lists = staffCalls.filter(call => openLists(schemaOf(call.endpoint.reply, 'output')).length > 0)
  const open = lists.filter(call => !isPaged(call)).map(call => `${nameOf(call)} ${openLists(schemaOf(call.endpoint.reply, 'output'))}`)
  expect(open.sort()).toEqual(Object.keys(limited).sort())
  expect(lists.filter(isPaged).length).toBeGreaterThan(8)
})
