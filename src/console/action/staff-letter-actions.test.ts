import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aGift, aHost, lineOf } from '../../../test/builders.ts'
import { aHostWithMoney, giveGifts, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { jobContextOf, purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { enqueueConfirmationEmail } from '../../account/email-confirmation.ts'
import { formatMoment } from '../../base/dates.ts'
import { eraseGiverOfHandoffs } from '../../orders/order-letters.ts'
import { getRow } from '../../server/postgres/rows.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(() => {
  app = pages.app
})
beforeEach(async () => {
  host = await aHostWithMoney(app)
})

test('letters of a gift are written again to whom they would go today, once for two who press', async () => {
  const gift = await aGift(app, host.registry, { cents: 5000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const ofOrder = () =>
    app.db.selectFrom('outbox').selectAll().where('cause', 'like', `gift-%:order:${order}:%`)
  await app.db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: app.clock.now, props: '{}' })
    .where('cause', 'like', `gift-%:order:${order}:%`)
    .execute()
  const letters = await ofOrder().orderBy('template').execute()
  expect(letters.map(({ template }) => template)).toEqual(['gift-given', 'gift-thanks'])
  for (const { id: letter } of letters) {
    const look = await pages.look(pages.support, 'letter_resent', { letter })
    const sent = await Promise.all([1, 2].map(() => pages.send(pages.support, 'letter_resent', look.hidden)))
    expect(sent.some(({ status }) => status === 302)).toBe(true)
  }
  const written = await ofOrder().orderBy('template').execute()
  expect(written.map(({ template, state, recipient }) => [template, state, recipient])).toEqual(
    letters.map(({ template, recipient }) => [template, 'waiting', recipient]),
  )
  expect(written.map(({ props }) => props.gifts)).toEqual([expect.any(Array), expect.any(Array)])
  // An erased giver gets no letter.
  await app.db
    .updateTable('outbox')
    .set({ state: 'sent', props: '{}' })
    .where('template', '=', 'gift-thanks')
    .execute()
  await app.db.updateTable('purchase').set({ giver_email: null }).where('order_id', '=', order).execute()
  const [, thanks] = await ofOrder().orderBy('template').execute()
  expect((await pages.look(pages.support, 'letter_resent', { letter: thanks?.id ?? 0 })).text).toContain(
    'not kept',
  )
})

test('before it is sent again, the page says which letter, to whom and when it was first sent, also the second time', async () => {
  const gift = await aGift(app, host.registry, { cents: 5000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const find = (template: string) =>
    app.db
      .selectFrom('outbox')
      .selectAll()
      .where('template', '=', template)
      .where('cause', 'like', `%:order:${order}:%`)
      .executeTakeFirstOrThrow()
  const markSent = (template: string, sent_at: Date) =>
    app.db
      .updateTable('outbox')
      .set({ state: 'sent', sent_at, props: '{}' })
      .where('template', '=', template)
      .where('cause', 'like', `%:order:${order}:%`)
      .execute()
  const first = new Date(app.clock.now.getTime() - 3 * 86_400_000)
  const { recipient: giver } = await find('gift-thanks')
  const shown = {
    'gift-given': ['A new gift, to the hosts', host.email],
    'gift-thanks': ['Thanks for a gift, to the giver', `${giver.slice(0, 1)}…`],
  }
  for (const [template, texts] of Object.entries(shown)) {
    await markSent(template, first)
    for (const again of [1, 2]) {
      const { id: letter } = await find(template)
      const { text } = await pages.look(pages.support, 'letter_resent', { letter })
      for (const part of [...texts, formatMoment(first, 'en')]) expect(text).toContain(part)
      if (template === 'gift-thanks') expect(text).not.toContain(giver)
      expect(await pages.act(pages.support, 'letter_resent', { letter })).toMatchObject({ status: 302 })
      await markSent(template, new Date(first.getTime() + again * 3_600_000))
    }
  }
  const letters = await pages.view(`/staff/registries/${host.registry.code}/letters?lang=el`, pages.support)
  expect(await letters.text()).toContain('Ευχαριστίες για δώρο, προς τον καλεσμένο')
})

test.each(['sent', 'failed'] as const)(
  'a letter with a gift card that was %s goes to the e-mail that its host has today',
  async state => {
    const gift = await host.fundedGift(4000)
    const { data } = await host.collect({ id: gift.id })
    const cause = `giftcard-issued:${data.id}`
    const { id: letter } = await app.db
      .updateTable('outbox')
      .set({ state, sent_at: app.clock.now, ...(state === 'sent' && { props: '{}' }) })
      .where('cause', '=', cause)
      .returning('id')
      .executeTakeFirstOrThrow()
    const email = `new.${host.email}`
    await app.db.updateTable('customer').set({ email, email_key: email }).where('id', '=', host.id).execute()
    expect((await pages.look(pages.support, 'letter_resent', { letter })).text).toContain(email)
    expect(await pages.act(pages.support, 'letter_resent', { letter })).toMatchObject({ status: 302 })
    expect(await app.db.selectFrom('outbox').selectAll().where('cause', '=', cause).execute()).toMatchObject([
      { state: 'waiting', recipient: email, props: { certificate: data.code } },
    ])
  },
)

test('a letter that failed goes again without the giver who was erased since', async () => {
  const gift = await aGift(app, host.registry, { cents: 5000 })
  const order = await giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const cause = `gift-given:order:${order}:${host.registry.code}:${host.id}`
  await app.db.updateTable('outbox').set({ state: 'failed' }).where('cause', '=', cause).execute()
  const failed = await getRow(app.db, 'outbox', { cause })
  expect(failed.props.giver).toBe('Άννα Δοκιμή')
  const [purchase] = await purchasesOf(app, gift)
  await eraseGiverOfHandoffs(app.db, [purchase!.handoff_id], await jobContextOf(app))
  expect(await pages.act(pages.support, 'letter_resent', { letter: failed.id })).toMatchObject({
    status: 302,
  })
  expect(await getRow(app.db, 'outbox', { cause })).toMatchObject({ state: 'waiting', props: { giver: '' } })
})

test('a link to confirm an e-mail is a new one, also when its letter had failed', async () => {
  const { id } = await aHost(app, 'Νέα', { confirmed: false })
  const { email, language } = await findHost(id)
  const ctx = await jobContextOf(app)
  await enqueueConfirmationEmail(app.db, 'confirm-email', { id, email, language }, ctx)
  const codeOf = async () => {
    const rows = await app.db.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
    const { hash } = await app.db
      .selectFrom('link')
      .select('hash')
      .where('kind', '=', 'email_confirmation')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    return { rows, hash: hash.toString('hex') }
  }
  const before = await codeOf()
  await app.db.updateTable('outbox').set({ state: 'failed' }).where('recipient', '=', email).execute()
  const letter = before.rows[0]?.id ?? 0
  expect(await pages.act(pages.support, 'letter_resent', { letter })).toMatchObject({ status: 302 })
  const after = await codeOf()
  expect(after.rows).toMatchObject([{ state: 'waiting', template: 'confirm-email' }])
  expect(after.hash).not.toBe(before.hash)
  await app.db.updateTable('customer').set({ confirmed_at: app.clock.now }).where('id', '=', id).execute()
  await app.db.updateTable('outbox').set({ state: 'failed' }).where('recipient', '=', email).execute()
  const [again] = after.rows
  expect((await pages.look(pages.support, 'letter_resent', { letter: again?.id ?? 0 })).text).toContain(
    'not kept',
  )
})

const findHost = (id: number) =>
  app.db.selectFrom('customer').select(['email', 'language']).where('id', '=', id).executeTakeFirstOrThrow()
