import { expect, test } from 'vitest'
import type { Refused } from '../../test/client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { m } from '../paraglide/messages.js'
import { sendContactMessage } from './contact.contract.ts'

const app = opened(() => testApp())

const message = { name: 'Νίκη Δοκιμή', email: 'niki@visitor.example', message: 'Πότε ανοίγει το κατάστημα;' }
const contactEmails = () =>
  app.db.selectFrom('outbox').selectAll().where('template', '=', 'contact').execute()

test('a message is emailed to the support address, once however often it is sent', async () => {
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await app.call(sendContactMessage, message)).status).toBe(200)
  const sent = await contactEmails()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ recipient: app.config.SUPPORT_EMAIL, props: message })
})

test('all wrong fields are answered at once', async () => {
  const response = await app.call<Refused>(sendContactMessage, { name: 'A1', email: 'nobody', message: 'hi' })
  expect(response).toMatchObject({
    status: 422,
    data: {
      fields: {
        name: m.name_short(),
        email: m.email_invalid(),
        message: m.contact_message_short(),
      },
    },
  })
})

test('a flood shuts the form for nobody: messages are gathered, and arrive at the end of the hour (R823)', async () => {
  const statuses = new Set<number>()
  const visitors = Array.from({ length: 45 }, (_, index) => 100 + index)
  const write = (number: number) =>
    app.call(
      sendContactMessage,
      { ...message, email: `visitor${number}@visitor.example`, message: `Message of visitor ${number}` },
      { from: `10.8.8.${number}` },
    )
  for (const number of visitors) statuses.add((await write(number)).status)
  expect([...statuses]).toEqual([200])
  expect((await contactEmails()).length).toBeLessThanOrEqual(30)
  await app.sendEmails()
  app.later(60)
  await app.job('emails')
  const mails = await app.db.selectFrom('mailbox').select('plain').execute()
  const received = mails.map(({ plain }) => plain).join(' ')
  for (const number of visitors) expect(received).toContain(`visitor ${number}`)
})

test('one network address may send five messages an hour (R823)', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    const { status } = await app.call(
      sendContactMessage,
      { ...message, message: `Message number ${attempt}` },
      { from: '10.9.9.9' },
    )
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
