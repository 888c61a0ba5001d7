import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import {
  clusterFolder,
  databaseName,
  readClusterNote,
  writeClusterNote,
} from '../postgres/embedded-cluster.ts'
import { DataInUse, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { isPostgresServer, readPostmaster } from '../postgres/postmaster-file.ts'
import { acquireProcessLock, LockHeldError } from '../postgres/process-lock.ts'
import { packFolder, UnreadableBackup, unpackFile } from './backup-file.ts'
import { copyCluster } from './cluster-copy.ts'
import { erasureFile, mergeErasures } from './erasure-log.ts'

/** What a backup says of itself. */
export interface BackupNote {
  release: string
  /** When the copy began: what was written later is not surely in it. ISO 8601. */
  began_at: string
  /** SHA-256 of each file but those of the cluster, which checks itself when it is opened. */
  digests: Record<string, string>
}

/** Rows that a backup holds, counted by opening it. */
export interface BackupContents {
  registries: number
  orders: number
  heldCents: number
}

const noteFile = 'backup.json'
const silent = { info() {}, warn() {} }
/** What the running app keeps beside its cluster and is of no use elsewhere. */
const leftBehind = /^(pg|postgres\.(json|log)|.*\.lock|.*\.new)$/

/**
 * Makes a backup of a data folder, cluster and keys, into one file, while the app runs or not, and opens it once to see
 * that it can be restored. Answers what is in it.
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  {
    release,
    passphrase,
    erasureLog,
  }: { release: string; passphrase?: string | undefined; erasureLog?: string },
): Promise<BackupContents> {
  const draft = fs.mkdtempSync(join(dirname(resolve(file)), '.doron-backup-'))
  try {
    await withRunningCluster(dataDir, async (url, folder, password) => {
      const began_at = new Date().toISOString()
      await copyCluster(url, folder, join(draft, 'pg'))
      writeClusterNote(draft, { cluster: 'pg', port: 0, password })
      for (const name of fs.readdirSync(dataDir))
        if (!leftBehind.test(name) && resolve(dataDir, name) !== folder)
          fs.cpSync(join(dataDir, name), join(draft, name), { recursive: true })
      if (erasureLog) mergeErasures(erasureLog, join(draft, erasureFile))
      const note: BackupNote = { release, began_at, digests: digestsOf(draft) }
      fs.writeFileSync(join(draft, noteFile), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
    })
    await packFolder(draft, file, passphrase)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
  return checkBackup(file, passphrase)
}

/** Unpacks a backup beside the file, opens it and counts; leaves nothing behind. Throws `UnreadableBackup`. */
export async function checkBackup(file: string, passphrase?: string): Promise<BackupContents> {
  const folder = fs.mkdtempSync(join(dirname(resolve(file)), '.doron-check-'))
  try {
    await unpackBackup(file, folder, passphrase)
    return await countContents(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Puts a backup in the place of a data folder, which is kept beside it; refuses while an app uses the folder. Answers
 * the backup's note, what is in it, and where the former folder is now.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { passphrase, erasureLog }: { passphrase?: string | undefined; erasureLog?: string } = {},
): Promise<{ note: BackupNote; contents: BackupContents; former: string | null }> {
  const place = resolve(dataDir)
  fs.mkdirSync(dirname(place), { recursive: true })
  const folder = fs.mkdtempSync(`${place}.restoring-`)
  try {
    const note = await unpackBackup(file, folder, passphrase)
    const contents = await countContents(folder)
    // The list of erasures goes on: what was erased since the backup has to be erased again.
    for (const list of [join(place, erasureFile), erasureLog])
      if (list) mergeErasures(list, join(folder, erasureFile))
    const former = moveAway(place, note)
    fs.renameSync(folder, place)
    if (erasureLog) mergeErasures(join(place, erasureFile), erasureLog)
    return { note, contents, former }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function unpackBackup(file: string, folder: string, passphrase?: string): Promise<BackupNote> {
  // The user that the database runs as has to enter it; what it must not read is its owner's alone.
  fs.chmodSync(folder, 0o755)
  await unpackFile(file, folder, passphrase)
  fs.chmodSync(folder, 0o755)
  const path = join(folder, noteFile)
  if (!fs.existsSync(path)) throw new UnreadableBackup('This is no backup of Doron.')
  const note = JSON.parse(fs.readFileSync(path, 'utf8')) as BackupNote
  const found = digestsOf(folder)
  for (const [name, digest] of Object.entries(note.digests))
    if (found[name] !== digest) throw new UnreadableBackup(`The backup is damaged: ${name} is not as it was.`)
  return note
}

/** Digests of the files beside the cluster. */
function digestsOf(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const isApart = name === 'pg' || name.startsWith('pg/') || name === noteFile || name === 'postgres.json'
    return !isApart && fs.statSync(join(folder, name)).isFile()
  })
  return Object.fromEntries(
    names.sort().map(name => [
      name,
      createHash('sha256')
        .update(fs.readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

async function countContents(dataDir: string): Promise<BackupContents> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: silent })
  const client = new pg.Client(url)
  try {
    await client.connect()
    const { rows } = await client.query<BackupContents>(`select
      (select count(*)::int from registry) as registries,
      (select count(distinct order_id)::int from purchase) as orders,
      (select coalesce(sum(cents), 0)::float8 from ledger where account <> 'goods') as "heldCents"`)
    return rows[0] as BackupContents
  } finally {
    await client.end()
    await stop()
  }
}

/** Runs the work with the cluster of a data folder: the one that the app has started, else started for it. */
async function withRunningCluster(
  dataDir: string,
  work: (url: string, folder: string, password: string) => Promise<void>,
): Promise<void> {
  const home = fs.realpathSync(dataDir)
  const folder = clusterFolder(home)
  const postmaster = readPostmaster(folder)
  const { password } = readClusterNote(home, folder)
  if (postmaster && isPostgresServer(postmaster)) {
    const url = `postgres://${databaseName}:${password}@127.0.0.1:${postmaster.port}/${databaseName}`
    return work(url, folder, password)
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: home, log: silent })
  try {
    await work(url, folder, password)
  } finally {
    await stop()
  }
}

/** Renames a data folder that nobody uses; answers its new name, null when there was none. */
function moveAway(place: string, { began_at }: BackupNote): string | null {
  if (!fs.existsSync(place)) return null
  const folder = clusterFolder(fs.realpathSync(place))
  try {
    const release = acquireProcessLock(`${folder}.lock`)
    const postmaster = readPostmaster(folder)
    release()
    if (postmaster && isPostgresServer(postmaster)) throw inUse(place)
  } catch (error) {
    throw error instanceof LockHeldError ? inUse(place) : error
  }
  const former = `${place}.before-${began_at.replace(/\W/g, '')}-${Date.now()}`
  fs.renameSync(place, former)
  return former
}

const inUse = (place: string) =>
  new DataInUse(`The data folder ${place} is in use; stop the app first. Nothing was changed.`)
