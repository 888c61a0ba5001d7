import { expect, test } from 'vitest'
import { openHostPages } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { m } from '../paraglide/messages.js'
import { saveGuest } from './guests.contract.ts'

const pages = opened(() => openHostPages())

const addGuest = async (guest: object): Promise<string> => {
  const entered = { registry_id: pages.registry.code, ...guest }
  const { data } = await pages.app.call<{ id: number }>(saveGuest, entered, { as: pages.host.token })
  return String(data.id)
}

/** Whether the checkbox of a guest is ticked; null where the guest has none. */
const tickOf = (html: string, id: string) => {
  const box = [...html.matchAll(/<input[^>]*name="guests"[^>]*>/g)].find(([tag]) =>
    tag.includes(`value="${id}"`),
  )
  return box ? / checked(=|\s|\/|>)/.test(box[0]) : null
}

const recipients = async () =>
  (await pages.app.db.selectFrom('outbox').select('recipient').execute()).map(one => one.recipient)

test('hosts tick to whom of their guests the invitation goes, and nobody gets it twice', async () => {
  const path = pages.pathTo('edit/invitation-settings/send')
  const [anna, nikos] = [
    await addGuest({ name: 'Άννα', email: 'anna@guests.example' }),
    await addGuest({ name: 'Νίκος', email: 'nikos@guests.example' }),
  ]
  const grandmother = await addGuest({ name: 'Γιαγιά', phone: '6944000001' })
  const replied = await addGuest({ name: 'Ζωή', email: 'zoe@guests.example' })
  await pages.app.db
    .updateTable('guest')
    .set({ reply: 'coming', people: 4, coming_count: 2, replied_at: pages.app.clock.now })
    .where('id', '=', Number(replied))
    .execute()
  const before = (await pages.view(path)).html
  expect([anna, nikos, grandmother, replied].map(id => tickOf(before, id))).toEqual([true, true, null, false])
  expect(before).toContain(`invitation-settings/sms?guest=${grandmother}&amp;lang=en`)
  expect(before).toContain(m.guest_coming({ count: 2 }, { locale: 'en' }))

  const nobody = await pages.submit(path, { intent: 'guests' })
  expect([nobody.status, nobody.html.includes('Choose at least one guest')]).toEqual([422, true])
  expect(await recipients()).toEqual([])

  for (const chosen of [[anna], [anna, grandmother]])
    expect(
      (
        await pages.submit(path, [
          ['intent', 'guests'],
          ...chosen.map(id => ['guests', id] as [string, string]),
        ])
      ).status,
    ).toBe(302)
  expect(await recipients()).toEqual(['anna@guests.example'])
  const after = (await pages.view(path)).html
  expect([anna, nikos].map(id => tickOf(after, id))).toEqual([null, true])
  expect(after).toContain(`name="id" value="${anna}"`)
})

test('beyond the cap of a day the others are told to be left, and stay ticked', async () => {
  const path = pages.pathTo('edit/invitation-settings/send')
  const ids = [
    await addGuest({ name: 'Πέτρος', email: 'petros@guests.example' }),
    await addGuest({ name: 'Παύλος', email: 'pavlos@guests.example' }),
  ]
  pages.app.config.INVITATIONS_PER_DAY = 2
  const chosen = ids.map((id): [string, string] => ['guests', id])
  const { html } = await pages.submit(path, [['intent', 'guests'], ...chosen])
  pages.app.config.INVITATIONS_PER_DAY = 300
  expect(html).toContain(m.invitations_beyond({ count: 1 }, { locale: 'en' }))
  expect(ids.map(id => tickOf(html, id))).toEqual([null, true])
  expect(html).not.toContain(m.invitation_all_sent({}, { locale: 'en' }))
})

test('a text message to a guest is written with their own link', async () => {
  const id = await addGuest({ name: 'Παππούς', phone: '6944000002', language: 'el' })
  const { html } = await pages.view(`${pages.pathTo('edit/invitation-settings/sms')}?guest=${id}`)
  expect(html).toContain('value="694 400 0002"')
  expect(html).toMatch(/: σας προσκαλούμε! Απαντήστε εδώ: https?:\/\/[\w.:]+\/reply\/[^\s"]+\?lang=el</)
})
