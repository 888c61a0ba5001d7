import { expect, test } from 'vitest'
import { aPhotograph } from '../../test/builders.ts'
import type { Refused } from '../../test/client.ts'
import { newAddress, setUpInvitations } from '../../test/invitations.ts'
import { keyedDigest } from '../server/context/signing.ts'
import { findRows, insertRow } from '../server/postgres/rows.ts'
import { removeGuest } from './guests.contract.ts'
import { createLinkToken } from './link-token.ts'
import {
  type GuestInvitationView,
  recordInvitationOpened,
  sendReply,
  showGuestInvitation,
} from './reply.contract.ts'

const t = setUpInvitations()

const show = (token: string) => t.app.call<GuestInvitationView>(showGuestInvitation, { token })
const reply = (token: string, more: object, language = 'en') => {
  const { method, path } = sendReply
  return t.app.call<Partial<Refused>>({ method, path: `${path}?lang=${language}` }, { token, ...more })
}

test('the host gets a guest’s reply with its message, and a changed reply again', async () => {
  await t.saveGuest({ name: 'Οικογένεια Παππά', people: 4 })
  const [{ token } = { token: '' }] = await t.listGuests()
  expect((await show(token)).data).toMatchObject({
    guest: { name: 'Οικογένεια Παππά', people: 4, reply: null },
  })
  expect((await reply(token, { reply: 'coming' })).data.keys).toEqual({ coming: 'reply_people_wrong' })
  await reply(token, { reply: 'coming', coming: 3, word: 'Ερχόμαστε! <b>' })
  await t.app.job('emails')
  const [message] = await t.emailsTo(t.host.email)
  expect(message?.subject).toBe('Θα έρθουν 3 άτομα · «Ελένη & Γιώργος»')
  expect(message?.html).toContain('Ερχόμαστε! &lt;b&gt;')
  expect(await t.listGuests()).toMatchObject([{ reply: 'coming', coming: 3, word: 'Ερχόμαστε! <b>' }])
  t.app.later(5)
  await reply(token, { reply: 'not_coming', coming: 3 })
  expect(await t.listGuests()).toMatchObject([{ reply: 'not_coming', coming: 0, word: null }])
})

test('a guest of a private registry sees its day, and no picture of it nor the way to its gifts', async () => {
  await t.saveGuest({ name: 'Άννα' })
  const [{ token } = { token: '' }] = await t.listGuests()
  const see = async (privacy: 'shareable' | 'private') => {
    await t.app.db.updateTable('registry').set({ privacy }).where('id', '=', t.registry.id).execute()
    return (await show(token)).data.registry
  }
  const photo = await aPhotograph(t.app, t.registry)
  expect(await see('shareable')).toMatchObject({ photo: expect.stringContaining(photo), shown: true })
  expect(await see('private')).toMatchObject({
    photo: null,
    shown: false,
  })
})

test('the guest gets one confirmation with the reply link, in the language of the reply', async () => {
  const email = newAddress()
  await t.saveGuest({ name: 'Άννα', email })
  const [{ token } = { token: '' }] = await t.listGuests()
  const answer = { reply: 'coming', coming: 2, word: 'Τα λέμε εκεί!' }
  await Promise.all([reply(token, answer, 'el'), reply(token, answer, 'el')])
  t.app.later(5)
  await reply(token, answer, 'el')
  await t.app.job('emails')
  const [message, ...more] = await t.emailsTo(email)
  expect(more).toEqual([])
  expect(message?.subject).toBe('Η απάντησή σας · «Ελένη & Γιώργος»')
  expect(message?.plain).toContain('θα έρθετε: 2 άτομα')
  expect(message?.plain).toContain('Τα λέμε εκεί!')
  expect(message?.html).toContain(`https://doron.test/reply/${token}?lang=el`)
  expect(await t.emailsTo(t.host.email)).toHaveLength(1)
  t.app.later(5)
  await reply(token, { reply: 'not_coming' })
  await t.app.job('emails')
  expect((await t.emailsTo(email)).map(({ subject }) => subject)).toContain('Your answer · “Ελένη & Γιώργος”')
})

