import { expect, test } from 'vitest'
import { aRegistry } from '../../test/builders.ts'
import { newAddress, setUpInvitations } from '../../test/invitations.ts'
import { deleteRegistry } from '../registry/registry.contract.ts'
import { markEmailReturned } from '../server/email/outbox.ts'
import { insertRow } from '../server/postgres/rows.ts'
import {
  inviteGuests,
  removeInvitation,
  resendInvitation,
  type SendingResult,
  sendTestInvitation,
} from './sending.contract.ts'

const t = setUpInvitations()

test('each address gets one invitation in its language, with a link of its own', async () => {
  const [one, two] = [newAddress(), newAddress()]
  const { status, data } = await t.sendInvitations(`${one}; ${two.toUpperCase()}, ${two}`, { language: 'el' })
  expect([status, data]).toEqual([200, { sent: 2, skipped: [], beyond: 0 }])
  expect((await t.listInvitations()).map(({ state }) => state)).toEqual(['queued', 'queued'])
  await t.app.job('emails')
  expect((await t.listInvitations()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  const [message] = await t.emailsTo(one)
  const [guest] = await t.listGuests()
  expect(message?.subject).toBe('Σας προσκαλούμε στον γάμο μας · Ελένη & Γιώργος')
  expect(message?.html).toContain(`https://doron.test/reply/${guest?.token}?lang=el`)
  expect(message?.plain).toContain('19 Ιουνίου 2027')
  expect(message?.html).not.toMatch(/<img/)
  expect(message?.html + (message?.plain ?? '')).not.toContain('Αμαλίας')
})

test('one that the mail server sends back later has failed, and says so (R1002)', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  await t.app.job('emails')
  const letter = t.app.db.selectFrom('outbox').select('message_id').where('recipient', '=', email)
  const { message_id } = await letter.executeTakeFirstOrThrow()
  await markEmailReturned(t.app.db, [message_id], 'returned: 5.1.1 smtp; 550 no such mailbox')
  const [invitation] = await t.listInvitations()
  expect(invitation).toMatchObject({ state: 'failed', reason: 'invitation_refused' })
})

test('the name beside an address is the guest’s, unless a guest can’t have it or has one', async () => {
  const [one, two] = [newAddress(), newAddress()]
  const names = async () => (await t.listGuests()).map(({ name }) => name)
  await t.sendInvitations(`"Ράπτης, Νίκος" <${one}>; ${'Ω'.repeat(81)} <${two}>`)
  expect(await names()).toEqual(['Ράπτης, Νίκος', ''])
  await t.sendInvitations(`Νικόλας <${one}>, Άννα <${two}>`)
  expect(await names()).toEqual(['Ράπτης, Νίκος', 'Άννα'])
})

test('an invalid address is reported, and nothing is sent', async () => {
  const { status, data } = await t.sendInvitations(`${newAddress()}; anna@; νίκος`)
  expect([status, data.keys, data.wrong]).toEqual([
    422,
    { emails: 'invitation_emails_wrong' },
    ['anna@', 'νίκος'],
  ])
  expect(await t.listInvitations()).toEqual([])
})

test('an invited guest is not invited again, unless the host resends', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  expect((await t.sendInvitations(email)).data).toEqual({
    sent: 0,
    skipped: [{ email, reason: 'invitation_already' }],
    beyond: 0,
  })
  await t.app.job('emails')
  const [{ id } = { id: 0 }] = await t.listInvitations()
  await t.callAsHost(resendInvitation, { id })
  await t.app.job('emails')
  expect(await t.emailsTo(email)).toHaveLength(2)
})

