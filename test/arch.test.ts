import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { life } from '../src/server/postgres/life.ts'
import { consoleUses, swallowedErrors } from './arch/error-rules.ts'
import { brokenRules, rules } from './arch/import-rules.ts'
import { looseQueries, unnamedColumns } from './arch/query-rules.ts'
import { fullFolders, longFiles, longFunctions, repeatedExports, spreadLiterals } from './arch/shape-rules.ts'
import { circles, importsOf, loadedFrom, placeOf, readSources, type Sources } from './arch/sources.ts'
import {
  foreignCitations,
  foreignLinkLooks,
  foreignWrites,
  looseDots,
  missingPaths,
  ruleIds,
} from './arch/text-rules.ts'

const product = readSources(['src', 'shop'])
const productImports = importsOf(product)
const src = readSources(['src'])
const everything = readSources(
  ['src', 'shop', 'test', 'e2e', 'bench'],
  /^(?!test\/arch\.test\.ts$|.*\.(d|generated)\.ts$).*\.tsx?$/,
)
const tableOwners = Object.fromEntries(Object.entries(life).map(([table, { owner }]) => [table, owner]))
const knownRules = ruleIds(readFileSync('docs/rules.md', 'utf8'))
const one = (path: string, text: string): Sources => new Map([[path, text]])

const maxFunctionLines = 80
const maxFileLines = 400
const maxFolderFiles = 25
/** A list: one entry a table, nothing to read. */
const dataLists = /^src\/server\/postgres\/life\.ts$/

test('every import follows the rules', () => {
  expect(product.size).toBeGreaterThan(20)
  expect(brokenRules(productImports)).toEqual([])
})

test('no circular imports, types included', () => {
  expect(circles(productImports)).toEqual([])
})

test('only processes of their own load what decodes and draws pictures', () => {
  const loaded = loadedFrom(['src/main.ts', 'src/app.ts', 'src/jobs.ts'], productImports)
  expect(loaded).toContain('src/invitation/share/share.ts')
  expect(pictureTools.filter(name => loaded.has(name))).toEqual([])
  const drawing = loadedFrom(['src/main/worker.ts'], productImports)
  expect(pictureTools.filter(name => drawing.has(name))).toEqual(pictureTools)
})

const pictureTools = ['sharp', 'satori', '@resvg/resvg-js']

test('rules and contracts use neither clock nor fetch', () => {
  expect(clocksInRules(src)).toEqual([])
  expect(clocksInRules(one('src/gift/gift.rules.ts', 'const now = new Date()'))).toHaveLength(1)
})

