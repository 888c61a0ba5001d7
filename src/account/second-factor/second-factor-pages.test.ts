import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { codeInEmail, markConfirmed } from '../../../test/account-client.ts'
import { opened } from '../../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../../test/page-client.ts'
import { testApp } from '../../../test/test-app.ts'
import { getRow } from '../../server/postgres/rows.ts'
import { startFactorRecovery } from './second-factor.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)
const page = '/settings/second-factor'
const hiddenSetup = (html: string) => /name="setup" value="([^"]+)"/.exec(html)?.[1] ?? ''
const keyOf = (html: string) => /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(html)?.[1] ?? ''
const timeCode = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(site.clock.now.getTime() / 1000) + steps * 30 })

test('without JavaScript: added by QR code or key, asked for on another browser and before money, removed', async () => {
  const email = 'pages@example.gr'
  const cookie = await signUp(email)
  expect(await (await view('/settings', cookie)).text()).toContain(`href="${page}?lang=en"`)
  const offered = await (await view(page, cookie)).text()
  expect(offered).toContain('QR code')
  const [setup, secret] = [hiddenSetup(offered), keyOf(offered)]
  const refused = await send(page, { intent: 'add', setup, code: '000000' }, { cookie })
  const again = await refused.text()
  expect([refused.status, hiddenSetup(again), keyOf(again)]).toEqual([422, setup, secret])
  expect(again).toContain('This code is wrong')
  const added = await send(page, { intent: 'add', setup, code: timeCode(secret) }, { cookie })
  const shown = await added.text()
  expect(added.headers.get('cache-control')).toContain('no-store')
  const codes = [...shown.matchAll(/<code>([A-Z\d-]{14})<\/code>/g)].map(([, code]) => code ?? '')
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(shown).toContain(encodeURIComponent(`\n${code}`))
  expect(await (await view(page, cookie)).text()).toContain('You have 10 recovery codes left.')

  const entered = { email, password: visitor.password }
  const asked = await send('/login', entered)
  expect([asked.status, (await asked.text()).includes('name="code"')]).toEqual([422, true])
  expect((await send('/login', { ...entered, code: codes[0] ?? '' })).status).toBe(302)
  expect((await send('/login', entered, { cookie: cookiesOf(added) })).status).toBe(302)

  site.clock.now = new Date(site.clock.now.getTime() + 3_600_000)
  const unproved = await send(page, { intent: 'remove' }, { cookie })
  const form = await unproved.text()
  for (const name of ['proof', 'proof_code']) expect(form).toContain(`name="${name}"`)
  const proof = { intent: 'remove', proof: visitor.password }
  const wrong = await (await send(page, { ...proof, proof_code: '000000' }, { cookie })).text()
  expect(wrong).toContain('This code is wrong')
  const removed = await send(page, { ...proof, proof_code: timeCode(secret) }, { cookie })
  expect(removed.headers.get('location')).toBe(`${page}?lang=en`)
  expect((await send('/login', entered)).status).toBe(302)
})

test('what staff were asked to remove is stopped by the button behind the letter’s link', async () => {
  const cookie = await signUp('lost@example.gr')
  const offered = await (await view(page, cookie)).text()
  const code = timeCode(keyOf(offered))
  await send(page, { intent: 'add', setup: hiddenSetup(offered), code }, { cookie })
  const host = await getRow(site.db, 'customer', { email: 'lost@example.gr' })
  await markConfirmed(site, host.email)
  const ctx = await site.createContext(new Request(site.config.SITE_URL))
  await site.db.transaction().execute(async tx => startFactorRecovery(tx, host, ctx))
  expect(await (await view(page, cookie)).text()).toContain('We were asked to turn two-step sign-in off')
  const stopCode = await codeInEmail(site, host.email, 'second-factor-recovery')
  const moved = await view(`/second-factor/stop?code=${stopCode}`)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/second-factor/stop?lang=en'])
  const recoveries = () => site.db.selectFrom('factor_recovery').selectAll().execute()
  expect(await (await view('/second-factor/stop', cookiesOf(moved))).text()).toContain('Keep it on')
  expect(await recoveries()).toHaveLength(1)
  const stopped = await send('/second-factor/stop', {}, { cookie: cookiesOf(moved) })
  expect(stopped.headers.get('location')).toBe('/forgot-password?lang=en')
  expect(await recoveries()).toHaveLength(0)
  const late = await send('/second-factor/stop', {}, { cookie: cookiesOf(moved) })
  expect(await late.text()).toContain('There is nothing to stop any more.')
})
