import * as fs from 'node:fs'
import { dirname } from 'node:path'

/** An account that was erased: what is needed to erase it again in a database that still has it, and no more. */
export interface Erasure {
  /** When it was erased. ISO 8601. */
  at: string
  customer: number
  /** When the account was made, by which a number that was given twice is noticed. ISO 8601. */
  created: string
}

/** Its name in the data folder, and in every backup. */
export const erasureFile = 'erasures.jsonl'

/** The `msg` of each line, in the file and in the running log. */
export const erasureMessage = 'erasure'

/**
 * Appends an erasure to the list, which is kept apart from the database, and waits until the disk has it. Called before
 * the erasure commits: one that stands there and did not happen is made up for, one that is missing would be lost.
 */
export function recordErasure(file: string, { at, customer, created }: Erasure): void {
  fs.mkdirSync(dirname(file), { recursive: true })
  const handle = fs.openSync(file, 'a', 0o600)
  try {
    // A line that a crash left unfinished ends here.
    fs.writeSync(handle, `\n${JSON.stringify({ msg: erasureMessage, at, customer, created })}\n`)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** The erasures of these lists, each once; lines of a running log are understood too, and files that are not there. */
export function readErasures(files: string[]): Erasure[] {
  const erasures = files.flatMap(file => readLines(file).flatMap(line => parseErasure(line) ?? []))
  return [...new Map(erasures.map(erasure => [erasure.customer, erasure])).values()]
}

/** Adds what a list lacks from another one; a restore adds so and never takes away. */
export function mergeErasures(from: string, into: string): void {
  const known = new Set(readErasures([into]).map(({ customer }) => customer))
  for (const erasure of readErasures([from])) if (!known.has(erasure.customer)) recordErasure(into, erasure)
}

function readLines(file: string): string[] {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
}

function parseErasure(line: string): Erasure | null {
  if (!line.includes(`"${erasureMessage}"`)) return null
  try {
    const { msg, at, customer, created } = JSON.parse(line) as Erasure & { msg: string }
    return msg === erasureMessage && Number.isInteger(customer) ? { at, customer, created } : null
  } catch {
    // Left unfinished by a crash, so its erasure was not done either.
    return null
  }
}
