import { createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { receiveMail } from '../../../test/mail-server.ts'
import { freshDatabase, timeoutFactor } from '../../../test/postgres.ts'
import { letter as declareLetter, toStaff } from '../../ui/email/letter.ts'
import { readConfig } from '../config.ts'
import { createDb, createPool } from '../postgres/database.ts'
import type { Db } from '../postgres/tables.ts'
import {
  createEmailTransport,
  type EmailMessage,
  type EmailTransport,
  sendDueEmails,
} from './email-sender.ts'
import { insertOutboxMessage } from './outbox.ts'

const config = readConfig({ SECRET: 's'.repeat(32), SITE_URL: 'https://doron.test', SITE_NAME: 'Δώρον' })
const letters = {
  hello: declareLetter(toStaff, { name: z.string() }, ({ name }) => ({
    subject: `Γεια σας ${name}\r\nBcc: evil@example.com`,
    blocks: [name],
  })),
}
const start = new Date('2026-11-21T10:00:00Z')

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  db = createDb(createPool(database.url, { timeoutFactor }))
  drop = database.drop
})
beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('mailbox').execute()
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

const letter = (cause: string, more: object = {}) => ({
  cause,
  template: 'hello',
  language: 'el' as const,
  to: 'anna@example.com',
  props: { name: 'Άννα' },
  ...more,
})
const outbox = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()
const send = (transport: EmailTransport, now = start) =>
  sendDueEmails({ db, config, letters, transport, log: pino({ level: 'silent' }), now })
const refusing =
  (responseCode?: number): EmailTransport =>
  async () => {
    throw Object.assign(new Error('no'), responseCode === undefined ? {} : { responseCode })
  }

test('one cause makes one e-mail; it is sent once, in its reader’s language, with both parts', async () => {
  await insertOutboxMessage(db, letter('a'), 'doron.test', start)
  await insertOutboxMessage(db, letter('a'), 'doron.test', start)
  const sent: EmailMessage[] = []
  const keep: EmailTransport = async mail => void sent.push(mail)
  await send(keep)
  await send(keep)
  expect(sent).toMatchObject([{ to: 'anna@example.com', language: 'el', from: { name: 'Δώρον' } }])
  expect(sent[0]?.text).toContain('Άννα')
  expect(sent[0]?.html).toContain('Άννα')
  expect(sent[0]?.subject).not.toMatch(/[\r\n]/)
  expect(await outbox()).toMatchObject([{ state: 'sent', sent_at: start }])
  expect((await outbox())[0]?.props).toEqual({})
})

test('four senders at once send twenty e-mails once each', async () => {
  for (let index = 0; index < 20; index++)
    await insertOutboxMessage(db, letter(`many ${index}`), 'doron.test', start)
  const sent: string[] = []
  const keep: EmailTransport = async mail => void sent.push(mail.messageId)
  await Promise.all([1, 2, 3, 4].map(() => send(keep)))
  await send(keep)
  expect(sent).toHaveLength(20)
  expect(new Set(sent).size).toBe(20)
})

test('a temporary failure is retried later, with the same message id', async () => {
  await insertOutboxMessage(db, letter('b'), 'doron.test', start)
  const sent: string[] = []
  await send(refusing(421))
  expect(await send(refusing(421))).toBe(0)
  const later = new Date(start.getTime() + 60_000)
  await send(async mail => void sent.push(mail.messageId), later)
  const [row] = await outbox()
  expect(row).toMatchObject({ state: 'sent', attempts: 2, message_id: sent[0] })
})

test.each([
  ['the mail server refuses for good', refusing(550), letter('c')],
  ['nobody can write it', refusing(), letter('d', { template: 'unknown' })],
])('an e-mail fails for good when %s', async (_, transport, written) => {
  await insertOutboxMessage(db, written, 'doron.test', start)
  await send(transport)
  expect(await outbox()).toMatchObject([{ state: 'failed' }])
})

