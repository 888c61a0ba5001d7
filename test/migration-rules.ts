import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { baselineName, parseMigration, splitStatements } from '../src/server/postgres/migrate.ts'

/** Until the changelog names a release, a change of the tables edits the baseline (docs/decisions/migrations.md). */
export const isReleased = /^Last release: \d/m.test(fs.readFileSync('CHANGELOG.md', 'utf8'))

/** What squawk finds wrong and is all right here, and why. */
const allowed = {
  'require-lock-timeout': 'set for every migration by migrate.ts',
  'require-statement-timeout': 'a migration takes the time that it takes',
  'prefer-bigint-over-int': 'the ids of the shop are of 32 bits',
  'prefer-identity': 'no id of ours is a serial',
  'prefer-text-field': 'as the shop sends it',
  'ban-drop-not-null': 'what older releases write stays allowed',
  'prefer-robust-stmts': 'in a transaction nothing is left half done; without one our own rule asks for it',
}

/** What takes from the last release something that it reads or writes. */
const breaking = [
  'ban-drop-column',
  'ban-drop-table',
  'renaming-column',
  'renaming-table',
  'changing-column-type',
  'adding-required-field',
  'adding-not-nullable-field',
]

/** Each problem of the migrations in a folder, as `name: problem`; null when squawk is not installed for this platform. */
export function findMigrationProblems(folder: string): string[] | null {
  const files = fs.readdirSync(folder).filter(file => file.endsWith('.sql') && file !== `${baselineName}.sql`)
  const migrations = files.map(file =>
    parseMigration(file.replace(/\.sql$/, ''), fs.readFileSync(join(folder, file), 'utf8')),
  )
  const pathsOf = (alone: boolean) =>
    files
      .filter((_, index) => migrations[index]?.needsNoTransaction === alone)
      .map(file => join(folder, file))
  const inTransaction = squawk(pathsOf(false), ['--assume-in-transaction'])
  const alone = squawk(pathsOf(true), [])
  if (!inTransaction || !alone) return null
  const problems = [...inTransaction, ...alone].flatMap(({ file, rule }) => {
    const migration = migrations.find(({ name }) => file.endsWith(`${name}.sql`))
    return migration?.breaks && breaking.includes(rule) ? [] : [`${migration?.name}: ${rule}`]
  })
  return [...problems, ...migrations.flatMap(findOwnProblems)].sort()
}

/** Statements that need no transaction, and may run again after a crash. */
const repeatable =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|reindex .*concurrently|analyze|vacuum|alter table \S+ validate constraint)\b/i

/** What squawk does not look for. */
function findOwnProblems({ name, text, needsNoTransaction }: ReturnType<typeof parseMigration>): string[] {
  const code = text.replace(/^\s*--.*$/gm, '')
  if (!needsNoTransaction)
    return /\bconcurrently\b/i.test(code) ? [`${name}: concurrently in a transaction`] : []
  const others = splitStatements(text).filter(statement => !repeatable.test(statement))
  return others.map(statement => `${name}: can't be repeated: ${statement}`)
}

function squawk(paths: string[], flags: string[]): { file: string; rule: string }[] | null {
  if (paths.length === 0) return []
  const excluded = Object.keys(allowed).flatMap(rule => ['--exclude', rule])
  const args = [...flags, ...excluded, '--pg-version', '15', '--reporter', 'json', ...paths]
  const { stdout, error } = spawnSync(process.execPath, ['node_modules/.bin/squawk', ...args], {
    encoding: 'utf8',
  })
  if (error || !stdout) return null
  const found = JSON.parse(stdout) as { file: string; rule_name: string }[]
  return found.map(({ file, rule_name }) => ({ file, rule: rule_name }))
}
