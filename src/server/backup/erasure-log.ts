import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { makeDataFolder } from '../data-folder.ts'

/** An account that was erased: what is needed to erase it again in a database that still has it, and no more. */
export interface Erasure {
  /** When it was erased. ISO 8601. */
  at: string
  customer: number
  /** When the account was made, by which a number that was given twice is noticed. ISO 8601. */
  created: string
}

/**
 * A right that was taken away, or a deactivation that was taken back: what is needed to do it again in a database that has
 * forgotten it, and no more.
 */
export interface RevokedRight {
  /** ISO 8601. */
  at: string
  /** What the security log calls it; or that somebody stopped invitations, with a keyed digest in `about`. */
  kind: string
  about?: string
  customer?: number
  registry?: number
}

/** Its name in the data folder, and in every backup. */
export const erasureFile = 'erasures.jsonl'

/** The `msg` of each line, in the file and in the running log. */
export const erasureMessage = 'erasure'

export const revocationMessage = 'revocation'

/**
 * Appends an erasure to the list, which is kept apart from the database, and waits until the disk has it. Called before
 * the erasure commits: a line whose erasure did not commit is carried out later, a missing line would be lost.
 */
export function recordErasure(file: string, { at, customer, created }: Erasure): void {
  append(file, { msg: erasureMessage, at, customer, created })
}

/** The same for a right that is taken away. */
export function recordRevokedRight(file: string, right: RevokedRight): void {
  append(file, { msg: revocationMessage, ...right })
}

/** Throws when nothing can be appended to the list. */
export function checkErasureLog(file: string): void {
  fs.closeSync(openForAppending(file))
}

function openForAppending(file: string): number {
  const folder = dirname(file)
  if (!fs.existsSync(folder)) makeDataFolder(folder)
  return fs.openSync(file, 'a', 0o600)
}

function append(file: string, line: object): void {
  const handle = openForAppending(file)
  try {
    // The leading newline ends a line that a crash left unfinished.
    fs.writeSync(handle, `\n${JSON.stringify(line)}\n`)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** The erasures of these lists, each once; lines of a running log are understood too, and files that are not there. */
export function readErasures(files: string[]): Erasure[] {
  const erasures = files.flatMap(file => readLines<Erasure>(file, erasureMessage))
  return [...new Map(erasures.map(erasure => [erasure.customer, erasure])).values()]
}

/** The rights of these lists that were taken away since that moment. */
export function readRevokedRights(files: string[], since: Date): RevokedRight[] {
  const rights = files.flatMap(file => readLines<RevokedRight>(file, revocationMessage))
  return rights.filter(({ at }) => new Date(at) >= since)
}

/** Adds what a list lacks from another one; removes nothing. */
export function mergeErasures(from: string, into: string): void {
  const known = new Set(readErasures([into]).map(({ customer }) => customer))
  for (const erasure of readErasures([from])) if (!known.has(erasure.customer)) recordErasure(into, erasure)
  const rights = new Set(readLines<RevokedRight>(into, revocationMessage).map(right => JSON.stringify(right)))
  for (const right of readLines<RevokedRight>(from, revocationMessage))
    if (!rights.has(JSON.stringify(right))) recordRevokedRight(into, right)
}

/** The lines of that kind. One that a crash left unfinished is skipped: its erasure did not commit either. */
function readLines<T extends { at: string }>(file: string, message: string): T[] {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
  return lines.flatMap(line => {
    if (!line.includes(`"${message}"`)) return []
    try {
      const { msg, ...facts } = JSON.parse(line) as T & { msg: string }
      return msg === message && typeof facts.at === 'string' ? [facts as unknown as T] : []
    } catch {
      return []
    }
  })
}
