import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aGift, aHost, aRegistry } from './builders.ts'
import { type TestApp, testApp } from './test-app.ts'
import { connectionFrom, startProcess } from './test-process.ts'

/** The pages that are asked for most are there again when a process has been restarted. */
let app: TestApp
const lines: { msg: string; pages?: number; cache?: string; route?: string }[] = []
const log = pino({ level: 'info' }, { write: line => void lines.push(JSON.parse(line)) })
const folder = mkdtempSync(join(tmpdir(), 'doron-warm-'))
const warmed = () => vi.waitFor(() => expect(lines.at(-1)?.msg).toBe('pages warmed'), { timeout: 60_000 })

beforeAll(async () => {
  app = await testApp({ env: { DATA_DIR: folder } })
}, 160_000)
afterAll(() => app.close())

/** A process of the product that has heard of changes and warmed its pages. */
async function start() {
  lines.length = 0
  const { config, db, databaseUrl, processA, clock } = app
  const started = await startProcess({
    config,
    db,
    shop: processA.shop,
    now: () => clock.now,
    databaseUrl,
    pages: true,
    log,
  })
  await warmed()
  const open = ({ code }: { code: string }, language: string) =>
    started.app.request(
      `${config.SITE_URL}/registry/${code}`,
      { headers: { cookie: `I18N_LANGUAGE=${language}` } },
      connectionFrom('192.0.2.7'),
    )
  return { ...started, open }
}

test('a restarted process has the page in the language that was asked for, as it is now', async () => {
  const registry = await aRegistry(app, await aHost(app))
  const hidden = await aRegistry(app, await aHost(app))
  await aGift(app, registry, { cents: 4000 })
  const first = await start()
  for (const one of [registry, hidden, registry]) await (await first.open(one, 'el')).text()
  await first.close()
  expect(JSON.parse(readFileSync(join(folder, 'asked-pages.json'), 'utf8'))).toEqual([
    [registry.id, 'el'],
    [hidden.id, 'el'],
  ])
  await app.db.updateTable('registry').set({ privacy: 'private' }).where('id', '=', hidden.id).execute()
  await app.db.updateTable('registry').set({ message: 'Χαρά μας' }).where('id', '=', registry.id).execute()
  const again = await start()
  expect(lines.at(-1)?.pages).toBe(1)
  expect(await (await again.open(registry, 'el')).text()).toContain('Χαρά μας')
  expect(lines.at(-1)).toMatchObject({ cache: 'hit' })
  await again.open(registry, 'en')
  expect(lines.at(-1)).toMatchObject({ cache: 'miss' })
  expect((await again.open(hidden, 'el')).status).toBe(302)
  await again.close()
})

test('a file that is broken or full of others does no harm', async () => {
  for (const text of ['', '{', '[[1,"xx"],["1","el"],null,[999999,"el"]]']) {
    writeFileSync(join(folder, 'asked-pages.json'), text)
    const started = await start()
    expect(lines.at(-1)?.pages).toBe(0)
    await started.close()
  }
})
