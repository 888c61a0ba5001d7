import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { accountClient } from '../../../test/account-client.ts'
import { aHost, aRegistry } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { testApp } from '../../../test/test-app.ts'
import { sendInvitations } from '../../invitation/sending.contract.ts'
import { bouncePath } from './bounces.ts'

const token = 'a token of our mail server, long enough'.replaceAll(' ', '-')
const site = opened(() =>
  testApp({ shop: 'none', pages: true, env: { ...consoleOn, MAIL_BOUNCE_TOKEN: token } }),
)
let manager: string
beforeAll(async () => {
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})

const staff = staffClient(() => site)
const { register } = accountClient(() => site)

/** A letter that the mail server took. */
async function aSentLetter(recipient: string) {
  await register(recipient)
  await site.db.updateTable('outbox').set({ state: 'sent', props: '{}', sent_at: site.clock.now }).execute()
  const letter = site.db.selectFrom('outbox').select(['id', 'message_id']).where('recipient', '=', recipient)
  return letter.executeTakeFirstOrThrow()
}

const stateOf = ({ id }: { id: number }) =>
  site.db.selectFrom('outbox').select(['state', 'error']).where('id', '=', id).executeTakeFirstOrThrow()

interface Report {
  messageId?: string
  envelopeId?: string
  action?: string
  status?: string
  diagnostic?: string
  /** What of the letter the server sent back. */
  original?: 'message/rfc822' | 'text/rfc822-headers'
}

/** As Postfix, Exim and Exchange write them. */
function writeReport(report: Report): string {
  const { action = 'failed', status = '5.1.1', original = 'text/rfc822-headers' } = report
  const diagnostic = report.diagnostic ?? 'smtp; 550 5.1.1 <gone@example.gr>: no such\r\n    mailbox here'
  return [
    'From: MAILER-DAEMON@mail.example.gr (Mail Delivery System)',
    'To: registry@doron.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="edge/1"',
    '',
    '--edge/1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    '--edge/1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.gr',
    ...(report.envelopeId ? [`Original-Envelope-Id: ${report.envelopeId}`] : []),
    '',
    'Final-Recipient: rfc822; gone@example.gr',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    ...(report.messageId
      ? [
          '--edge/1',
          `Content-Type: ${original}`,
          '',
          'From: registry@doron.example',
          `Message-ID: ${report.messageId}`,
          'Subject: Welcome',
          '',
          ...(original === 'message/rfc822' ? ['Hello', ''] : []),
        ]
      : []),
    '--edge/1--',
    '',
  ].join('\r\n')
}

const receive = async (body: BodyInit, authorization = `Bearer ${token}`) =>
  site.app.request(bouncePath, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'message/rfc822' },
  })
const noted = async (answer: Response) => [answer.status, ((await answer.json()) as { noted: boolean }).noted]

test('a letter that came back has failed, by its headers or its envelope, once; staff see why', async () => {
  const host = await aHost(site)
  const registry = await aRegistry(site, host)
  const byHeaders = await aSentLetter('gone@example.gr')
  const byWhole = await aSentLetter('gone2@example.gr')
  const byEnvelope = await aSentLetter('gone3@example.gr')
  await site.db.updateTable('outbox').set({ recipient: host.email }).where('id', '=', byHeaders.id).execute()
  const report = writeReport({ messageId: byHeaders.message_id })
  const answers = await Promise.all([1, 2, 3].map(() => receive(report).then(noted)))
  expect(answers.sort()).toEqual([
    [200, false],
    [200, false],
    [200, true],
  ])
  const error = 'returned: 5.1.1 smtp; 550 5.1.1 <gone@example.gr>: no such mailbox here'
  expect(await stateOf(byHeaders)).toEqual({ state: 'failed', error })
  const whole = writeReport({ messageId: byWhole.message_id, original: 'message/rfc822' })
  expect(await noted(await receive(whole))).toEqual([200, true])
  const envelopeId = byEnvelope.message_id.replace(/[<>]/g, '')
  expect(await noted(await receive(writeReport({ envelopeId, status: '4.4.7' })))).toEqual([200, true])

  const pageOf = async (path: string) => (await staff.view(`${path}?lang=en`, manager)).text()
  expect(await pageOf('/staff/work/letter')).toContain('no such mailbox')
  expect(await pageOf(`/staff/registries/${registry.code}/letters`)).toContain('no such mailbox')
  // Its contents are gone: it is written anew, not sent empty.
  await site.db.updateTable('customer').set({ confirmed_at: null }).where('id', '=', host.id).execute()
  const action = await (
    await staff.view(`/staff/actions/letter_resent?letter=${byHeaders.id}&lang=en`, manager)
  ).text()
  expect(action).toContain('name="version"')
})

