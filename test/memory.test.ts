import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { loadMemory, memoryBoundMb } from '../bench/memory/memory.ts'
import { readMemory } from '../bench/memory/resident-memory.ts'
import { freshDatabase } from './postgres.ts'
import { killSites, startSite } from './site-process.ts'

afterAll(killSites)

/** How often each kind of load is done at least, so that a site that stands still does not pass. */
const least = 5

/** An hour of it is asked for by hand: `MEMORY_MINUTES=60`. */
const minutes = Number(process.env.MEMORY_MINUTES ?? 2)

const inMb = (bytes: number) => Math.round(bytes / 1e6)

test.runIf(process.env.TEST_FULL && process.platform === 'linux')(
  'pictures, cards, pages, searches and hostile bodies at once leave a process below its bound',
  async () => {
    const database = await freshDatabase()
    const site = await startSite({
      args: ['run.mjs', 'serve'],
      env: {
        DATABASE_URL: database.url,
        LOG_LEVEL: 'error',
        TRUST_PROXY: 'true',
        DEMO_ON_PURPOSE: 'true',
        DEMO_SHOP_QUOTA: '1000000',
        DRAIN_SECONDS: '0',
      },
    })
    const db = new pg.Pool({ connectionString: database.url, max: 2 })
    const times = await loadMemory({ siteUrl: site.url, db }, minutes)
    const { most, now } = readMemory(site.child.pid ?? 0)
    process.stdout.write(
      `at most ${inMb(most)} MB, ${inMb(now)} in the end, after loads of ${times.join(', ')}\n`,
    )
    expect(Math.min(...times)).toBeGreaterThanOrEqual(least)
    expect(most / 1e6).toBeLessThan(memoryBoundMb)
    await db.end()
    await site.stop()
    await database.drop()
  },
  (minutes + 8) * 60_000,
)
