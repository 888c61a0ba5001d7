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
const pageReplies = ['next', 'last_page', 'meta']

const isPaged = ({ endpoint }: (typeof staffCalls)[number]) => {
  const [asked, told] = [schemaOf(endpoint.input, 'input'), schemaOf(endpoint.reply, 'output')]
  const has = (schema: JsonSchema, names: string[]) => names.some(name => name in (schema.properties ?? {}))
  return has(asked, pageInputs) && has(told, pageReplies)
}

const newest = 'the newest of each kind'
const readers = staffCalls
  .map(({ endpoint }) => endpoint.path)
  .filter(path => path.startsWith('/staff/actions/'))
  .map(path => `${path} ${path.endsWith('/look') ? 'confirm.readers' : 'readers'}`)
const perKind = 'ten of each kind, and whether there are more'
const ofFile = 'a file, up to its number of lines'
/** Lists that are no pages, and what limits them. That it does is seen in the plans (test/call-plans.test.ts). */
const limited: Record<string, string> = {
  ...Object.fromEntries(readers.map(list => [list, 'host, co-host, giver and guest, each once'])),
  '/staff/audit/export lines': ofFile,
  '/staff/demand/export lines': ofFile,
  '/staff/money/export lines': ofFile,
  '/staff/delivery orders': 'the slip of one registry, which tells of more',
  '/staff/demand/searches products': 'those asked for most',
  '/staff/demand/searches registries': 'a row for each length of a search',
  '/staff/event-types types': 'some dozens, which the shop names',
  '/staff/host registries': 'the newest of one host',
  '/staff/host sessions': 'those of one host, used last',
  '/staff/invitation/accept recovery_codes': 'ten',
  '/staff/money months': 'twelve',
  ...Object.fromEntries(
    ['given', 'invited', 'wrote', 'letters'].map(of => [`/staff/person person.${of}`, newest]),
  ),
  '/staff/registry home_address': 'the lines of an address',
  '/staff/delivery address': 'the lines of an address',
  '/staff/registry shipping_address': 'the lines of an address',
  '/staff/registry hosts': 'two',
  '/staff/registry notes': newest,
  '/staff/registry sent_elsewhere': newest,
  '/staff/registry waiting_payouts': 'those that wait longest',
  ...Object.fromEntries(
    ['registries', 'hosts', 'orders', 'receipts', 'checkouts', 'cards', 'guests'].map(of => [
      `/staff/search ${of}.found`,
      perKind,
    ]),
  ),
  '/staff/sessions sessions': 'the hundred of one person that were used last',
  '/staff/team members': 'five hundred',
  '/staff/work lists': 'eleven',
}

test('every list of the console comes by pages, or what limits it is known', () => {
  const lists = staffCalls.filter(call => openLists(schemaOf(call.endpoint.reply, 'output')).length > 0)
  const others = lists
    .filter(call => !isPaged(call))
    .flatMap(({ endpoint }) =>
      openLists(schemaOf(endpoint.reply, 'output')).map(list => `${endpoint.path} ${list}`),
    )
  expect(others.sort()).toEqual(Object.keys(limited).sort())
  expect(lists.filter(isPaged).length).toBeGreaterThan(8)
})
