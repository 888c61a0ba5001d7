import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMigrationProblems, isReleased } from './migration-rules.ts'

/** A migration runs beside the last release: it stops nobody for long, and takes nothing away (docs/decisions/migrations.md). */

const notHere = 'not run: no squawk for this platform'

test.runIf(isReleased)(
  'no migration blocks a table in use, or takes from the last release what it needs',
  context => {
    const problems = findMigrationProblems('migrations')
    if (!problems) return context.skip(notHere)
    expect(problems).toEqual([])
  },
)

test.skipIf(isReleased)('until the first release the tables are one file', () => {
  expect(fs.readdirSync('migrations')).toEqual(['0000_baseline.sql'])
})

const planted: [problem: string, sql: string][] = [
  ['require-concurrent-index-creation', 'create index gift_x on gift (name);'],
  ['concurrently in a transaction', 'create index concurrently gift_x on gift (name);'],
  [
    "can't be repeated: create index concurrently gift_x on gift (name)",
    '-- no transaction\ncreate index concurrently gift_x on gift (name);',
  ],
  ["can't be repeated: update gift set name = null", '-- no transaction\nupdate gift set name = null;'],
  ['require-concurrent-index-deletion', 'drop index gift_name;'],
  ['adding-required-field', 'alter table gift add column x text not null;'],
  ['adding-not-nullable-field', 'alter table gift alter column x set not null;'],
  ['adding-field-with-default', 'alter table gift add column x uuid default gen_random_uuid();'],
  ['ban-drop-column', 'alter table gift drop column name;'],
  ['ban-drop-table', 'drop table gift;'],
  ['renaming-column', 'alter table gift rename column name to title;'],
  ['renaming-table', 'alter table gift rename to present;'],
  ['changing-column-type', 'alter table gift alter column name type varchar;'],
  ['constraint-missing-not-valid', "alter table gift add constraint c check (name <> '');"],
  ['adding-foreign-key-constraint', 'alter table gift add column r bigint references registry (id);'],
]
const sound = [
  "create table a (id bigint primary key, gift_id bigint references gift (id)); create index a_gift on a (gift_id); comment on table a is 'A.';",
  "alter table gift add column x text not null default '';",
  "alter table gift add constraint c check (name <> '') not valid;",
  '-- no transaction\n-- Found by name.\ncreate index concurrently if not exists gift_x on gift (name);\nalter table gift validate constraint c;\n',
  '-- Since 1.1.0 gifts have titles.\n-- breaks: gift.name\nalter table gift drop column name;',
]

test('each of these mistakes is found, and nothing else', context => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'migrations-'))
  const write = (name: string, sql: string) => fs.writeFileSync(join(folder, `${name}.sql`), sql)
  planted.forEach(([, sql], index) => {
    write(`planted_${index}`, sql)
  })
  sound.forEach((sql, index) => {
    write(`sound_${index}`, sql)
  })
  const problems = findMigrationProblems(folder)
  fs.rmSync(folder, { recursive: true })
  if (!problems) return context.skip(notHere)
  for (const [index, [problem]] of planted.entries())
    expect(problems.filter(found => found.startsWith(`planted_${index}: `))).toEqual([
      `planted_${index}: ${problem}`,
    ])
  expect(problems.filter(found => found.startsWith('sound_'))).toEqual([])
})
