import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Files that a copy of a running cluster must not have: what belongs to its processes, and what is made anew. */
const left = /^(\.s\.PGSQL\..*|postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/
/** Folders that a copy has empty; `pg_wal` is copied at the end. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/**
 * Copies the files of a cluster while it is in use, by PostgreSQL's own low-level backup: between its start and its end
 * files may change, and the write-ahead log of that time makes the copy whole when it is opened. `url` belongs to a
 * superuser of it.
 */
export async function copyCluster(url: string, folder: string, target: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    // Until the connection ends, no part of the log that the copy needs is removed.
    await client.query(
      `select pg_create_physical_replication_slot('doron_backup_' || pg_backend_pid(), true, true)`,
    )
    await client.query(`select pg_backup_start('doron', fast => true)`)
    copyTree(
      folder,
      target,
      (name, isFolder, depth) => !left.test(name) && !(isFolder && depth === 0 && emptied.has(name)),
    )
    for (const name of emptied) fs.mkdirSync(join(target, name), { recursive: true, mode: 0o700 })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    fs.writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 })
    copyTree(join(folder, 'pg_wal'), join(target, 'pg_wal'), () => true)
  } finally {
    await client.end()
  }
  if (process.getuid?.() === 0) takeOwner(folder, target)
}

type IsCopied = (name: string, isFolder: boolean, depth: number) => boolean

function copyTree(from: string, to: string, isCopied: IsCopied, depth = 0): void {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (!isCopied(entry.name, entry.isDirectory(), depth)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target, isCopied, depth + 1)
    else copyUnlessGone(source, target)
  }
}

/** A table that is dropped meanwhile takes its files along; the log says so too. */
function copyUnlessGone(source: string, target: string): void {
  try {
    fs.copyFileSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The copy that root made belongs to whom the cluster belongs. */
function takeOwner(folder: string, target: string): void {
  const { uid, gid } = fs.statSync(folder)
  const entries = fs.readdirSync(target, { recursive: true, encoding: 'utf8' })
  for (const path of ['', ...entries]) fs.lchownSync(join(target, path), uid, gid)
}
