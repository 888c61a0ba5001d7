import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { aHostWithMoney, giveGifts } from '../../test/money.ts'
import { opened } from '../../test/opened.ts'
import { handOff, jobContextOf, purchasesOf } from '../../test/orders.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { placeRefund } from '../orders/refunds.ts'
import { ensureWebhooks } from '../orders/webhooks/webhooks.ts'
import { eraseRowsOfCustomer } from '../server/postgres/life-data.ts'
import type { WorkKind } from './work.rules.ts'

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app, { env: consoleOn }))
let cookie: string
let other: string
beforeAll(async () => {
  await app.job('webhook-registration')
  other = await staff.sessionOf('manager@shop.gr', 'manager')
  cookie = await staff.sessionOf('support@shop.gr', 'support')
})
beforeEach(async () => {
  await app.db.deleteFrom('staff_work').execute()
  await app.db.deleteFrom('unmatched_line').execute()
})

const staff = staffClient(() => site)
const mainPart = (html: string) => {
  const start = html.indexOf('<h1')
  return html.slice(start, html.indexOf('<script', start))
}
const open = async (path: string, as = cookie) => mainPart(await (await staff.view(path, as)).text())
const list = (kind: WorkKind, view = '') => open(`/staff/work/${kind}${view}`)
function entryIn(html: string) {
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  return { key: field('key'), version: field('version') }
}
const send = (kind: WorkKind, fields: Record<string, string>, as = cookie) =>
  staff.send(`/staff/work/${kind}`, fields, { cookie: as })
const isEmpty = async (kind: WorkKind) => !(await list(kind)).includes('name="key"')
const anUnmatchedLine = (orderId: number) =>
  app.db
    .insertInto('unmatched_line')
    .values({ order_id: orderId, line_id: 1, reason: 'cart', cents: 1234, seen_at: app.clock.now })
    .execute()
const acts = () =>
  app.db.selectFrom('staff_audit').select('action').where('action', 'like', 'work%').orderBy('id').execute()

test('a refund without a line waits until it is placed', async () => {
  const { registry } = await aHostWithMoney(app)
  const gifts = [
    await aGift(app, registry, { group: true, cents: 9000 }),
    await aGift(app, registry, { group: true }),
  ]
  const lines = gifts.map(gift => lineOf(gift, { cents: 2000 }))
  const order = await app.shop.actions.pay((await handOff(app, registry, lines)).cartId)
  await app.deliver()
  const refundId = await app.shop.actions.refundAmount(order.id, 1500)
  await app.deliver()
  const html = await list('refund')
  for (const text of [`Order ${order.id}, refund ${refundId}`, '€15.00', `/${registry.code}/orders`])
    expect(html).toContain(text)
  expect(await open('/staff/work')).toContain('/staff/work/refund')
  const lineId = (await purchasesOf(app, gifts[0]!))[0]!.line_id
  await placeRefund({ refundId, lineId, cents: 1500 }, await jobContextOf(app))
  expect(await isEmpty('refund')).toBe(true)
})

test('a withdrawal waits until its order is refunded', async () => {
  const { registry } = await aHostWithMoney(app)
  const gift = await aGift(app, registry, { group: true, cents: 9000 })
  const orderId = await giveGifts(app, registry, [lineOf(gift, { cents: 4000 })])
  const { handoff_id } = (await purchasesOf(app, gift))[0]!
  await app.db
    .updateTable('handoff')
    .set({ cancel_requested_at: app.clock.now })
    .where('id', '=', handoff_id)
    .execute()
  expect(await list('withdrawal')).toContain(`Order ${orderId}`)
  await app.shop.actions.refund(orderId)
  await app.deliver()
  expect(await isEmpty('withdrawal')).toBe(true)
})

test('registries that close with much money, and hosts who wish to be called', async () => {
  const { registry } = await aHostWithMoney(app, { closing_day: '2027-01-01' })
  const gift = await aGift(app, registry, { group: true, cents: 90_000 })
  await giveGifts(app, registry, [lineOf(gift, { cents: 60_000 })])
  const { now } = app.clock
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const set = (columns: object) =>
    app.db.updateTable('registry').set(columns).where('id', '=', registry.id).execute()
  await set({ closing_day: inDays(9) })
  expect(await isEmpty('closing')).toBe(true)
  await set({ closing_day: inDays(5) })
  expect(await list('closing')).toContain('€600.00')

  expect(await isEmpty('call')).toBe(true)
  await set({ we_connect: true, we_connect_at: now, event_day: inDays(40) })
  const html = await list('call')
  expect(html).toContain(registry.code)
  expect((await send('call', { ...entryIn(html), act: 'done' })).status).toBe(302)
  expect(await isEmpty('call')).toBe(true)
  // A new wish to be called lists the registry again.
  await set({ we_connect_at: new Date(now.getTime() + 1000) })
  expect(await isEmpty('call')).toBe(false)
  await set({ we_connect: false })
  expect(await isEmpty('call')).toBe(true)
})

