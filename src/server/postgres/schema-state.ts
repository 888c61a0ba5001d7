import type pg from 'pg'
import { baselineName, type MigrationFile } from './migration-files.ts'

/** How the tables of a database compare with what a release knows. */
export interface SchemaState {
  /** Migrations of this release that the database has not run. */
  pending: MigrationFile[]
  /** Migrations that the database has run, and that this release does not know. */
  unknown: string[]
  /** Those of them that this release can't run on, and what it lacks. */
  breaks: { migration: string; reason: string }[]
}

/** The database and this release don't fit each other; the message says so, for whoever starts it. */
export class SchemaMismatch extends Error {}

/** The database was made by another baseline, one of before the first release: its tables can't be changed into these. */
export class OtherBaseline extends SchemaMismatch {
  constructor() {
    super(
      'The tables of this database are of a version before the first release, and can’t be brought up to date. Give this version an empty database.',
    )
  }
}

/** Reads how far the database is; changes nothing. Throws `OtherBaseline` for one that another baseline has made. */
export async function readSchemaState(client: pg.Client, migrations: MigrationFile[]): Promise<SchemaState> {
  const known = new Set(migrations.map(({ name }) => name))
  const ran = (await hasTable(client, 'migration'))
    ? await client.query<{ name: string; checksum: string }>(
        'select name, checksum from migration order by name',
      )
    : { rows: [] }
  await refuseOtherBaseline(client, migrations, ran.rows)
  const breaks = (await hasTable(client, 'schema_break'))
    ? await client.query<SchemaState['breaks'][number]>(
        'select migration, reason from schema_break order by migration',
      )
    : { rows: [] }
  const done = new Set(ran.rows.map(({ name }) => name))
  return {
    pending: migrations.filter(({ name }) => !done.has(name)),
    unknown: [...done].filter(name => !known.has(name)),
    breaks: breaks.rows.filter(({ migration }) => !known.has(migration)),
  }
}

async function refuseOtherBaseline(
  client: pg.Client,
  migrations: MigrationFile[],
  ran: { name: string; checksum: string }[],
): Promise<void> {
  const baseline = migrations.find(({ name }) => name === baselineName)
  if (!baseline) return
  const made = ran.find(({ name }) => name === baselineName)
  if (made ? made.checksum !== baseline.checksum : await hasTable(client, 'registry'))
    throw new OtherBaseline()
}

/** Throws `SchemaMismatch` when a newer release has taken away what this one needs. */
export function refuseNewerSchema({ breaks }: SchemaState): void {
  const [first] = breaks
  if (!first) return
  const names = breaks.map(({ migration }) => migration).join(', ')
  throw new SchemaMismatch(
    `The database is newer than this release can run on: ${names} (${first.reason}). Start the newer release, or restore the database from before it.`,
  )
}

/** Throws `SchemaMismatch` when migrations of this release have not run. */
export function refusePending({ pending }: SchemaState): void {
  if (pending.length === 0) return
  const names = pending.map(({ name }) => name).join(', ')
  throw new SchemaMismatch(
    `The database lacks migrations of this release: ${names}. Run npm run migrate first.`,
  )
}

export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    name,
  ])
  return rows[0]?.found ?? false
}