function clocksInRules(sources: Sources): string[] {
  const pure = [...sources].filter(([path]) => ['rules', 'contract'].includes(placeOf(path).kind ?? ''))
  return pure.filter(([, text]) => /\bDate\.now\(|\bnew Date\(\)|\bfetch\(/.test(text)).map(([path]) => path)
}

test('no function is longer than 80 lines', () => {
  expect(longFunctions(product, maxFunctionLines)).toEqual([])
  const long = `const f = () => {\n${'  g()\n'.repeat(maxFunctionLines)}}\n`
  expect(longFunctions(one('src/base/money.ts', long), maxFunctionLines)).toHaveLength(1)
})

test('no file is longer than 400 lines', () => {
  expect(longFiles(everything, maxFileLines, dataLists)).toEqual([])
  const long = 'g()\n'.repeat(maxFileLines + 1)
  expect(longFiles(one('src/base/money.ts', long), maxFileLines, dataLists)).toHaveLength(1)
})

test('no folder has more than 25 files', () => {
  expect(fullFolders(product, maxFolderFiles)).toEqual([])
  const many = Array.from(
    { length: maxFolderFiles + 1 },
    (_, at) => [`src/ui/form/field-${at}.tsx`, ''] as const,
  )
  expect(fullFolders(new Map(many), maxFolderFiles)).toHaveLength(1)
})

test('every exported name is unique in its feature', () => {
  expect(repeatedExports(product)).toEqual([])
  const twice = (other: string) =>
    new Map([
      ['src/gift/gift.rules.ts', 'export const stateOf = 1'],
      [other, 'export function stateOf() {}'],
    ])
  expect(repeatedExports(twice('src/gift/pages/gift-tile.tsx'))).toHaveLength(1)
  expect(repeatedExports(twice('src/registry/registry.rules.ts'))).toEqual([])
})

test('no object literal is spread: its properties are written out', () => {
  expect(spreadLiterals(everything)).toEqual([])
  for (const text of [
    'const gift = { ...{ id, name }, cents }',
    'const gift = { ...({ id, name } as const), cents }',
    'const gift = <Gift {...{ id, name }} cents={cents} />',
  ])
    expect(spreadLiterals(one('src/ui/text/facts.tsx', text))).toHaveLength(1)
  const other = 'const gift = { ...wish, ...(name && { name }), ...(cents ? { cents } : {}) }'
  expect(spreadLiterals(one('src/ui/text/facts.tsx', other))).toEqual([])
})

test('links have one of two looks', () => {
  expect(foreignLinkLooks(src)).toEqual([])
  const own = '<a href="/" className="text-sm underline decoration-2 underline-offset-4">'
  expect(foreignLinkLooks(one('src/site/pages/home-page.tsx', own))).toHaveLength(1)
})

test('each table is written by one feature', () => {
  expect(foreignWrites(src, tableOwners)).toEqual([])
  const queries = [
    "db.updateTable('registry').set({})",
    'sql`insert into registry (id) values (1)`',
    "updateRows(ctx.db, 'registry', { set: { slug: null }, where: { id } })",
    "insertNewRow(\n  tx,\n  'registry', row)",
  ]
  for (const text of queries)
    expect(foreignWrites(one('src/gift/gift.ts', text), tableOwners)).toHaveLength(1)
  const read = "findRow(ctx.db, 'registry', { id }, ['slug'])"
  expect(foreignWrites(one('src/gift/gift.ts', read), tableOwners)).toEqual([])
})

test('SQL stands in nouns, beside them and in the server; elsewhere rows are asked for by the name of their table', () => {
  expect(looseQueries(src)).toEqual([])
  for (const text of [
    "db.selectFrom('gift')",
    'sql`select 1`.execute(db)',
    'sql<{ id: number }>`select id from gift`',
    'findRows(db, table, { where })',
    'deleteRows(db, `gift`, { id })',
  ])
    for (const path of [
      'src/gift/gift.rules.ts',
      'src/app/operations.ts',
      'src/demo/pages.ts',
      'src/main.ts',
    ])
      expect(looseQueries(one(path, text))).toHaveLength(1)
  expect(looseQueries(one('src/gift/gift.sql.ts', 'updateRows(db, table, { set, where })'))).toHaveLength(1)
  for (const path of ['src/gift/gift.sql.ts', 'src/gift/gift.ts', 'src/server/email/outbox.ts'])
    expect(looseQueries(one(path, "db.selectFrom('gift')"))).toEqual([])
  expect(looseQueries(one('src/gift/gift.rules.ts', "findRows(db, 'gift', { where: { id } })"))).toEqual([])
})

test('a query of the console selects by name', () => {
  expect(unnamedColumns(src)).toEqual([])
  for (const text of [
    "db.selectFrom('gift').selectAll().execute()",
    "tx.insertInto('gift').values(gift).returningAll()",
    'sql`select purchase.*, (select 1) as one from purchase`.execute(db)',
    'sql<Row>`with page as (select id from gift) select * from page`.execute(db)',
    "findRow(db, 'registry', { id })",
    "findRows(db, 'registry', { where: { id } })",
  ])
    expect(unnamedColumns(one('src/console/money.sql.ts', text))).toHaveLength(1)
  for (const text of [
    'sql`select id, count(*) from (select * from gift) found`.execute(db)',
    "findRow(db, 'registry', { id }, ['code'])",
    "findRows(db, 'registry', { where: { id }, columns: ['code'] })",
  ])
    expect(unnamedColumns(one('src/console/money.sql.ts', text))).toEqual([])
})

test('no comment or test title cites a text that the repository does not have', () => {
  expect(knownRules.size).toBeGreaterThan(100)
  expect(foreignCitations(everything, knownRules)).toEqual([])
  for (const cited of ['product.md 15', 'spec §7', 'faults F6', 'R999', 'R9999'])
    expect(foreignCitations(one('src/base/money.ts', `// See ${cited}.`), knownRules)).toHaveLength(1)
  const titled = [
    `test('is as in spec §7', () => {})`,
    `it.skip('faults F6', () => {})`,
    'test.each([1, 2])(`of %s (R999)`, () => {})',
    `test.describe('the rules of ' + 'product.md', () => {})`,
  ]
  for (const text of titled)
    expect(foreignCitations(one('src/base/money.test.ts', text), knownRules)).toHaveLength(1)
  const untitled = `test('is as in R910', () => { find('spec §7') })`
  expect(foreignCitations(one('src/base/money.test.ts', untitled), knownRules)).toEqual([])
})

test('no error is dropped without a sentence that says why', () => {
  expect(swallowedErrors(product)).toEqual([])
  for (const dropped of ['try { work() } catch {}', 'work().catch(() => {})'])
    expect(swallowedErrors(one('src/base/money.ts', dropped))).toHaveLength(1)
  expect(swallowedErrors(one('src/base/money.ts', '// It is tried again.\nwork().catch(() => {})'))).toEqual(
    [],
  )
})

test('nothing but commands writes to the terminal', () => {
  const quiet = readSources(
    ['src', 'shop'],
    /^(?!src\/(main(\.ts$|\/)|demo\/start\.ts$)|.*\.test\.).*\.tsx?$/,
  )
  expect(consoleUses(quiet)).toEqual([])
  expect(consoleUses(one('src/base/money.ts', `console.log('here')`))).toHaveLength(1)
})

test('no line of a page starts with a middle dot', () => {
  expect(looseDots(readSources(['src'], /\/pages\/.*(?<!test)\.tsx$|^src\/ui\/.*(?<!test)\.tsx?$/))).toEqual(
    [],
  )
  for (const loose of ["[type, day].join(' · ')", '`today · tomorrow`', '<p>{type} · {day}</p>'])
    expect(looseDots(one('src/ui/text/facts.tsx', loose))).toHaveLength(1)
  expect(looseDots(one('src/ui/text/facts.tsx', '<p>{type}&nbsp;· {day}</p>'))).toEqual([])
})

test('documents name files that there are', () => {
  const documents = globSync(['*.md', 'docs/**/*.md']).filter(path => path !== 'CHANGELOG.md')
  expect(documents.length).toBeGreaterThan(10)
  const missing = documents.flatMap(path => missingPaths(path, readFileSync(path, 'utf8'), existsSync))
  expect(missing).toEqual([])
  for (const path of ['src/nowhere.ts', 'tools/nowhere/', 'deploy/nowhere.yml', 'public/nowhere.js'])
    expect(missingPaths('README.md', `See \`${path}\`.`, existsSync)).toHaveLength(1)
})

/** A planted violation for each import rule: the rule's beginning, the file, what it imports. */
const planted: [string, string, string][] = [
  ['base imports nothing', 'src/base/money.ts', `import { gift } from '../gift/gift.rules.ts'`],
  ['base imports nothing', 'src/base/money.ts', `import { readFile } from 'node:fs'`],
  ['contracts and rules import', 'src/gift/gift.contract.ts', `import { rows } from './gift.sql.ts'`],
  ['contracts and rules import', 'src/gift/gift.contract.ts', `import { giftForHost } from './gift.ts'`],
  [
    'contracts and rules import',
    'src/checkout/cart.rules.ts',
    `import type { RequestContext } from '../server/context/request-context.ts'`,
  ],
  ['contracts and rules use', 'src/gift/gift.rules.ts', `import { sql } from 'kysely'`],
  ['SQL imports', 'src/gift/gift.sql.ts', `import { rows } from '../checkout/reservation.sql.ts'`],
  ['SQL imports', 'src/gift/gift.sql.ts', `import { giftForHost } from './gift.ts'`],
  ['SQL imports', 'src/gift/gift.sql.ts', `import { send } from '../server/email/outbox.ts'`],
  ['nouns import', 'src/registry/registry.ts', `import * as gifts from '../gift/gift.sql.ts'`],
  ['nouns import', 'src/registry/search/search.ts', `import { giftForHost } from '../../gift/gift.ts'`],
  ['nouns import', 'src/orders/orders.ts', `import { send } from '../server/email/outbox.ts'`],
  ['nouns import', 'src/gift/gift.ts', `import { Tile } from './pages/gift-tile.tsx'`],
  ['nouns import', 'src/gift/gift.ts', `import { letters } from '../registry/letters.ts'`],
  ['pages and letters import', 'src/gift/pages/tile.tsx', `import { rows } from '../gift.sql.ts'`],
  ['pages and letters import', 'src/gift/pages/wish/tile.tsx', `import { calls } from '../../gift.ts'`],
  [
    'pages and letters import',
    'src/gift/pages/tile.tsx',
    `import { findRow } from '../../server/postgres/rows.ts'`,
  ],
  [
    'pages and letters import',
    'src/gift/pages/tile.tsx',
    `import {\n  type RequestContext,\n} from '../../server/context/request-context.ts'`,
  ],
  ['pages and letters import', 'src/root.tsx', `const late = await import('./server/context/session.ts')`],
  ['pages and letters do not', 'src/gift/pages/tile.tsx', `export * from '../letters.ts'`],
  ['server never', 'src/server/email/outbox.ts', `import { email } from '../../gift/letters.ts'`],
  ['ui imports', 'src/ui/form/button.tsx', `import type { Gift } from '../../gift/gift.contract.ts'`],
  ['only entrances know', 'src/gift/gift.ts', `import { wire } from '../shop/bigcommerce/wire.ts'`],
  ['the port and', 'src/shop/bigcommerce/carts.ts', `import { log } from '../../server/log.ts'`],
  ['the embedded shop', 'shop/carts.ts', `import type { Cents } from '../src/base/money.ts'`],
  ['only main knows', 'src/server/jobs/job-runner.ts', `import { createShop } from '../../../shop/app.ts'`],
  ['only main knows', 'src/app.ts', `import '../shop/app.ts'`],
  ['only main knows', 'src/app/pages.ts', `import '../../shop/app.ts'`],
  [
    'nobody imports an entrance',
    'src/gift/pages/tile.tsx',
    `import type { ConsoleCalls } from '../../app/console-calls.ts'`,
  ],
  [
    'nobody imports an entrance',
    'src/console/pages/money/staff-money-page.tsx',
    `import { consoleCalls } from '../../../app/console-calls.ts'`,
  ],
  [
    'pages and letters import',
    'src/console/pages/money/staff-money-page.tsx',
    `import { calls } from '../../money.ts'`,
  ],
  ['nobody imports an entrance', 'src/gift/gift.ts', `import { calls } from '../app.ts'`],
  ['nobody imports an entrance', 'src/gift/pages/tile.tsx', `import { loader } from '../../root.tsx'`],
  ['every folder', 'src/utils/text/misc.ts', `import { x } from './more.ts'`],
  ['every folder', 'src/gift/gift.misc.ts', `import { x } from './gift.rules.ts'`],
]

test.each(planted)('"%s …" catches %s with %s', (beginning, path, text) => {
  const found = brokenRules(importsOf(one(path, `// first line\n${text}\n`)))
  expect(found.some(sentence => sentence.includes(`: ${beginning}`))).toBe(true)
})

test('every import rule has a planted violation', () => {
  const untried = rules.filter(
    ({ sentence }) => !planted.some(([beginning]) => sentence.startsWith(beginning)),
  )
  expect(untried).toEqual([])
})

test.each(['import', 'import type'])('a circle of "%s" is caught', word => {
  const sources = new Map([
    ['src/base/one.ts', `import { two } from './two.ts'`],
    ['src/base/two.ts', `${word} { one } from './one.ts'`],
  ])
  expect(circles(importsOf(sources))).toEqual(['src/base/one.ts → src/base/two.ts → src/base/one.ts'])
})

test.each([
  ['src/gift/gift.ts', `import * as registries from '../registry/registry.sql.ts'`],
  ['src/gift/gift.ts', `import { handle } from '../server/context/handler.ts'`],
  ['src/gift/gift.ts', `import { findRow } from '../server/postgres/rows.ts'`],
  ['src/gift/swap.ts', `import { registryFor } from '../registry/registry.ts'`],
  ['src/gift/gift.sql.ts', `import { isPublic } from '../registry/registry.sql.ts'`],
  ['src/gift/pages/tile.tsx', `import { m } from '../../paraglide/messages.js'`],
  ['src/gift/pages/tile.tsx', `import type { Route } from './+types/tile'\nimport './tile.css'`],
  ['src/gift/pages/tile.tsx', `import type { loader } from '../../root.tsx'`],
  [
    'src/console/pages/frame/console-call.ts',
    `import type { ConsoleCalls } from '../../../app/console-calls.ts'`,
  ],
  ['src/main.ts', `import { createShop } from '../shop/app.ts'`],
])('%s may import what its layer allows', (path, text) => {
  expect(brokenRules(importsOf(one(path, text)))).toEqual([])
})
