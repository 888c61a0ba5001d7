import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** The tables as they begin; changed in place until the first release (docs/decisions/migrations.md). */
export const baselineName = '0000_baseline'

/** One step of the tables, from a file in `migrations`. */
export interface MigrationFile {
  name: string
  text: string
  /** SHA-256 of its text. */
  checksum: string
  /** Runs statement by statement: indexes are made `concurrently`, which a transaction can't. */
  needsNoTransaction: boolean
  /** What older releases lack afterwards; null when they run on. */
  breaks: string | null
}

/** The migrations of this release, in the order of their names. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort(byCode)
  return Promise.all(
    files.map(async file =>
      parseMigration(file.slice(0, -'.sql'.length), await readFile(`${folder}/${file}`, 'utf8')),
    ),
  )
}

/** Reads the marks of a migration: `-- no transaction` as its first line, `-- breaks: …` on a line of its own. */
export function parseMigration(name: string, text: string): MigrationFile {
  return {
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    needsNoTransaction: text.startsWith('-- no transaction'),
    breaks: /^-- breaks: (.+)$/m.exec(text)?.[1]?.trim() ?? null,
  }
}

/** The statements of a migration without a transaction; each ends with `;` at the end of a line. */
export function splitStatements(text: string): string[] {
  return text
    .replace(/^--.*$/gm, '')
    .split(/;[^\S\n]*$/m)
    .flatMap(part => part.trim() || [])
}

function byCode(one: string, other: string): number {
  return one < other ? -1 : 1
}
