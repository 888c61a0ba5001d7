import { beforeAll, describe, expect, test } from 'vitest'
import { aGift, aHost, aRegistry, lineOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { createCart } from '../checkout/hand-off.contract.ts'
import { demoMailboxRoutes } from '../demo/pages.ts'

const app = opened(() => testApp())
let host: Awaited<ReturnType<typeof aHost>>
beforeAll(async () => {
  host = await aHost(app)
})

async function given(visibility: string, hosted: { co_host_id?: number; surprise?: boolean } = {}) {
  const registry = await aRegistry(app, host, hosted)
  const whole = await aGift(app, registry, { cents: 3000 })
  const group = await aGift(app, registry, { group: true, cents: 9500 })
  const { data } = await app.call<{ reference: string }>(createCart, {
    registry_id: registry.code,
    line_items: [lineOf(whole, { units: 1 }), lineOf(group, { cents: 4000 })],
    giver_name: 'Άννα Δοκιμή',
    message: 'Να ζήσετε! <b>x</b>',
    lang: 'en',
    visibility,
  })
  const { cart_id } = await app.db
    .selectFrom('handoff')
    .select('cart_id')
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  const email = `giver-${visibility}@example.com`
  await app.shop.actions.pay(cart_id!, { email })
  await app.job('order-sync')
  await app.job('emails')
  return { registry, toHost: await newest(host.email), toGiver: await newest(email) }
}

const emailsTo = (recipient: string) =>
  app.db.selectFrom('mailbox').selectAll().where('recipient', '=', recipient).orderBy('received_at', 'desc')

const newest = (recipient: string) => emailsTo(recipient).executeTakeFirstOrThrow()

/** A co-host with English as their language. */
async function aPartner() {
  const partner = await aHost(app, 'George')
  await app.db.updateTable('customer').set({ language: 'en' }).where('id', '=', partner.id).execute()
  return partner
}

test('the host reads in Greek who gave what, the giver is thanked in English', async () => {
  const { registry, toHost, toGiver } = await given('full')
  expect(toHost.subject).toBe('Άννα Δοκιμή: 2 δώρα για εσάς')
  expect(toHost.plain).toMatch(/x[\s\S]*Άννα Δοκιμή/)
  expect(toHost.plain).toContain('Ομαδικό δώρο:')
  expect(toHost.plain.replaceAll('\u00a0', ' ')).toContain('40,00 €')
  expect(toHost.html).toContain('lang="el"')
  expect(toHost.html).toContain(`https://doron.test/registry/${registry.code}/gifts-received?lang=el`)
  expect(toHost.html).toContain('&lt;b&gt;x')
  expect(toGiver.subject).toBe('Thank you for your gift · “Ελένη & Γιώργος”')
  expect(toGiver.plain).toContain('€30.00')
  expect(toGiver.html + toGiver.plain).not.toContain('Αμαλίας')
})

test('an anonymous giver is not named in the host’s e-mail', async () => {
  const { toHost } = await given('anonymous')
  expect(toHost.html + toHost.plain).not.toMatch(/Άννα|Δοκιμή|giver-anonymous/)
})

test('a co-host gets one e-mail in their own language', async () => {
  const partner = await aPartner()
  const { registry, toHost } = await given('full', { co_host_id: partner.id })
  expect(toHost.subject).toBe('Άννα Δοκιμή: 2 δώρα για εσάς')
  await app.job('order-sync')
  await app.job('emails')
  const emails = await emailsTo(partner.email).execute()
  expect(emails.map(({ subject }) => subject)).toEqual(['Άννα Δοκιμή: 2 gifts for you'])
  expect(emails[0]?.html).toContain(`https://doron.test/registry/${registry.code}/gifts-received`)
})

test('neither host gets an e-mail in surprise mode', async () => {
  const partner = await aPartner()
  const before = await emailsTo(host.email).execute()
  const { toGiver } = await given('full', { co_host_id: partner.id, surprise: true })
  expect(toGiver.subject).toContain('Thank you')
  expect(await emailsTo(host.email).execute()).toHaveLength(before.length)
  expect(await emailsTo(partner.email).execute()).toEqual([])
})

describe('the local mailbox', () => {
  test('lists every e-mail and shows it as its reader sees it', async () => {
    const { toHost } = await given('initials')
    const mailbox = demoMailboxRoutes(app.db)
    const list = await (await mailbox.request('/dev/mail')).text()
    expect(list).toContain('δώρα για εσάς')
    const shown = await mailbox.request(`/dev/mail/${encodeURIComponent(toHost.message_id)}`)
    expect(await shown.text()).toContain('Ά. Δ.')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await mailbox.request('/dev/mail/none')).status).toBe(404)
  })
})
