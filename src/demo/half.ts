import * as fs from 'node:fs'
import { join } from 'node:path'

/** Stands in the data folder while its demonstration is being filled; a process that is killed leaves it there. */
const markOf = (dataDir: string) => join(dataDir, 'demonstration.half')

export function markDemonstration(dataDir: string, state: 'half' | 'whole'): void {
  if (state === 'half') fs.writeFileSync(markOf(dataDir), '')
  else fs.rmSync(markOf(dataDir), { force: true })
}

/** Whether the process that filled the demonstration ended before it was whole. */
export function isDemonstrationHalf(dataDir: string): boolean {
  return fs.existsSync(markOf(dataDir))
}