test('what the shop, the mail server and visitors leave to staff', async () => {
  const { now } = app.clock
  app.shop.faults.routes = [{ path: '/stores/:hash/v3/hooks', method: 'POST', answer: '403', times: 1 }]
  const job = await jobContextOf(app)
  for (const { id } of await job.shop.fetchWebhooks()) await job.shop.deleteWebhook(id)
  await expect(ensureWebhooks(job)).rejects.toThrow('403')
  expect(await list('webhook')).toContain('403')
  await ensureWebhooks(job)
  expect(await isEmpty('webhook')).toBe(true)

  const message = {
    name: 'Niki Visitor',
    email: 'niki@example.gr',
    message: 'Where is my gift? I wait for it.',
  }
  expect((await site.post('/contact', message)).status).toBe(200)
  expect((await site.post('/contact', message)).status).toBe(200)
  const messages = await list('contact')
  expect(messages.match(/Where is my gift\?/g)).toHaveLength(1)
  expect(messages).not.toContain('niki@example.gr')
  expect(await open('/staff/work/contact', other)).toContain('niki@example.gr')

  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const letter = {
    template: 'gift-given',
    language: 'en' as const,
    props: '{}',
    state: 'failed' as const,
    attempts: 1,
    cause: 'failed letter',
    recipient: host.email,
    message_id: '<failed>',
    next_attempt_at: now,
    created_at: now,
    error: `550 <${host.email}> no such mailbox`,
  }
  await app.db.insertInto('outbox').values(letter).execute()
  const letters = await list('letter')
  expect(letters).toContain(`/staff/registries/${registry.code}/letters`)
  expect(letters).toContain('no such mailbox')
  expect(letters).not.toContain(host.email)

  const differences = await list('difference')
  expect(differences).toContain('Ask whoever runs the site')
  expect(differences).not.toContain('npm run')
})

test('a payout that hangs is done for a day only', async () => {
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { group: true, cents: 9000 })
  await giveGifts(app, host.registry, [lineOf(gift, { cents: 4000 })])
  app.later(60 * 24 * 30)
  cookie = await staff.sessionOf('support2@shop.gr', 'support')
  other = await staff.sessionOf('manager2@shop.gr', 'manager')
  await host.collect({ id: gift.id })
  await app.db
    .updateTable('payout')
    .set({ state: 'waiting', attempts: 5, error: '422', trouble: 'shop_refused' })
    .set({ done_at: null, shop_id: null })
    .execute()
  const html = await list('payout')
  expect(html).toContain('The shop refuses it.')
  await send('payout', { ...entryIn(html), act: 'done' })
  expect(await isEmpty('payout')).toBe(true)
  const aside = await list('payout', '?view=aside')
  for (const words of ['The shop refuses it.', 'value="reopen"']) expect(aside).toContain(words)
  app.later(60 * 25)
  cookie = await staff.sessionOf('support3@shop.gr', 'support')
  other = await staff.sessionOf('manager3@shop.gr', 'manager')
  const again = await list('payout')
  expect([again.includes('value="done"'), again.includes('value="reopen"')]).toEqual([true, false])
  await app.db.updateTable('payout').set({ attempts: 0 }).execute()
  expect(await isEmpty('payout')).toBe(true)
})

test('of two staff who act at once the second sees what the first did', async () => {
  await anUnmatchedLine(880_001)
  const form = entryIn(await list('unmatched'))
  const statuses = await Promise.all(
    [cookie, other, cookie, other].map(
      async as => (await send('unmatched', { ...form, act: 'take' }, as)).status,
    ),
  )
  expect(statuses.sort()).toEqual([302, 409, 409, 409])
  const refused = await send('unmatched', { ...form, act: 'done' }, other)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('Somebody was faster'),
  ])
  const rows = await app.db.selectFrom('staff_work').select(['key', 'version']).execute()
  expect(rows).toEqual([{ key: '880001/1', version: 1 }])
  await app.db.deleteFrom('unmatched_line').execute()
  const gone = await send('unmatched', { ...form, version: '1', act: 'done' })
  expect([gone.status, await gone.text()]).toEqual([409, expect.stringContaining('Its cause is mended')])
})

test('an entry is put off, noted, given back and audited', async () => {
  await anUnmatchedLine(880_002)
  const before = (await acts()).length
  const step = async (fields: Record<string, string>, view = '') => {
    const { status } = await send('unmatched', { ...entryIn(await list('unmatched', view)), ...fields })
    expect([fields, status]).toEqual([fields, 302])
  }
  await step({ act: 'take' })
  expect(await list('unmatched')).toContain('Taken by you')
  await step({ act: 'note', note: 'The bank calls <b>back</b>.' })
  expect(await list('unmatched')).toContain('The bank calls &lt;b&gt;back&lt;/b&gt;.')
  await step({ act: 'leave' })
  await step({ act: 'snooze', days: '3' })
  expect(await isEmpty('unmatched')).toBe(true)
  await step({ act: 'reopen' }, '?view=aside')
  expect(await isEmpty('unmatched')).toBe(false)
  expect((await acts()).slice(before).map(({ action }) => action)).toEqual([
    'work_taken',
    'work_noted',
    'work_left',
    'work_snoozed',
    'work_reopened',
  ])
  const form = entryIn(await list('unmatched'))
  const wrongs: Record<string, string>[] = [
    { act: 'note', note: 'x'.repeat(1001) },
    { act: 'burn' },
    { act: 'snooze', days: '2' },
  ]
  for (const wrong of wrongs) expect((await send('unmatched', { ...form, ...wrong })).status).toBe(422)
  expect((await staff.view('/staff/work/secrets', cookie)).status).toBe(404)
})

test('what is noted about a registry goes with the account of its owner', async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const wish = { we_connect: true, we_connect_at: app.clock.now }
  await app.db.updateTable('registry').set(wish).where('id', '=', registry.id).execute()
  const form = entryIn(await list('call'))
  await send('call', { ...form, act: 'note', note: 'They are shy.' })
  expect(await list('call')).toContain('They are shy.')
  await eraseRowsOfCustomer(app.db, host.id)
  expect(await list('call')).not.toContain('They are shy.')
})
