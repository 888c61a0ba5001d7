import { execFile, spawn } from 'node:child_process'
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { clusterFolder, readClusterNote, writeClusterNote } from '../postgres/embedded-cluster.ts'
import { DataInUse, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { findSchemaState, refuseNewerSchema } from '../postgres/migrate.ts'
import { acquireProcessLock, isPostgresServer, LockHeldError, readPostmaster } from '../postgres/processes.ts'
import { erasureFile, mergeErasures } from './erasure-log.ts'

/** A backup can't be read; the message is a sentence for whoever restores it. */
export class UnreadableBackup extends Error {}

interface BackupNote {
  release: string
  /** When it was begun, while the app was stopped: what was written later is not in it. ISO 8601. */
  began_at: string
}

/** Rows that a backup holds, counted by opening it. */
export interface BackupContents {
  registries: number
  orders: number
  heldCents: number
}

const noteFile = 'backup.json'
const magic = Buffer.from('DORONBK1')
const sizes = { salt: 16, iv: 12, tag: 16 }

/**
 * Packs a data folder, cluster and keys, into one encrypted file (AES-256-GCM) and opens it once to see that it can be
 * restored. Answers what is in it. Throws `DataInUse` while the app runs.
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  { release, passphrase, erasureLog }: { release: string; passphrase: string; erasureLog?: string },
): Promise<BackupContents> {
  const place = fs.realpathSync(dataDir)
  const unlock = lockStopped(place)
  const draft = `${file}.new`
  try {
    const note: BackupNote = { release, began_at: new Date().toISOString() }
    fs.writeFileSync(join(place, noteFile), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
    if (erasureLog) mergeErasures(erasureLog, join(place, erasureFile))
    await pack(place, draft, passphrase)
    fs.renameSync(draft, file)
  } finally {
    fs.rmSync(draft, { force: true })
    unlock()
  }
  return checkBackup(file, passphrase)
}

/** Unpacks a backup beside the file, opens it and counts; leaves nothing behind. Throws `UnreadableBackup`. */
export async function checkBackup(file: string, passphrase: string): Promise<BackupContents> {
  const folder = fs.mkdtempSync(join(dirname(resolve(file)), '.doron-check-'))
  try {
    await unpack(file, folder, passphrase)
    return await countContents(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Puts a backup in the place of a data folder, which is kept beside it; refuses while an app uses the folder, and a
 * backup whose tables this release can't use (`SchemaMismatch`). Answers the backup's note, what is in it, and where the
 * former folder is now.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { passphrase, erasureLog }: { passphrase: string; erasureLog?: string },
): Promise<{ note: BackupNote; contents: BackupContents; former: string | null }> {
  const place = resolve(dataDir)
  fs.mkdirSync(dirname(place), { recursive: true })
  const folder = fs.mkdtempSync(`${place}.restoring-`)
  try {
    const note = await unpack(file, folder, passphrase)
    // One that this release can't run on is refused before anything is moved.
    const contents = await countContents(folder, async url => refuseNewerSchema(await findSchemaState(url)))
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

/**
 * Writes a data folder into one encrypted file, which only its owner may read; a cluster that lies elsewhere, too, but none
 * that a start has set aside.
 */
async function pack(place: string, file: string, passphrase: string): Promise<void> {
  const cluster = clusterFolder(place)
  const isInside = !relative(place, cluster).startsWith('..')
  const elsewhere = isInside ? [] : ['-C', dirname(cluster), basename(cluster)]
  const leftOut = ['--exclude=*.lock', '--exclude=./former-*']
  const tar = spawn('tar', ['-cf', '-', ...leftOut, '-C', place, '.', ...elsewhere], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], complaints] = await Promise.all([
    once(tar, 'close'),
    text(tar.stderr),
    pipeline(tar.stdout, source => encrypt(source, passphrase), writeTo(file)),
  ])
  if (code !== 0) throw new Error(`tar ended with ${code}: ${complaints.trim()}`)
}

/**
 * Opens the file at once, so that a failure before the first byte can't create it after the clean-up; only
 * its owner may read it.
 */
const writeTo = (file: string) => fs.createWriteStream(file, { fd: fs.openSync(file, 'w', 0o600) })

async function unpack(file: string, folder: string, passphrase: string): Promise<BackupNote> {
  const archive = `${folder}.tar`
  try {
    await pipeline(decrypt(file, passphrase), writeTo(archive))
    await promisify(execFile)('tar', ['-xpf', archive, '-C', folder])
    // PostgreSQL may run as another user, who has to enter the folder; files that it must not read have modes
    // of their own.
    fs.chmodSync(folder, 0o755)
    writeClusterNote(folder, { ...readClusterNote(folder, ''), cluster: 'pg', port: 0 })
    return JSON.parse(fs.readFileSync(join(folder, noteFile), 'utf8')) as BackupNote
  } catch (error) {
    throw new UnreadableBackup('The backup can’t be read: it is damaged, or the passphrase is another.', {
      cause: error,
    })
  } finally {
    fs.rmSync(archive, { force: true })
  }
}

/** The key of a passphrase; a guess costs a fifth of a second and 128 MB. */
const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 })

async function* encrypt(source: Readable, passphrase: string): AsyncGenerator<Buffer> {
  const [salt, iv] = [randomBytes(sizes.salt), randomBytes(sizes.iv)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv)
  yield Buffer.concat([magic, salt, iv])
  for await (const part of source) yield cipher.update(part)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/** Decrypts a file; throws at its end when anything in it was changed. */
async function* decrypt(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const start = magic.length + sizes.salt + sizes.iv
  const end = fs.statSync(file).size - sizes.tag
  const head = readPart(file, 0, start)
  if (!head.subarray(0, magic.length).equals(magic)) throw new Error('it does not begin as a backup')
  const salt = head.subarray(magic.length, magic.length + sizes.salt)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), head.subarray(-sizes.iv))
  decipher.setAuthTag(readPart(file, end, sizes.tag))
  for await (const part of fs.createReadStream(file, { start, end: end - 1 })) yield decipher.update(part)
  yield decipher.final()
}

function readPart(file: string, position: number, size: number): Buffer {
  const buffer = Buffer.alloc(size)
  const handle = fs.openSync(file, 'r')
  try {
    return buffer.subarray(0, fs.readSync(handle, buffer, 0, size, position))
  } finally {
    fs.closeSync(handle)
  }
}

async function countContents(
  dataDir: string,
  check?: (url: string) => Promise<void>,
): Promise<BackupContents> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  const client = new pg.Client(url)
  try {
    await check?.(url)
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

/** Renames a data folder that nobody uses; answers its new name, null when there was none. */
function moveAway(place: string, { began_at }: BackupNote): string | null {
  if (!fs.existsSync(place)) return null
  lockStopped(fs.realpathSync(place))()
  const former = `${place}.before-${began_at.replace(/\W/g, '')}-${Date.now()}`
  fs.renameSync(place, former)
  return former
}

/** Keeps apps away from a data folder until what it answers is called. Throws `DataInUse` when one is at work. */
function lockStopped(place: string): () => void {
  const folder = clusterFolder(place)
  const inUse = () =>
    new DataInUse(`The data folder ${place} is in use; stop the app first. Nothing was changed.`)
  try {
    const unlock = acquireProcessLock(`${folder}.lock`)
    const postmaster = readPostmaster(folder)
    if (!postmaster || !isPostgresServer(postmaster)) return unlock
    unlock()
  } catch (error) {
    throw error instanceof LockHeldError ? inUse() : error
  }
  throw inUse()
}