test('replies of one guest at the same moment lose no letter, and the host’s last one says what is stored', async () => {
  const email = newAddress()
  await t.saveGuest({ name: 'Άννα', email, people: 9 })
  const [{ token } = { token: '' }] = await t.listGuests()
  const answers = [1, 2, 3, 4].map(coming => ({ reply: 'coming', coming }))
  await Promise.all([...answers, ...answers].map(answer => reply(token, answer)))
  const letters = await findRows(t.app.db, 'outbox', {
    where: { recipient: t.host.email, template: 'guest-replied' },
    columns: ['props'],
    orderBy: ['id'],
  })
  // Each change is told once: at least the four, and no more than were sent.
  expect(letters.length).toBeGreaterThanOrEqual(4)
  expect(letters.length).toBeLessThanOrEqual(8)
  const [guest] = await t.listGuests()
  expect(letters.at(-1)?.props).toMatchObject({ coming: guest?.coming })
  const told = letters.map(({ props }) => (props as { coming: number }).coming)
  expect(new Set(told)).toEqual(new Set([1, 2, 3, 4]))
})

test('twenty times the same reply at once is one reply with one letter', async () => {
  const email = newAddress()
  await t.saveGuest({ name: 'Άννα', email, people: 9 })
  const [{ token } = { token: '' }] = await t.listGuests()
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await reply(token, { reply: 'coming', coming: 2 })).status),
  )
  expect(statuses).toEqual(Array(20).fill(200))
  await t.app.job('emails')
  expect([await t.emailsTo(t.host.email), await t.emailsTo(email)].map(({ length }) => length)).toEqual([
    1, 1,
  ])
})

test('an address gets at most five confirmations a day, and none after unsubscribing', async () => {
  const [frequent, unsubscribed] = [newAddress(), newAddress()]
  await t.saveGuest({ name: 'Άννα', email: frequent })
  await t.saveGuest({ name: 'Νίκος', email: unsubscribed })
  const [first, second] = await t.listGuests()
  for (let coming = 1; coming <= 7; coming++) {
    t.app.later(1)
    expect((await reply(first?.token ?? '', { reply: 'coming', coming })).status).toBe(200)
  }
  const address_digest = keyedDigest('invitation address', unsubscribed, t.app.config)
  await insertRow(t.app.db, 'email_suppression', { address_digest, suppressed_at: t.app.clock.now })
  await reply(second?.token ?? '', { reply: 'not_coming' })
  await t.app.job('emails')
  expect([await t.emailsTo(frequent), await t.emailsTo(unsubscribed)].map(({ length }) => length)).toEqual([
    5, 0,
  ])
  expect(await t.listGuests()).toMatchObject([{ coming: 7 }, { reply: 'not_coming' }])
})

test('an opened link shows in the list of invitations', async () => {
  await t.sendInvitations(newAddress())
  const [{ token } = { token: '' }] = await t.listGuests()
  await t.app.call(recordInvitationOpened, { token })
  expect(await t.listInvitations()).toMatchObject([{ state: 'opened' }])
  await reply(token, { reply: 'not_coming' })
  expect(await t.listInvitations()).toMatchObject([{ state: 'replied', reply: 'not_coming' }])
})

test('a reply link can’t be guessed or made from an unsubscribe link, and ends with its guest', async () => {
  const { data } = await t.saveGuest({ name: 'Άννα' })
  const unsubscribeToken = createLinkToken('stop', data.id, t.app.config, t.app.clock.now)
  for (const token of [
    `${data.id}`,
    `${data.id.toString(36)}-`,
    unsubscribeToken,
    'x',
    ['0', ...unsubscribeToken.split('.').slice(1)].join('.'),
  ])
    expect((await show(token)).status).toBe(404)
  const replyToken = createLinkToken('reply', data.id, t.app.config, t.app.clock.now)
  expect((await show(replyToken)).status).toBe(200)
  await t.callAsHost(removeGuest, { id: data.id })
  expect((await show(replyToken)).status).toBe(404)
})
