import { pino } from 'pino'
import type { Config } from '../server/config.ts'
import { findSchemaState, migrate, refuseNewerSchema } from '../server/postgres/migrate.ts'
import { openDatabase, stopProcess } from './environment.ts'

/** Runs the migrations alone and prints what ran; `--check` changes nothing, and ends with 1 when some are missing. */
export async function migrateFromTerminal(config: Config, flags: string[]): Promise<void> {
  const databaseUrl = await openDatabase(config, pino({ level: 'silent' }))
  if (flags.includes('--check')) {
    const state = await findSchemaState(databaseUrl)
    refuseNewerSchema(state)
    for (const { name } of state.pending) console.log(`${name} has not run`)
    for (const name of state.unknown) console.log(`${name} is of a newer release`)
    if (state.pending.length === 0) console.log('All migrations of this release have run.')
    return stopProcess(state.pending.length === 0 ? 0 : 1)
  }
  const ran = await migrate(databaseUrl, { say: sentence => console.log(sentence) })
  if (ran.length === 0) console.log('All migrations of this release have run.')
  await stopProcess(0)
}