test('nothing happens by a report of a delay, of no letter of ours, of one that waits, or that is none', async () => {
  const letter = await aSentLetter('stays@example.gr')
  const messageId = letter.message_id
  for (const report of [
    writeReport({ messageId, action: 'delayed', status: '4.2.0' }),
    writeReport({ messageId, action: 'delivered', status: '2.0.0' }),
    writeReport({ messageId: '<00000000-0000-4000-8000-000000000000@registry.example>' }),
    writeReport({}),
    writeReport({ messageId }).replace('message/delivery-status', 'text/plain'),
    'Subject: Out of office\r\n\r\nI am away.',
    '',
    '\u0000\u0000',
  ])
    expect(await noted(await receive(report))).toEqual([200, false])
  expect(await stateOf(letter)).toEqual({ state: 'sent', error: null })
  await site.db.updateTable('outbox').set({ state: 'waiting' }).where('id', '=', letter.id).execute()
  expect(await noted(await receive(writeReport({ messageId })))).toEqual([200, false])
  // Nothing is written at a letter whose recipient was erased.
  await site.db
    .updateTable('outbox')
    .set({ state: 'sent', recipient: '' })
    .where('id', '=', letter.id)
    .execute()
  expect(await noted(await receive(writeReport({ messageId })))).toEqual([200, false])
})

const folder = join(import.meta.dirname, '../../../test/files/returned-letters')
const shapes = Map.groupBy(readdirSync(folder).sort(), name => name.split('-')[0] ?? '')
const fileFor = (name: string, { message_id }: { message_id: string }) =>
  readFileSync(join(folder, name), 'utf8').replaceAll('{MESSAGE_ID}', message_id).replaceAll('\n', '\r\n')

test.each(['qmail', 'exim', 'exchange', 'gmx', 'yahoo', 'zoho'])(
  'a letter that comes back in the words of %s has failed',
  async shape => {
    const files = shapes.get(shape) ?? []
    expect(files).toHaveLength(3)
    for (const name of files) {
      const letter = await aSentLetter(`${name}@example.gr`)
      expect([name, ...(await noted(await receive(fileFor(name, letter))))]).toEqual([name, 200, true])
      const { state, error } = await stateOf(letter)
      expect([name, state]).toEqual([name, 'failed'])
      expect(error).toMatch(/^returned: .{8}/)
    }
  },
)

test('no answer of a mailbox, delay, receipt or praise counts, whatever it says', async () => {
  const files = shapes.get('answer') ?? []
  expect(files).toHaveLength(6)
  for (const name of files) {
    const letter = await aSentLetter(`${name}@example.gr`)
    expect([name, ...(await noted(await receive(fileFor(name, letter))))]).toEqual([name, 200, false])
    expect([name, await stateOf(letter)]).toEqual([name, { state: 'sent', error: null }])
  }
  expect(await site.db.selectFrom('email_suppression').selectAll().execute()).toEqual([])
})

test('who complains about a letter gets no invitations any more', async () => {
  const host = await aHost(site)
  const registry = await aRegistry(site, host)
  for (const name of shapes.get('complaint') ?? []) {
    const email = `${name}@example.gr`
    const letter = await aSentLetter(email)
    expect([name, ...(await noted(await receive(fileFor(name, letter))))]).toEqual([name, 200, true])
    expect(await stateOf(letter)).toEqual({ state: 'sent', error: null })
    const input = { registry_id: registry.code, emails: email }
    const { data } = await site.call<{ skipped: object[] }>(sendInvitations, input, { as: host.token })
    expect(data.skipped).toEqual([{ email, reason: 'invitation_stopped' }])
  }
})

test('hostile reports are bounded', async () => {
  const { message_id: messageId, id } = await aSentLetter('hostile@example.gr')
  const bomb = Array.from(
    { length: 3000 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  )
  for (const [body, status] of [
    ['x'.repeat(256_001), 413],
    [bomb.join(''), 200],
    [`${'X: y\r\n'.repeat(35_000)}\r\n`, 200],
    [writeReport({ messageId: '<'.repeat(50_000) }), 200],
    [writeReport({ envelopeId: 'a b '.repeat(20_000) }), 200],
  ] as const)
    expect((await receive(body)).status).toBe(status)
  const diagnostic = `${'\u0000\u202e\ud800'}${'long '.repeat(200)}`
  expect(await noted(await receive(writeReport({ messageId, diagnostic })))).toEqual([200, true])
  const { error } = await stateOf({ id })
  expect(error?.length).toBeLessThan(320)
  expect(error).not.toMatch(/\p{Cc}|\u202e/u)
})

test('only who has the token may report, and without one there is no such address', async () => {
  const letter = await aSentLetter('guarded@example.gr')
  const report = writeReport({ messageId: letter.message_id })
  for (const wrong of [
    '',
    'Bearer',
    `Bearer ${token}x`,
    `Basic ${token}`,
    `bearer ${'x'.repeat(token.length)}`,
  ])
    expect((await receive(report, wrong)).status).toBe(401)
  expect(await stateOf(letter)).toEqual({ state: 'sent', error: null })
  const closed = await testApp({ shop: 'none' })
  const init = { method: 'POST', body: report, headers: { authorization: `Bearer ${token}` } }
  expect((await closed.app.request(bouncePath, init)).status).toBe(404)
  await closed.close()
})
