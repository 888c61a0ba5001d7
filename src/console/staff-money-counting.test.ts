import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { giveGifts } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'
import { formatMoment } from '../base/dates.ts'

const app = opened(() => testApp({ now: new Date('2026-09-10T09:00:00Z') }))
const site = opened(() =>
  testApp({ shop: 'none', pages: true, env: consoleOn, db: app.db, now: () => app.clock.now }),
)
const staff = staffClient(() => site)
beforeAll(() => app.job('webhook-registration'))

const readCounted = () =>
  app.db.selectFrom('money_held').select(['counted_to', 'cents']).executeTakeFirstOrThrow()

test('with more lines than it adds up by itself the report says until when it is whole, and is whole once they are counted', async () => {
  const first = app.clock.now
  let manager = await staff.sessionOf('manager@shop.gr', 'manager')
  const view = async (day: string, language = 'en') => {
    const page = await staff.view(`/staff/money?lang=${language}&day=${day}`, manager)
    return (await page.text()).split('<script nonce')[1]?.split('<h1')[1] ?? ''
  }
  const registry = await aRegistry(app, await aHost(app))
  const gift = await aGift(app, registry, { group: true, cents: 90_000 })
  await giveGifts(app, registry, [lineOf(gift, { cents: 4000 })])
  const notice = 'Not everything is counted yet'
  expect(await view('2026-09-10')).not.toContain(notice)
  // Leaves a gap of two and a half slices in the ids, as if years of lines were there.
  await sql`select setval(pg_get_serial_sequence('ledger', 'id'), (select max(id) from ledger) + 120000)`.execute(
    app.db,
  )
  app.clock.now = new Date('2026-11-20T09:00:00Z')
  manager = await staff.sessionOf('other@shop.gr', 'manager')
  await giveGifts(app, registry, [lineOf(gift, { cents: 700 })])

  expect(await view('2026-11-20')).toContain(`What moved before ${formatMoment(first, 'en')}`)
  for (let look = 0; look < 2; look++) await app.job('held-money')
  expect(await readCounted()).toMatchObject({ cents: 4700 })
  expect(await view('2026-11-20')).not.toContain(notice)

  // As if the process had stopped after the first slice.
  await sql`update money_held set counted_to = (select min(id) from ledger), cents = 4000`.execute(app.db)
  await app.db.deleteFrom('ledger_day').where('day', '=', '2026-11-20').execute()
  const page = await view('2026-11-20')
  expect(page).toContain(notice)
  expect(page).toContain(`What moved before ${formatMoment(app.clock.now, 'en')}`)
  expect(page).not.toContain('/staff/money/file')
  expect(await view('2026-11-20', 'el')).toContain('Η καταμέτρηση δεν έχει ολοκληρωθεί')
  const file = await staff.view('/staff/money/file?day=2026-11-20', manager)
  expect([file.status, file.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/staff/money?day='),
  ])
  // Sums of days that are counted are complete.
  const before = await view('2026-10-31')
  expect(before).not.toContain(notice)
  expect(before).toContain('€40.00')

  await Promise.all([app.job('held-money', 'A'), app.job('held-money', 'B')])
  expect(await readCounted()).toMatchObject({ cents: 4700 })
  const after = await view('2026-11-20')
  expect(after).not.toContain(notice)
  expect(after).toContain('€47.00')
})
