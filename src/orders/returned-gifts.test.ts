import { afterEach, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { emailsOf, handOff, jobContextOf } from '../../test/orders.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { ensureWebhooks } from './webhooks/webhooks.ts'

let app: TestApp
afterEach(() => app.close())

async function open(settings: { env?: Record<string, string>; surprise?: boolean } = {}) {
  app = await testApp({ ...(settings.env && { env: settings.env }) })
  await ensureWebhooks(await jobContextOf(app))
  const host = await aHost(app)
  const partner = await aHost(app, 'George')
  await app.db.updateTable('customer').set({ language: 'en' }).where('id', '=', partner.id).execute()
  const registry = await aRegistry(app, host, {
    co_host_id: partner.id,
    ...(settings.surprise && { surprise: true }),
  })
  return { host, partner, registry }
}

/** Two units and a contribution to a group gift, paid. */
async function give(registry: Awaited<ReturnType<typeof aRegistry>>) {
  const whole = await aGift(app, registry, { quantity: 2, cents: 2500 })
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const lines = [lineOf(whole, { units: 2 }), lineOf(group, { cents: 4000 })]
  const { cartId } = await handOff(app, registry, lines, { lang: 'en' })
  const { id } = await app.shop.actions.pay(cartId, { email: 'anna@guest.example' })
  await app.deliver()
  const order = await app.processA.shop.fetchOrder(id)
  const lineOfUnits = order!.lines.find(line => line.kind === 'goods')!.id
  return { id, lineOfUnits }
}

/** Letters about refunds, in their order. */
async function returned(orderId: number) {
  const letters = await emailsOf(app, orderId)
  return letters
    .filter(({ template }) => ['gift-returned', 'gift-refunded'].includes(template))
    .map(({ template, recipient, language }) => [template, recipient, language].join(' '))
    .sort()
}

const readAgain = async () => {
  app.later(10)
  await app.job('order-sync')
  await app.deliver()
}

test('each host reads once, in their language, what the shop gave back, and the giver nothing of ours', async () => {
  const { host, partner, registry } = await open()
  const { id, lineOfUnits } = await give(registry)
  await app.shop.actions.refund(id, { lineId: lineOfUnits, quantity: 1 })
  await app.deliver()
  await readAgain()
  const one = [`gift-returned ${host.email} el`, `gift-returned ${partner.email} en`].sort()
  expect(await returned(id)).toEqual(one)
  await app.job('emails')
  const [letter] = await app.db
    .selectFrom('mailbox')
    .select(['subject', 'plain'])
    .where('recipient', '=', host.email)
    .where('subject', 'like', '%ακυρώθηκε%')
    .execute()
  expect(letter?.subject).toBe('Ένα δώρο ακυρώθηκε · «Ελένη & Γιώργος»')
  const text = letter?.plain.replaceAll('\u00a0', ' ') ?? ''
  for (const words of ['1 ×', '25,00 €', 'Από: Άννα Δοκιμή']) expect(text).toContain(words)
  expect(text).not.toContain('40,00')

  await app.shop.actions.cancel(id)
  await app.deliver()
  await readAgain()
  expect(await returned(id)).toEqual([...one, ...one].sort())
})

test('the giver reads of it where the shop leaves that to us', async () => {
  const { registry } = await open({ env: { TELL_GIVERS_OF_REFUNDS: 'true' } })
  const { id } = await give(registry)
  await app.shop.actions.refund(id)
  await app.deliver()
  await readAgain()
  const letters = await returned(id)
  expect(letters.filter(letter => letter.startsWith('gift-refunded'))).toEqual([
    'gift-refunded anna@guest.example en',
  ])
})

test('in surprise mode no host hears of it', async () => {
  const { registry } = await open({ surprise: true })
  const { id } = await give(registry)
  await app.shop.actions.refund(id)
  await app.deliver()
  expect(await returned(id)).toEqual([])
})
