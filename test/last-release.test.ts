import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parseMigration } from '../src/server/postgres/migrate.ts'
import { freshDatabase } from './postgres.ts'
import { killSites, type SiteProcess, startSite } from './site-process.ts'

/**
 * While processes are replaced, and after a step back, the last release runs on the tables of this one. Sleeps until the
 * changelog names a release.
 */
const changelog = fs.readFileSync('CHANGELOG.md', 'utf8')
const [, number = '', commit = ''] = /^Last release: ([\d.]+), commit ([\da-f]{40})\.$/m.exec(changelog) ?? []
const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' })
const hasHistory = git('cat-file', '-e', `${commit}^{commit}`).status === 0
const folder = fs.mkdtempSync(join(tmpdir(), 'doron-last-'))

afterAll(async () => {
  await killSites()
  fs.rmSync(folder, { recursive: true, force: true })
})

test.runIf(number)('the changelog says which commit the last release is', context => {
  expect([number, commit]).toEqual([
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
    expect.stringMatching(/^.{40}$/),
  ])
  if (!hasHistory) return context.skip('not run: the history does not go back to the last release')
  const { version } = JSON.parse(git('show', `${commit}:package.json`).stdout) as { version: string }
  expect(version).toBe(number)
})

/** The migrations that the last release does not know. */
function listNewMigrations() {
  const { stdout } = git('ls-tree', '--name-only', `${commit}:migrations`)
  const known = new Set(stdout.split('\n'))
  return fs
    .readdirSync('migrations')
    .filter(file => file.endsWith('.sql') && !known.has(file))
    .map(file => parseMigration(file.replace(/\.sql$/, ''), fs.readFileSync(`migrations/${file}`, 'utf8')))
}

/** The last release, built with the packages that are here; null when it needs others. */
function buildLastRelease(): string | null {
  const wanted = (text: string) => {
    const { dependencies, devDependencies } = JSON.parse(text)
    return { ...dependencies, ...devDependencies } as Record<string, string>
  }
  const here = wanted(fs.readFileSync('package.json', 'utf8'))
  const there = wanted(git('show', `${commit}:package.json`).stdout)
  if (Object.entries(there).some(([name, version]) => here[name] !== version)) return null
  const archive = join(folder, 'release.tar')
  expect(git('archive', '--output', archive, commit).status).toBe(0)
  expect(spawnSync('tar', ['-xf', archive, '-C', folder]).status).toBe(0)
  fs.symlinkSync(fs.realpathSync('node_modules'), join(folder, 'node_modules'))
  const built = spawnSync(process.execPath, ['node_modules/.bin/react-router', 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(built.status, built.stderr).toBe(0)
  return folder
}

interface DemoGift {
  /** Of its registry. */
  code: string
  product_id: number
}

async function findDemoGifts(url: string): Promise<DemoGift[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<DemoGift>(
    `select code, product_id from gift join registry on registry.id = registry_id
     where privacy = 'public' and not is_group and gift.removed_at is null
       and quantity - (select coalesce(sum(units), 0) from purchase where gift_id = gift.id) > 0
       and not exists (select from product where product.id = gift.product_id and min_quantity > 1)
     order by gift.id limit 3`,
  )
  await client.end()
  expect(rows).toHaveLength(3)
  return rows
}

test.runIf(number && process.env.TEST_FULL)(
  'the last release starts on the tables of this one, beside it, and both show a registry and hand off a gift',
  async context => {
    if (!hasHistory) return context.skip('not run: the history does not go back to the last release')
    const breaking = listNewMigrations().filter(({ breaks }) => breaks !== null)
    if (breaking.length > 0)
      return context.skip(
        `not run: ${breaking.map(({ name, breaks }) => `${name} breaks ${breaks}`).join(', ')}`,
      )
    const last = buildLastRelease()
    if (!last) return context.skip('not run: the last release was made of other packages')
    const database = await freshDatabase()
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    }
    const present = await startSite({ env })
    const former = await startSite({ cwd: last, env })
    const gifts = await findDemoGifts(database.url)
    for (const [at, site] of [present, former, present].entries()) await walk(site, gifts[at]!, at)
    for (const site of [former, present]) {
      expect(await site.stop()).toBe(0)
      expect(site.output()).not.toMatch(/"level":(50|60)/)
    }
    await database.drop()
  },
  1_200_000,
)

/** A guest's way: the registry, and to the shop's checkout with a gift of it. */
async function walk({ url }: SiteProcess, gift: DemoGift, at: number): Promise<void> {
  for (const path of ['/?lang=en', `/registry/${gift.code}?lang=el`, '/find-registry?lang=en'])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
  const answer = await fetch(`${url}/api/cart/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.2.0.${at}` },
    body: JSON.stringify({
      registry_id: gift.code,
      line_items: [{ product_id: gift.product_id, quantity: 1 }],
    }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('/shop/')])
}
