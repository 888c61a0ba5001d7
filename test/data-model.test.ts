import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retention } from './arch/retention.ts'
import { parse, readSources } from './arch/sources.ts'
import { tableOwners } from './arch/table-owners.ts'
import { readTables, renderDataModel, type TableInfo } from './data-model.ts'
import { freshDatabase } from './postgres.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let tables: TableInfo[]
beforeAll(async () => {
  database = await freshDatabase()
  tables = await readTables(database.url)
})
afterAll(() => database.drop())

test('docs/data-model.md describes the migrated database (npm run data-model)', () => {
  expect(readFileSync('docs/data-model.md', 'utf8')).toBe(renderDataModel(tables, tableOwners, retention))
})

test('every table has a comment and an owner', () => {
  expect(tables.filter(({ sentence }) => !sentence?.endsWith('.')).map(({ name }) => name)).toEqual([])
  expect(tables.filter(({ name }) => !(name in tableOwners)).map(({ name }) => name)).toEqual([])
})

test('every table says how long its rows are kept, and why; no other does', () => {
  const names = tables.map(({ name }) => name)
  expect(names.filter(name => !retention[name]?.kept || !retention[name].why)).toEqual([])
  expect(Object.keys(retention).filter(name => !names.includes(name))).toEqual([])
})

test('the types have the tables and columns of the database, nullable where they are', () => {
  const written = typedColumns()
  // Used in raw SQL alone, so that no type is needed.
  const untyped = new Set(['category_set', 'product_listing', 'product_listing_key', 'search_entry.periods'])
  const real = new Map(
    tables
      .filter(({ name }) => !untyped.has(name))
      .map(({ name, columns }) => [
        name,
        new Map(
          columns
            .filter(column => !untyped.has(`${name}.${column.name}`))
            .map(column => [column.name, column.isNullable] as const)
            .sort(),
        ),
      ]),
  )
  expect(written).toEqual(real)
})

/** The columns of each table in alphabetical order, each with whether its type includes null. */
function typedColumns(): Map<string, Map<string, boolean>> {
  const interfaces = new Map<string, Map<string, boolean>>()
  const tableTypes = new Map<string, string>()
  const nullable = new Set<string>()
  for (const [path, text] of readSources(['src/server/postgres'], /tables\/\w+\.ts$|columns\.ts$/))
    for (const statement of parse(path, text).program.body) {
      const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (
        declaration?.type === 'TSTypeAliasDeclaration' &&
        / null\b/.test(sourceOf(declaration.typeAnnotation, text))
      )
        nullable.add(declaration.id.name)
      if (declaration?.type !== 'TSInterfaceDeclaration') continue
      const { name } = declaration.id
      const members = declaration.body.body.flatMap(member => {
        if (
          member.type !== 'TSPropertySignature' ||
          member.key.type !== 'Identifier' ||
          !member.typeAnnotation
        )
          return []
        return [[member.key.name, sourceOf(member.typeAnnotation.typeAnnotation, text)] as const]
      })
      if (/Tables$/.test(name)) for (const [table, type] of members) tableTypes.set(table, type)
      else
        interfaces.set(
          name,
          new Map(
            members
              .map(
                ([column, type]) =>
                  [column, /\bnull\b/.test(type) || nullable.has(type.split('<', 1)[0] ?? '')] as const,
              )
              .sort(),
          ),
        )
    }
  return new Map([...tableTypes].sort().map(([table, type]) => [table, interfaces.get(type) ?? new Map()]))
}

function sourceOf({ start, end }: { start: number; end: number }, text: string): string {
  return text.slice(start, end)
}
