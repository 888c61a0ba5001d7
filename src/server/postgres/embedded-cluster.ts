import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { dataFolderMode } from '../data-folder.ts'
import {
  canUserEnter,
  isRoot,
  nobodyUser,
  postgresBinaries,
  type RunAs,
  sharedFolder,
} from './postgres-binaries.ts'

/** The contents of `postgres.json` in a data folder. */
export type ClusterNote = {
  /** The cluster's folder, relative to the data folder where it lies inside. */
  cluster: string
  /** 0 until the first start has found a free port. */
  port: number
  password: string
}

/** The role that owns the database has this name too. */
export const databaseName = 'doron'

const noteFile = 'postgres.json'

/** The folder of a data folder's cluster: inside it, unless root starts and the user `nobody` can't enter there. */
export function clusterFolder(dataDir: string): string {
  const note = readNote(dataDir)
  if (note) return resolve(dataDir, note.cluster)
  if (!isRoot || canUserEnter(dataDir, nobodyUser())) return join(dataDir, 'pg')
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const home = join(sharedFolder(), 'clusters', key)
  fs.mkdirSync(home, { recursive: true })
  return join(home, 'pg')
}

/** Reads the note of a data folder; the first start writes it. The caller holds the cluster's lock. */
export function readClusterNote(dataDir: string, cluster: string): ClusterNote {
  const note = readNote(dataDir)
  if (note) return note
  if (fs.existsSync(cluster)) {
    throw new Error(
      `${join(dataDir, noteFile)} is missing, which holds the password of the database in ${cluster}; restore it from a backup`,
    )
  }
  const inside = relative(dataDir, cluster)
  const password = randomBytes(24).toString('base64url')
  return writeClusterNote(dataDir, { cluster: inside.startsWith('..') ? cluster : inside, port: 0, password })
}

function readNote(dataDir: string): ClusterNote | undefined {
  const path = join(dataDir, noteFile)
  return fs.existsSync(path) ? (JSON.parse(fs.readFileSync(path, 'utf8')) as ClusterNote) : undefined
}

/** Writes the note atomically, readable by its owner alone. */
export function writeClusterNote(dataDir: string, note: ClusterNote): ClusterNote {
  const draft = join(dataDir, `${noteFile}.${process.pid}`)
  fs.writeFileSync(draft, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(draft, join(dataDir, noteFile))
  return note
}

/**
 * Moves a data folder's cluster, which isn't running, and its note into a folder beside them, so that the next start makes
 * a new one. Answers that folder.
 */
export function setAsideCluster(dataDir: string, now: Date): string {
  const home = fs.realpathSync(dataDir)
  const folder = clusterFolder(home)
  const former = join(home, `former-${now.toISOString().replaceAll(/[:.]/g, '-')}`)
  const isInside = !relative(home, folder).startsWith('..')
  const moved = isInside ? join(former, 'pg') : `${folder}-${basename(former)}`
  const note = readClusterNote(home, folder)
  fs.mkdirSync(former, { mode: dataFolderMode })
  fs.renameSync(folder, moved)
  fs.rmSync(join(home, noteFile))
  writeClusterNote(former, { ...note, cluster: isInside ? 'pg' : moved })
  return former
}

/** The user that the server runs as: ours (undefined), or, when root starts it, the cluster's owner, at first `nobody`. */
export function clusterUser(cluster: string): RunAs | undefined {
  const owner = fs.existsSync(cluster) ? fs.statSync(cluster) : undefined
  if (isRoot) {
    const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyUser()
    // A backup that root copied back belongs to root.
    if (owner?.uid === 0) changeOwner(user, cluster)
    if (canUserEnter(dirname(cluster), user)) return user
    throw new Error(
      `the database in ${cluster} can't be reached by user ${user.uid}, as whom it runs; let that user enter the folders above it`,
    )
  }
  if (owner && owner.uid !== process.getuid?.()) {
    throw new Error(`the database in ${cluster} belongs to user ${owner.uid}; start as that user, or as root`)
  }
  return undefined
}

/**
 * Creates an empty cluster. It is renamed to its final folder when complete, so that an interrupted start leaves no
 * half-made one.
 */
export async function createCluster(cluster: string, password: string, durable: boolean): Promise<void> {
  const user = clusterUser(cluster)
  const draft = `${cluster}.new`
  const passwordFile = `${draft}.password`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.rmSync(passwordFile, { force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [draft, passwordFile]) fs.chownSync(path, user.uid, user.gid)
  const access = [
    `--pgdata=${draft}`,
    `--username=${databaseName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
  ]
  // pg_trgm uses the system's locale to recognise letters: with a plain C no Greek word has any trigram.
  const characterType = `--lc-ctype=${process.platform === 'darwin' ? 'en_US' : 'C'}.UTF-8`
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    characterType,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  // Only who may enter the cluster's folder reaches its socket; checking a password there takes longer than most
  // statements.
  const speed = durable ? [] : ['--no-sync', '--no-data-checksums', '--auth-local=trust']
  try {
    const initdb = join(postgresBinaries(user), 'bin', 'initdb')
    await promisify(execFile)(initdb, [...access, ...locale, ...speed], {
      ...user,
      cwd: draft,
      env: { LC_ALL: 'C' },
    })
    fs.renameSync(draft, cluster)
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.trim() || String(error)
    throw new Error(
      `the database could not be made (${reason}); a PostgreSQL server named in DATABASE_URL does as well`,
    )
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
}

function changeOwner(user: RunAs, folder: string): void {
  const entries = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of ['', ...entries]) fs.lchownSync(join(folder, path), user.uid, user.gid)
}