test('the local mailbox stores an e-mail once, however often it is sent', async () => {
  const deliver = createEmailTransport({ config, db })
  const mail: EmailMessage = {
    messageId: '<1@doron.test>',
    from: { name: 'x', address: 'x@doron.test' },
    to: 'a@example.com',
    language: 'en',
    subject: 's',
    html: 'h',
    text: 't',
  }
  await deliver(mail)
  await deliver(mail)
  expect(await db.selectFrom('mailbox').select('subject').execute()).toEqual([{ subject: 's' }])
})

test('over SMTP Greek is intact, and nothing can be injected into the headers', async () => {
  await insertOutboxMessage(db, letter('smtp'), 'doron.test', start)
  const { received, reports } = await receiveMail(url =>
    send(createEmailTransport({ config: { ...config, SMTP_URL: url }, db })),
  )
  const mail = await PostalMime.parse(received[0]!)
  expect(mail.subject).toBe('Γεια σας Άννα Bcc: evil@example.com')
  expect(mail.from).toEqual({ name: 'Δώρον', address: config.MAIL_FROM })
  expect(mail.bcc).toBeUndefined()
  expect(mail.text).toContain('Άννα')
  const id = (await outbox())[0]?.message_id
  expect(mail.messageId).toBe(id)
  // By these headers no mail program answers with an absence notice.
  expect(mail.headers).toEqual(
    expect.arrayContaining([
      { key: 'auto-submitted', originalKey: expect.any(String), value: 'auto-generated' },
      { key: 'x-auto-response-suppress', originalKey: expect.any(String), value: 'All' },
    ]),
  )
  // A report of a failure names the letter (R1002).
  expect(reports).toEqual([{ ret: 'HDRS', envid: id?.slice(1, -1) }])
})

test.each([
  ['answers nothing', () => {}],
  ['greets, and falls silent', (socket: Socket) => void socket.write('220 hello\r\n')],
])('a mail server that %s times out', async (_, greets) => {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    greets(socket)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.address() as { port: number }
  const smtp = createEmailTransport({ config: { ...config, SMTP_URL: `smtp://127.0.0.1:${port}` }, db }, 50)
  await insertOutboxMessage(db, letter('silent'), 'doron.test', start)
  await send(smtp)
  for (const socket of sockets) socket.destroy()
  await new Promise<void>(closed => server.close(() => closed()))
  expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 1, error: expect.any(String) }])
})

test('with a slow mail server the rest of a batch is returned before its lease ends', async () => {
  for (const cause of ['slow 1', 'slow 2', 'slow 3'])
    await insertOutboxMessage(db, letter(cause), 'doron.test', start)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => passed)
  const sent: string[] = []
  await send(async mail => {
    sent.push(mail.messageId)
    passed += 61_000
  })
  expect(sent).toHaveLength(1)
  expect((await outbox()).map(row => [row.state, row.attempts]).sort()).toEqual([
    ['sent', 1],
    ['waiting', 0],
    ['waiting', 0],
  ])
  await send(async mail => void sent.push(mail.messageId))
  clock.mockRestore()
  expect(new Set(sent).size).toBe(3)
})

test('texts that are too long for the rest of their budget stop no letter', async () => {
  const at = new Date(start.getTime() - 60_000)
  for (let index = 0; index < 40; index++) {
    // The first leaves two of 30 parts, which none of the others fits into.
    const text = {
      template: 'sms',
      channel: 'sms' as const,
      to: `+306944000${100 + index}`,
      parts: index ? 3 : 1,
      props: { text: 'Ελάτε!' },
    }
    const account = { kind: 'sms', recipient_key: text.to, sender_id: null, sender_address: null }
    const moment = new Date(at.getTime() + index)
    await insertOutboxMessage(db, letter(`text ${index}`, text), 'doron.test', start, {
      ...account,
      at: moment,
    })
  }
  const sent: string[] = []
  const keep: EmailTransport = async mail => void sent.push(mail.messageId)
  expect(await send(keep)).toBe(10)
  await insertOutboxMessage(db, letter('e-mail'), 'doron.test', start)
  expect(await send(keep)).toBe(1)
  expect(sent).toHaveLength(1)
})
