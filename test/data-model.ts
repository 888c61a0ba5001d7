import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { life, type TableName } from '../src/server/postgres/life.ts'
import { personOf } from '../src/server/postgres/life-data.ts'

/** A column as PostgreSQL describes it. */
export interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  /** The table that it refers to; null for none. */
  refersTo: string | null
  /** What it means, where its name doesn't say so. */
  sentence: string | null
}

export interface TableInfo {
  name: string
  sentence: string | null
  columns: Column[]
  primaryKey: string[]
}

/** Tables that are not the product's: of the migrations, and of the embedded shop, which shares the database in tests. */
const foreign = /^(migration|shop_.*)$/

/** Every table of the migrated database, in alphabetical order. */
export async function readTables(url: string): Promise<TableInfo[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; sentence: string | null }>(`
      select relname as name, obj_description(oid, 'pg_class') as sentence from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
    const { rows: columns } = await client.query<Column>(`
      select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as "isNullable",
        (select f.confrelid::regclass::text from pg_constraint f
          where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any (f.conkey) limit 1) as "refersTo",
        col_description(c.oid, a.attnum) as sentence
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`)
    const { rows: keys } = await client.query<{ table: string; name: string }>(`
      select c.relname as "table", a.attname as name from pg_constraint p
      join pg_class c on c.oid = p.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (p.conkey)
      where p.contype = 'p' and c.relnamespace = 'public'::regnamespace order by array_position(p.conkey, a.attnum)`)
    return tables
      .filter(({ name }) => !foreign.test(name))
      .map(({ name, sentence }) => ({
        name,
        sentence,
        columns: columns.filter(column => column.table === name),
        primaryKey: keys.filter(key => key.table === name).map(key => key.name),
      }))
  } finally {
    await client.end()
  }
}

/** The text of docs/data-model.md for these tables. */
export function renderDataModel(tables: TableInfo[]): string {
  const lifeOf = ({ name }: TableInfo) => life[name as TableName]
  const features = [...new Set(tables.map(table => lifeOf(table).owner))]
  const sections = features.map(feature => {
    const own = tables.filter(table => lifeOf(table).owner === feature)
    return [`## Written by ${feature}`, ...own.map(renderTable)].join('\n\n')
  })
  return `${[
    '# The data model',
    'Made from the migrated database by `npm run data-model`; a test compares the two. Money is whole cents. One feature (or the server) writes a table, every feature may read it.',
    renderRetention(tables),
    ...sections,
  ].join('\n\n')}\n`
}

function renderRetention(tables: TableInfo[]): string {
  const rows = tables.map(({ name }) => {
    const { kept, why } = life[name as TableName]
    const person = personOf(name as TableName)
    const erased =
      typeof person?.erase === 'object' ? Object.keys(person.erase).join(', ') : (person?.erase ?? '')
    return `| ${name} | ${kept} | ${why} | ${whoseOf(name as TableName)} | ${erased} | ${person?.export?.as ?? ''} |`
  })
  return [
    '## How long rows are kept',
    '',
    'Said once, in `src/server/postgres/life.ts`. The job `retention` keeps to it, an hour late at most; reservations and accounts have jobs of their own. With an account its rows go, or lose what is named under “erased”; what takes more than a line does so by a file of its feature, which “whose” names (within `src`). Forms that wait for a new sign-in are kept in the browser.',
    '',
    '| table | kept | why | whose | erased | in the file of a person’s own data |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function whoseOf(table: TableName): string {
  const { person } = life[table]
  if (typeof person === 'string') return person
  const owner = person.by === 'customer_id' ? 'an account' : 'a registry'
  return person.more ? `${owner}: ${person.more}` : owner
}

function renderTable({ name, sentence, columns, primaryKey }: TableInfo): string {
  const rows = columns.map(column => {
    const key = primaryKey.includes(column.name) ? 'key' : ''
    const notes = [key, column.isNullable ? 'may be null' : '', column.refersTo ? `→ ${column.refersTo}` : '']
    const meaning = (column.sentence ?? '').replaceAll('|', '\\|')
    return `| ${column.name} | ${column.type} | ${notes.filter(Boolean).join(', ')} | ${meaning} |`
  })
  return [`### ${name}`, '', sentence ?? '', '', '| column | type | | |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

/** Writes the types of every table (.kysely-codegenrc.json), or, with `--verify`, compares them; answers what it says. */
export async function writeTableTypes(url: string, ...flags: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['node_modules/.bin/kysely-codegen', '--log-level', 'info', '--url', url, ...flags],
  ])
  return stdout
}
