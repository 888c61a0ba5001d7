import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refused } from '../../../test/client.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { m } from '../../paraglide/messages.js'
import { sendContactMessage } from './contract.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const message = { name: 'Νίκη Δοκιμή', email: 'niki@visitor.example', message: 'Πότε ανοίγει το κατάστημα;' }
const letters = () => w.db.selectFrom('outbox').selectAll().where('template', '=', 'contact').execute()

test('a message reaches the support address, once however often it is sent', async () => {
  for (let turn = 0; turn < 2; turn++) expect((await w.call(sendContactMessage, message)).status).toBe(200)
  const sent = await letters()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ recipient: w.config.SUPPORT_EMAIL, props: message })
})

test('all wrong fields are told at once', async () => {
  const answer = await w.call<Refused>(sendContactMessage, { name: 'A1', email: 'nobody', message: 'hi' })
  expect(answer).toMatchObject({
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

test('one address writes five times an hour at most', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    const { status } = await w.call(
      sendContactMessage,
      { ...message, message: `Message number ${turn}` },
      { from: '10.9.9.9' },
    )
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