test('the invitation goes to the guests that were chosen, and to somebody', async () => {
  const [one, two] = [newAddress(), newAddress()]
  const { data } = await t.saveGuest({ email: one })
  await t.saveGuest({ email: two })
  expect((await t.callAsHost(inviteGuests, { guests: [] })).data.keys).toEqual({
    guests: 'invitation_nobody',
  })
  expect((await t.callAsHost(inviteGuests, { guests: [data.id] })).data).toEqual({
    sent: 1,
    skipped: [],
    beyond: 0,
  })
  expect((await t.listInvitations()).map(({ email }) => email)).toEqual([one])
})

test('one address gets three invitations a day from all hosts; further ones are skipped with the reason', async () => {
  const email = newAddress()
  for (let count = 0; count < 3; count++) {
    t.registry = await aRegistry(t.app, t.host)
    expect((await t.sendInvitations(email)).data.sent).toBe(1)
  }
  t.registry = await aRegistry(t.app, t.host)
  expect((await t.sendInvitations(email)).data.skipped).toEqual([{ email, reason: 'invitation_often' }])
})

test('the daily cap of a host holds for concurrent requests; what goes beyond is left for another day', async () => {
  t.app.config.INVITATIONS_PER_DAY = 5
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => t.sendInvitations(`${newAddress()};${newAddress()}`)),
  )
  t.app.config.INVITATIONS_PER_DAY = 300
  const sent = answers.flatMap(({ status, data }) => (status === 200 ? [[data.sent, data.beyond]] : []))
  expect(sent.sort()).toEqual([
    [1, 1],
    [2, 0],
    [2, 0],
  ])
  expect(answers.find(({ status }) => status === 429)?.data).toMatchObject({
    code: 'invitations_day',
    retry_after: 86_400,
  })
  expect((await t.listGuests()).filter(({ invited }) => !invited)).toHaveLength(1)
})

test('a refused second invitation leaves the first one waiting', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  const [{ id } = { id: 0 }] = await t.listInvitations()
  for (let count = 0; count < 12; count++)
    await insertRow(t.app.db, 'outbox', {
      cause: `${email}:${count}`,
      template: 'guest-replied',
      kind: 'notice',
      language: 'el' as const,
      channel: 'mail' as const,
      recipient: email,
      recipient_key: email,
      props: '{}',
      parts: 1,
      message_id: `<${email}:${count}>`,
      state: 'sent' as const,
      next_attempt_at: t.app.clock.now,
      created_at: t.app.clock.now,
    })
  expect((await t.callAsHost<SendingResult>(resendInvitation, { id })).data.skipped).toEqual([
    { email, reason: 'invitation_often' },
  ])
  expect(await t.listInvitations()).toMatchObject([{ state: 'queued' }])
  await t.app.job('emails')
  expect(await t.emailsTo(email)).toHaveLength(1)
})

test('of a registry that is deleted no invitation leaves any more', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  expect((await t.callAsHost(deleteRegistry)).status).toBe(200)
  await t.app.job('emails')
  expect(await t.emailsTo(email)).toEqual([])
})

test('an invitation that was not sent yet can be withdrawn', async () => {
  const email = newAddress()
  await t.sendInvitations(email)
  const [{ id } = { id: 0 }] = await t.listInvitations()
  await t.callAsHost(removeInvitation, { id })
  await t.app.job('emails')
  expect([await t.listInvitations(), await t.emailsTo(email)]).toEqual([[], []])
  expect(await t.listGuests()).toHaveLength(1)
})

test('a test goes to the host, without reply and unsubscribe links', async () => {
  await t.callAsHost(sendTestInvitation)
  await t.app.job('emails')
  const [message] = await t.emailsTo(t.host.email)
  expect(message?.html).toContain(`/registry/${t.registry.code}/edit/invitation-settings`)
  expect(message?.html).not.toMatch(/\/reply\/|stop-invitations/)
})

test('a private registry is not linked', async () => {
  t.registry = await aRegistry(t.app, t.host, { privacy: 'private' })
  const email = newAddress()
  await t.sendInvitations(email)
  await t.app.job('emails')
  expect((await t.emailsTo(email))[0]?.html).not.toContain('/gifts')
})
