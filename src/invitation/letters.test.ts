import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { receiveMail } from '../../test/mail-server.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { createEmailTransport, sendDueEmails } from '../server/email/email-sender.ts'
import { letters } from './letters.ts'
import { sendInvitations } from './sending.contract.ts'

const app = opened(() => testApp())

test('over SMTP: an encoded Greek subject, text and HTML, one-click unsubscribe, and no tracking', async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const input = { registry_id: registry.code, emails: 'guest@example.com' }
  await app.call(sendInvitations, input, { as: host.token })
  const { received } = await receiveMail(async url => {
    const config = { ...app.config, SMTP_URL: url }
    const transport = createEmailTransport({ config, db: app.db })
    const log = pino({ level: 'silent' })
    await sendDueEmails({ db: app.db, config, transport, letters, log, now: app.clock.now })
  })
  const raw = received[0]?.toString('latin1') ?? ''
  expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^Subject: =\?UTF-8\?[BQ]\?/im)
  const mail = await PostalMime.parse(received[0] ?? Buffer.alloc(0))
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(mail.subject).toBe('Σας προσκαλούμε στον γάμο μας · Ελένη & Γιώργος')
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/doron\.test\/stop-invitations\/[\w.-]+>$/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.text).toContain('https://doron.test/reply/')
  expect(mail.html).toContain('lang="el"')
  expect(mail.html).not.toMatch(/<img|background=|url\(/)
})
