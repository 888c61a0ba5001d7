import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRoot, nobodyUser } from '../src/server/postgres/postgres-binaries.ts'
import { readStages, runStages } from './dockerfile.ts'
import { freshDatabase } from './postgres.ts'
import { killSites, startSite } from './site-process.ts'

/**
 * The image without an engine: the steps of `deploy/Dockerfile` in empty folders, then what it starts, as a user who can
 * write nothing there. It takes minutes, and npm's registry or its cache.
 */
const root = fs.mkdtempSync(join(tmpdir(), 'doron-deploy-'))
const commit = '0123456789abcdef0123456789abcdef01234567'
const user: Partial<ReturnType<typeof nobodyUser>> = isRoot ? nobodyUser() : {}
const stages = readStages(fs.readFileSync('deploy/Dockerfile', 'utf8'))
const node = join(root, 'bin', 'node')
const outside = {
  PATH: `${join(root, 'bin')}:${process.env.PATH}`,
  HOME: join(root, 'home'),
  TMPDIR: join(root, 'tmp'),
  npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm'),
  npm_config_prefer_offline: 'true',
}
let database: Awaited<ReturnType<typeof freshDatabase>>
let tree: string

beforeAll(async () => {
  if (!process.env.TEST_FULL) return
  for (const name of ['bin', 'home', 'npm-tmp', 'tmp', 'data']) fs.mkdirSync(join(root, name))
  // The image's Node, where any user may run it.
  fs.copyFileSync(process.execPath, node)
  fs.chmodSync(root, 0o755)
  tree = runStages(stages, root, { ...outside, TMPDIR: join(root, 'npm-tmp'), COMMIT: commit })
  spawnSync('chmod', ['-R', 'a+rX,a-w', tree])
  if (isRoot) for (const name of ['tmp', 'data']) fs.chownSync(join(root, name), user.uid ?? 0, user.gid ?? 0)
  database = await freshDatabase()
}, 1_200_000)

afterAll(async () => {
  await killSites()
  await database?.drop()
  if (tree) spawnSync('chmod', ['-R', 'u+w', tree])
  fs.rmSync(root, { recursive: true, force: true })
}, 1_200_000)

/** Every file of a folder with its size and when it was changed. */
function listTree(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(entry => {
      const path = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = fs.lstatSync(path)
      return `${path} ${entry.isDirectory() ? '' : size} ${mtimeMs}`
    })
    .sort()
}

const settings = () => ({
  ...outside,
  DATABASE_URL: database.url,
  DATA_DIR: join(root, 'data'),
  DRAIN_SECONDS: '0',
})

function runHere(...args: string[]) {
  return spawnSync(node, args, { cwd: tree, env: settings(), encoding: 'utf8', ...user })
}

async function findDemoRegistry(): Promise<string> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ code: string }>(
    `select code from registry where privacy = 'public' limit 1`,
  )
  await client.end()
  return rows[0]?.code ?? ''
}

test.runIf(process.env.TEST_FULL)(
  'what the Dockerfile makes runs as nobody from a tree that can’t be written, with production packages only',
  async () => {
    const before = listTree(tree)
    expect(fs.existsSync(join(tree, 'node_modules/vite'))).toBe(false)
    expect(runHere('run.mjs', 'migrate')).toMatchObject({ status: 0 })

    const site = await startSite({
      command: node,
      args: ['run.mjs', 'serve'],
      cwd: tree,
      env: settings(),
      ...user,
    })
    const get = async (path: string) => {
      const answer = await fetch(`${site.url}${path}`)
      return { status: answer.status, text: await answer.text() }
    }
    expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ database: 'ok', commit })
    const home = await get('/?lang=el')
    expect([home.status, home.text]).toEqual([200, expect.stringContaining('<html lang="el"')])
    const script = /\/assets\/[\w.-]+\.js/.exec(home.text)?.[0] ?? ''
    expect((await get(script)).status).toBe(200)
    expect((await get(`/registry/${await findDemoRegistry()}?lang=en`)).status).toBe(200)

    const { rest } = stages.at(-1)?.instructions.find(({ name }) => name === 'HEALTHCHECK') ?? { rest: '[]' }
    const [, ...check] = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
    const healthOf = (PORT: string) =>
      spawnSync(node, check, { env: { ...outside, PORT }, encoding: 'utf8' }).status
    expect(healthOf(new URL(site.url).port)).toBe(0)

    expect(await site.stop()).toBe(0)
    expect(healthOf(new URL(site.url).port)).toBe(1)
    expect(listTree(tree)).toEqual(before)
    expect(fs.readdirSync(join(root, 'tmp'))).toEqual([])
    if (isRoot) expect(runHere('-e', `require('fs').writeFileSync('x', '')`).stderr).toContain('EACCES')
  },
  1_200_000,
)
