import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { quickFolder } from '../../../test/folders.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isRoot } from './postgres-binaries.ts'
import { isPostgresServer, isProcessAlive, readPostmaster, waitUntil } from './processes.ts'

const cleanUps: (() => unknown)[] = []
const silent = { info() {}, warn() {} }
/** Most tests take turns on one data folder, each with an app of its own. */
let home: string

beforeAll(async () => {
  home = anEmptyFolder()
  cleanUps.length = 0
})

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

afterAll(() => fs.rmSync(home, { recursive: true }))

test('the first start creates the database, and a later start has its data', async () => {
  const first = await started(home)
  await ask(first.url, 'create table kept (word text)')
  await ask(first.url, `insert into kept values ('Λίστα')`)
  await first.stop()
  await first.stop()

  const second = await started(home)
  expect(await ask(second.url, 'select word, current_user from kept')).toEqual([
    { word: 'Λίστα', current_user: 'doron' },
  ])
  expect(second.url).toBe(first.url)
  expect(fs.statSync(join(home, 'postgres.json')).mode & 0o777).toBe(0o600)
})

test('the app reaches its server by a socket, unless the path is too long for one', async () => {
  const folders = [home, join(anEmptyFolder(), 'a'.repeat(100))]
  const reached = []
  for (const folder of folders)
    reached.push(await ask((await started(folder)).url, 'select inet_server_addr() is null as by_socket'))
  expect(reached).toEqual([[{ by_socket: true }], [{ by_socket: false }]])
})

test('a plain copy of a stopped data folder is a backup', async () => {
  const copy = anEmptyFolder()
  fs.cpSync(home, copy, { recursive: true })
  const { url } = await started(copy)
  expect(await ask(url, 'select word from kept')).toEqual([{ word: 'Λίστα' }])
})

test('Greek is compared by code point and has trigrams, whatever the language of the machine', async () => {
  const { url } = await started(home)
  await ask(url, 'create extension pg_trgm')
  expect(
    await ask(url, `select lower('ΆΝΝΑ') low, cardinality(show_trgm('Αννα')) grams, 'α' < 'β' as sorted`),
  ).toEqual([{ low: 'άννα', grams: 5, sorted: true }])
})

test('a connection without the password is refused, by the socket too', async () => {
  const { url } = await started(anEmptyFolder(), true)
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a data folder inside one that only its owner may enter works too', async () => {
  const closed = anEmptyFolder()
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
  const app = await anApp(home)
  await ask(app.url, 'create table left_over ()')
  const before = serverPid(home)
  await killed(app.child)
  expect(isProcessAlive(before)).toBe(true)

  const next = await started(home)
  expect(serverPid(home)).toBe(before)
  expect(await ask(next.url, 'select * from left_over')).toEqual([])
  await next.stop()
  expect(isProcessAlive(before)).toBe(false)
})

test('files of a killed app and a killed server do not prevent a start', async () => {
  const app = await anApp(home)
  const before = serverPid(home)
  await killed(app.child)
  process.kill(before, 'SIGKILL')
  await waitUntil(() => !isProcessAlive(before), 60_000)

  const next = await started(home)
  expect(serverPid(home)).not.toBe(before)
  expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a stale pid file that names another running program is removed', async () => {
  const other = spawn('sleep', ['60'])
  cleanUps.push(() => other.kill())
  const lines = [other.pid, join(home, 'pg'), 1, 5432, '', '127.0.0.1', '0 0', 'ready']
  fs.writeFileSync(join(home, 'pg', 'postmaster.pid'), `${lines.join('\n')}\n`)
  const { port } = JSON.parse(fs.readFileSync(join(home, 'postgres.json'), 'utf8')) as { port: number }
  for (const file of ['', '.lock'])
    fs.writeFileSync(join(home, 'pg', `.s.PGSQL.${port}${file}`), `${lines.join('\n')}\n`)

  await started(home)
  expect(serverPid(home)).not.toBe(other.pid)
  expect(isProcessAlive(other.pid!)).toBe(true)
})

test('a second app on the same data folder is refused in one sentence', async () => {
  const app = await anApp(home)
  await expect(started(home)).rejects.toThrow(
    `The data folder ${home} is in use by a running app (process ${app.child.pid})`,
  )
  expect(await ask(app.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that ends while the app runs is restarted on the same address', async () => {
  const { url } = await started(home)
  const before = serverPid(home)
  process.kill(before, 'SIGKILL')
  await waitUntil(
    () => fs.existsSync(join(home, 'pg', 'postmaster.pid')) && serverPid(home) !== before,
    60_000,
  )
  await expect
    .poll(() => ask(url, 'select 1 as one').catch(() => []), { timeout: 60_000 })
    .toEqual([{ one: 1 }])
})

test('a cluster whose password file is lost is not changed, and the message says what to restore', async () => {
  const [note, away] = [join(home, 'postgres.json'), join(home, 'away')]
  fs.renameSync(note, away)
  await expect(started(home)).rejects.toThrow('postgres.json is missing')
  fs.renameSync(away, note)
})

function anEmptyFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(quickFolder(), 'doron-pg-')))
  fs.chmodSync(folder, 0o755)
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function started(dataDir: string, durable = false): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable, log: silent })
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
  const url = await new Promise<string>((done, fail) => {
    child.stdout!.once('data', text => done(String(text)))
    child.once('exit', () => fail(new Error('the app ended before it had a database')))
  })
  return { child, url }
}

async function orphanStopped(dataDir: string): Promise<void> {
  const orphan = readPostmaster(join(dataDir, 'pg'))
  if (!orphan || !isPostgresServer(orphan)) return
  process.kill(orphan.pid, 'SIGINT')
  await waitUntil(() => !isProcessAlive(orphan.pid), 60_000)
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}

function serverPid(dataDir: string): number {
  return readPostmaster(join(dataDir, 'pg'))?.pid ?? 0
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
