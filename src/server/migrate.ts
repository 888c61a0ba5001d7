import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const lock = 7_201_337

/** Applies the migrations that this database has not seen, in order, each in its transaction, one process at a time. */
export async function migrate(url: string, folder = 'migrations'): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const seen = new Set(rows.map(row => row.name))
    const fresh = (await readdir(folder)).filter(name => name.endsWith('.sql') && !seen.has(name)).sort()
    for (const name of fresh) await apply(client, name, await readFile(`${folder}/${name}`, 'utf8'))
    return fresh
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, sql: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}
