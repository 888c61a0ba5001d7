import { dayMs } from '../base/durations.ts'
import type { Config } from '../server/config.ts'
import { createDb, createPool } from '../server/postgres/database.ts'
import { exportSecurityLog } from '../server/security/security-log.ts'
import { onStop, openEnvironment, stopProcess } from './environment.ts'

/** Prints the security log as JSON, one event a line; `--since` takes a day or a moment, by default a day ago. */
export async function printSecurityLog(config: Config, flags: string[]): Promise<void> {
  const since = parseSince(flags)
  if (Number.isNaN(since.getTime())) {
    console.error('--since takes a day or a moment such as 2026-11-22 or 2026-11-22T10:00:00Z.')
    return stopProcess(1)
  }
  const { databaseServer } = await openEnvironment({ ...config, LOG_LEVEL: 'silent' })
  const db = createDb(createPool(databaseServer))
  onStop(() => db.destroy())
  for await (const event of exportSecurityLog(db, since)) await printLine(JSON.stringify(event))
  await stopProcess(0)
}

function parseSince(flags: string[]): Date {
  const at = flags.findIndex(flag => flag === '--since' || flag.startsWith('--since='))
  if (at < 0) return new Date(Date.now() - dayMs)
  const [, value = flags[at + 1] ?? ''] = flags[at]?.split('=') ?? []
  return new Date(value)
}

/** Waits for a reader that is slower than the database. */
function printLine(line: string): Promise<void> {
  return new Promise(resolve => process.stdout.write(`${line}\n`, () => resolve()))
}
