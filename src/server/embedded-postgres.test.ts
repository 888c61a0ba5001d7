import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isRoot } from './postgres-binaries.ts'
import { isServer, postmasterOf } from './postmaster-file.ts'
import { isAlive, until } from './processes.ts'

const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('a first start makes the database, a later one finds what was written', async () => {
  const dataDir = aDataDir()
  const first = await started(dataDir)
  await ask(first.url, 'create table kept (word text)')
  await ask(first.url, `insert into kept values ('Λίστα')`)
  await first.stop()
  await first.stop()

  const second = await started(dataDir)
  expect(await ask(second.url, 'select word, current_user from kept')).toEqual([
    { word: 'Λίστα', current_user: 'doron' },
  ])
  expect(second.url).toBe(first.url)
  expect(fs.statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
})

test('Greek is compared by code point and has trigrams, whatever the language of the machine', async () => {
  const { url } = await started(aDataDir())
  await ask(url, 'create extension pg_trgm')
  expect(
    await ask(url, `select lower('ΆΝΝΑ') low, cardinality(show_trgm('Αννα')) grams, 'α' < 'β' as sorted`),
  ).toEqual([{ low: 'άννα', grams: 5, sorted: true }])
})

test('nobody enters without the password', async () => {
  const { url } = await started(aDataDir())
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a data folder inside one that only its owner enters works too', async () => {
  const closed = aDataDir()
  fs.chmodSync(closed, 0o700)
  const dataDir = join(closed, 'data')
  const { url } = await started(dataDir)
  const place = (await ask(url, 'show data_directory'))[0]?.data_directory as string
  const note = JSON.parse(fs.readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { cluster: string }
  if (isRoot) cleanUps.unshift(() => fs.rmSync(join(place, '..'), { recursive: true }))
  expect(note.cluster).toBe(isRoot ? place : 'pg')
  expect(place.startsWith(closed)).toBe(!isRoot)
})

test('the server of an app that was killed is taken over, with its data', async () => {
  const dataDir = aDataDir()
  const app = await anApp(dataDir)
  await ask(app.url, 'create table kept ()')
  const before = serverPid(dataDir)
  await killed(app.child)
  expect(isAlive(before)).toBe(true)

  const next = await started(dataDir)
  expect(serverPid(dataDir)).toBe(before)
  expect(await ask(next.url, 'select * from kept')).toEqual([])
  await next.stop()
  expect(isAlive(before)).toBe(false)
})

test('what a killed app and a killed server left behind does not hinder a start', async () => {
  const dataDir = aDataDir()
  const app = await anApp(dataDir)
  const before = serverPid(dataDir)
  await killed(app.child)
  process.kill(before, 'SIGKILL')
  await until(() => !isAlive(before), 5000)

  const next = await started(dataDir)
  expect(serverPid(dataDir)).not.toBe(before)
  expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a stale pid file that names some other living program is cleared', async () => {
  const dataDir = aDataDir()
  await (await started(dataDir)).stop()
  const other = spawn('sleep', ['60'])
  cleanUps.push(() => other.kill())
  const lines = [other.pid, join(dataDir, 'pg'), 1, 5432, '', '127.0.0.1', '0 0', 'ready']
  fs.writeFileSync(join(dataDir, 'pg', 'postmaster.pid'), `${lines.join('\n')}\n`)

  await started(dataDir)
  expect(serverPid(dataDir)).not.toBe(other.pid)
  expect(isAlive(other.pid!)).toBe(true)
})

test('a second app on the same data folder is refused in one sentence', async () => {
  const dataDir = aDataDir()
  const app = await anApp(dataDir)
  await expect(started(dataDir)).rejects.toThrow(
    `the data folder ${dataDir} is in use by a running app (process ${app.child.pid})`,
  )
  expect(await ask(app.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that dies under the app is started again on the same address', async () => {
  const dataDir = aDataDir()
  const { url } = await started(dataDir)
  const before = serverPid(dataDir)
  process.kill(before, 'SIGKILL')
  await until(
    () => fs.existsSync(join(dataDir, 'pg', 'postmaster.pid')) && serverPid(dataDir) !== before,
    10_000,
  )
  await expect
    .poll(() => ask(url, 'select 1 as one').catch(() => []), { timeout: 10_000 })
    .toEqual([{ one: 1 }])
})

test('a cluster whose password file is lost is left alone, and the message says what to restore', async () => {
  const dataDir = aDataDir()
  await (await started(dataDir)).stop()
  fs.rmSync(join(dataDir, 'postgres.json'))
  await expect(started(dataDir)).rejects.toThrow('postgres.json is missing')
})

function aDataDir(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'doron-pg-')))
  fs.chmodSync(folder, 0o755)
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function started(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: { info() {}, warn() {} } })
  cleanUps.push(postgres.stop)
  return postgres
}

/** An app of its own process, as one that may be killed. */
async function anApp(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL('embedded-postgres.ts', import.meta.url).href
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log: console })
    process.stdout.write(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(async () => {
    await killed(child)
    await orphanStopped(dataDir)
  })
  const url = await new Promise<string>(done => child.stdout!.once('data', text => done(String(text))))
  return { child, url }
}

async function orphanStopped(dataDir: string): Promise<void> {
  const orphan = postmasterOf(join(dataDir, 'pg'))
  if (!orphan || !isServer(orphan)) return
  process.kill(orphan.pid, 'SIGINT')
  await until(() => !isAlive(orphan.pid), 10_000)
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

function serverPid(dataDir: string): number {
  return postmasterOf(join(dataDir, 'pg'))?.pid ?? 0
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
