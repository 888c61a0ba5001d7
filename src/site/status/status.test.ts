import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SingleTestApp, type TestApp, testApp } from '../../../test/test-app.ts'

let main: TestApp
let site: SingleTestApp
beforeAll(async () => {
  main = await testApp()
  site = await testApp({
    pages: true,
    shop: main.processA.shop,
    db: main.db,
    databaseUrl: main.databaseUrl,
    now: () => main.clock.now,
  })
})
afterAll(async () => {
  await site.close()
  await main.close()
})
beforeEach(async () => {
  await main.db.deleteFrom('outbox').execute()
  await main.db.deleteFrom('webhook_event').execute()
  await main.db.deleteFrom('service_state').execute()
})

const minuteMs = 60_000
const pass = (minutes: number) => {
  main.clock.now = new Date(main.clock.now.getTime() + minutes * minuteMs)
}
const look = () => main.processA.job('service-state')
const page = async (language: string) => (await site.app.request(`/status?lang=${language}`)).text()

async function states(): Promise<Record<string, string>> {
  const parts = (await site.get('/status')).body.data as unknown as { part: string; state: string }[]
  return Object.fromEntries(parts.map(({ part, state }) => [part, state]))
}

async function since(part: string): Promise<string | null | undefined> {
  const parts = (await site.get('/status')).body.data as unknown as { part: string; since: string | null }[]
  return parts.find(one => one.part === part)?.since
}

const wait = (cause: string, at: Date) => sql`
  insert into outbox (cause, template, language, recipient, props, message_id, state, next_attempt_at, created_at)
  values (${cause}, 'welcome', 'en', 'nobody@example.test', '{}', ${cause}, 'waiting', ${at}, ${at})`

describe('what works now (R826)', () => {
  test('is not known before the first look, nor ten minutes after the last', async () => {
    expect(new Set(Object.values(await states()))).toEqual(new Set(['unknown']))
    await look()
    expect(new Set(Object.values(await states()))).toEqual(new Set(['ok']))
    expect(await page('en')).toContain('Everything works.')
    pass(11)
    expect(await states()).toMatchObject({ site: 'unknown', giving: 'unknown' })
    expect(await page('el')).toContain('Άγνωστο')
  })

  test('a part keeps the moment since when, until it changes or nobody looked', async () => {
    await look()
    const first = main.clock.now.toISOString()
    pass(5)
    await look()
    expect(await since('giving')).toBe(first)
    pass(20)
    await look()
    expect(await since('giving')).toBe(main.clock.now.toISOString())
  })

  test('letters that don’t leave are delayed; one bad mailbox among letters that leave is not', async () => {
    await wait('stuck', main.clock.now).execute(main.db)
    pass(14)
    await look()
    expect(await states()).toMatchObject({ emails: 'ok' })
    pass(2)
    await look()
    expect(await states()).toMatchObject({ emails: 'delayed', giving: 'ok' })
    expect(await page('en')).toContain('You don’t have to ask for them again.')
    await wait('later', main.clock.now).execute(main.db)
    await main.db.updateTable('outbox').set({ state: 'sent' }).where('cause', '=', 'later').execute()
    await look()
    expect(await states()).toMatchObject({ emails: 'ok' })
  })

  test('an event of the shop that is not read delays counting, and the page says not to pay twice', async () => {
    const at = main.clock.now
    await main.db
      .insertInto('webhook_event')
      .values({
        id: 'waits',
        scope: 'store/order/updated',
        subject: 'order 1',
        received_at: at,
        next_attempt_at: at,
      })
      .execute()
    pass(16)
    await look()
    expect(await states()).toMatchObject({ counting: 'delayed', emails: 'ok' })
    expect(await page('el')).toContain('μην πληρώσετε δεύτερη φορά')
  })

  test('orders that were not read for long delay counting', async () => {
    const succeeded_at = main.clock.now
    await main.db.insertInto('job_run').values({ name: 'order-sync', succeeded_at }).execute()
    pass(16)
    await look()
    expect(await states()).toMatchObject({ counting: 'delayed' })
    await main.db.deleteFrom('job_run').execute()
  })

  test('a shop that is away is told, with what happens to the cart', async () => {
    main.shop.faults.routes = [{ path: '/stores', answer: '401' }]
    await main.processA.job('order-sync').catch(() => {})
    await look()
    expect(await states()).toMatchObject({ giving: 'away' })
    expect(await page('en')).toContain('Your cart and your message are kept')
  })
})
