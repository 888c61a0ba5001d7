import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/server/postgres/embedded-postgres.ts'
import { migrate } from '../src/server/postgres/migrate.ts'
import { readTables, renderDataModel, writeTableTypes } from './data-model.ts'

/** `npm run data-model`: writes docs/data-model.md and the types of the tables from a freshly migrated database. */
const dataDir = mkdtempSync(join(tmpdir(), 'data-model-'))
const { url, stop } = await startEmbeddedPostgres({
  dataDir,
  durable: false,
  log: { info() {}, warn: console.warn },
})
try {
  await migrate(url)
  await writeTableTypes(url)
  writeFileSync('docs/data-model.md', renderDataModel(await readTables(url)))
} finally {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
}
