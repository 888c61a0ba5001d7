// node bench/staff/main.ts: how long each page of the console takes on the filled database of DATABASE_URL (bench/fill).
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { staffCookieName } from '../../src/base/staff-roles.ts'
import { createSessionToken } from '../../src/server/context/session.ts'
import { findFreePort } from '../../test/free-port.ts'
import { staffAddresses, staffPagePaths, staffQueries } from '../../test/staff-addresses.ts'
import { startProcess, stopProcess } from '../bench-app.ts'
import { markdownTable } from '../report.ts'

/** How often each page is asked for; the first times its tables may come from the disk. A file is asked for once. */
const times = 12

const { DATABASE_URL: url } = process.env
if (!url) throw new Error('DATABASE_URL is the address of a filled database')
const dataDir = fs.mkdtempSync(join(tmpdir(), 'doron-bench-'))
const port = await findFreePort()
const SITE_URL = `http://127.0.0.1:${port}`
const settings = { LOG_LEVEL: 'error', DEMO_ON_PURPOSE: 'true', PORT: String(port) }
const product = await startProcess(
  'src/main.ts',
  { ...settings, SITE_URL, DATABASE_URL: url, DATA_DIR: dataDir },
  /is open at/,
)
const db = new pg.Pool({ connectionString: url, max: 1 })
const cookie = await signInOwner()
const { rows: registries } = await db.query<{ code: string }>(
  'select code from registry where removed_at is null and id in (select registry_id from purchase) limit 1',
)
const rows: [string, number, number, number][] = []
for (const address of staffPagePaths.flatMap(path => staffAddresses(path, registries[0]?.code ?? '')))
  for (const query of ['', ...(staffQueries[address] ?? [])]) rows.push(await time(`${address}?${query}`))
rows.sort((one, other) => other[2] - one[2])
process.stdout.write(`${markdownTable(['page', 'status', 'median ms', 'longest ms'], rows)}\n`)
await db.end()
await stopProcess(product)
fs.rmSync(dataDir, { recursive: true, force: true })

async function time(path: string): Promise<[string, number, number, number]> {
  const took: number[] = []
  let status = 0
  for (let time = 0; time < (/\/(file|csv)\b/.test(path) ? 1 : times); time++) {
    const start = performance.now()
    const answer = await fetch(SITE_URL + path, { headers: { cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    status = answer.status
    took.push(Math.round(performance.now() - start))
  }
  took.sort((one, other) => one - other)
  return [path, status, took[Math.floor(took.length / 2)] ?? Number.NaN, took.at(-1) ?? Number.NaN]
}

async function signInOwner(): Promise<string> {
  const { token, hash } = createSessionToken()
  await db.query(
    `with person as (
      insert into staff_person (name, email, email_key, role, language, invited_at)
      values ('Bench', 'bench@doron.example', 'bench@doron.example', 'owner', 'en', now())
      on conflict (email_key) do update set name = excluded.name returning id)
    insert into session (token_hash, person_id, agent, created_at, seen_at, expires_at)
    select $1, id, '', now(), now(), now() + interval '12 hours' from person`,
    [hash],
  )
  return `${staffCookieName(false)}=${token}`
}
