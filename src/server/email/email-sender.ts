import { render } from '@react-email/render'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Language } from '../../base/language.ts'
import { nextAttemptAt } from '../../base/retry.ts'
import type { EmailContext, EmailTemplate } from '../../ui/email/email-layout.tsx'
import type { Config } from '../config.ts'
import { withMessageLanguage } from '../context/request-language.ts'
import type { Db, OutboxTable } from '../postgres/tables.ts'
import { createSmsSender, type SmsSender } from './sms-sender.ts'

/** Tries again after 15 s, 30 s, 1 min … at most six hours. */
const pauses = { firstMs: 15_000, mostMs: 6 * 3_600_000 }

export const outboxChannel = 'doron_outbox'

/** A letter ready to go; the same message id at every try (faults I6). */
export interface EmailMessage {
  messageId: string
  from: { name: string; address: string }
  to: string
  language: Language
  subject: string
  html: string
  text: string
  /** The address that ends such letters, for the mail program's own button (RFC 8058). */
  unsubscribe?: string | undefined
}

/** Delivers one letter or throws; an error with a `responseCode` of 500 and above is for good. */
export type EmailTransport = (mail: EmailMessage) => Promise<void>

export interface EmailSenderDependencies {
  db: Db
  config: Config
  transport: EmailTransport
  /** For text messages; without one they lie in the local outbox. */
  texter?: SmsSender
  /** Every feature's templates by name. */
  templates: Record<string, EmailTemplate>
  log: Logger
  now: Date
}

type Row = Selectable<OutboxTable>

const leaseMs = 120_000
const atOnce = 20
/** After so many tries over about two days a letter is given up. */
const triesMost = 14

/** Sends what is due in the outbox; answers how many letters were taken. A failure never reaches the request. */
export async function sendDueEmails(parts: EmailSenderDependencies): Promise<number> {
  const rows = await takeDue(parts)
  const until = performance.now() + leaseMs / 2
  for (const row of rows) {
    // Whoever delivers slowly leaves the rest to the next turn: soon others may take it.
    if (performance.now() > until) await leave(row, parts)
    else await send(row, parts)
  }
  return rows.length
}

/** Gives back a letter that was taken and not tried. */
async function leave({ id, attempts }: Row, { db, now }: EmailSenderDependencies): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ attempts: attempts - 1, next_attempt_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute()
}

async function takeDue({ db, now }: EmailSenderDependencies): Promise<Row[]> {
  const { rows } = await sql<Row>`
    update outbox set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from outbox where state = 'waiting' and next_attempt_at <= ${now}
      order by next_attempt_at limit ${atOnce} for update skip locked)
    returning *`.execute(db)
  return rows
}

async function send(row: Row, parts: EmailSenderDependencies): Promise<void> {
  try {
    await deliver(row, parts)
    await mark(parts.db, row.id, { state: 'sent', sent_at: parts.now, error: null })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const isOver = isForGood(error) || row.attempts >= triesMost
    parts.log.warn({ letter: row.id, template: row.template, given_up: isOver }, 'letter not sent')
    await mark(parts.db, row.id, {
      state: isOver ? 'failed' : 'waiting',
      next_attempt_at: nextAttemptAt(parts.now, row.attempts, pauses),
      error: said.slice(0, 500),
    })
  }
}

async function deliver(row: Row, parts: EmailSenderDependencies): Promise<void> {
  if (row.channel === 'mail') return parts.transport(await written(row, parts))
  const texter = parts.texter ?? createSmsSender(parts)
  return texter({ messageId: row.message_id, to: row.recipient, text: String(row.props.text) })
}

async function mark(db: Db, id: number, change: Partial<Row>): Promise<void> {
  const { state, sent_at, next_attempt_at, error } = change
  // A letter may carry a code; once it has left, nobody needs its words here.
  const props = state === 'sent' ? '{}' : undefined
  await db
    .updateTable('outbox')
    .set({ state, sent_at, next_attempt_at, error, props })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** A refusal that trying again won't change: the server's 5xx, or a letter that nobody can write. */
function isForGood(error: unknown): boolean {
  if (error instanceof UnknownTemplate) return true
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return code >= 500
}

class UnknownTemplate extends Error {}

async function written(row: Row, { templates, config }: EmailSenderDependencies): Promise<EmailMessage> {
  const template = templates[row.template]
  if (!template) throw new UnknownTemplate(`no template “${row.template}”`)
  return {
    messageId: row.message_id,
    from: { name: config.SITE_NAME, address: config.MAIL_FROM },
    to: row.recipient,
    language: row.language,
    ...(await renderEmail(template, row.props, row.language, config)),
  }
}

/** A letter in words, in its reader's language: the subject and both parts. Throws when the props have another shape. */
export async function renderEmail(
  template: EmailTemplate,
  props: unknown,
  language: Language,
  config: Pick<Config, 'SITE_NAME' | 'SITE_URL' | 'SUPPORT_EMAIL'>,
): Promise<Pick<EmailMessage, 'subject' | 'html' | 'text' | 'unsubscribe'>> {
  const about: EmailContext = {
    language,
    site: { name: config.SITE_NAME, url: config.SITE_URL, supportEmail: config.SUPPORT_EMAIL },
  }
  return withMessageLanguage(language, async () => {
    const { subject, body, unsubscribePath } = template(props, about)
    return {
      unsubscribe: unsubscribePath && config.SITE_URL + unsubscribePath,
      subject: subject.replace(/\s+/g, ' ').trim(),
      html: (await render(body)).replace(/^<!DOCTYPE[^>]*>/, '<!doctype html>'),
      text: await render(body, {
        plainText: true,
        htmlToTextOptions: { selectors: [{ selector: 'h1', options: { uppercase: false } }] },
      }),
    }
  })
}

/** The mail server of SMTP_URL, or the local mailbox; `patience` is how long a silent server is waited for, in ms. */
export function createEmailTransport(
  { config, db }: { config: Config; db: Db },
  patience = 10_000,
): EmailTransport {
  return config.SMTP_URL ? smtp(config.SMTP_URL, patience) : mailbox(db)
}

function smtp(url: string, patience: number): EmailTransport {
  const server = createTransport({
    url,
    dnsTimeout: patience,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 2 * patience,
  })
  return async ({ messageId, from, to, subject, html, text, language, unsubscribe }) => {
    await server.sendMail({
      messageId,
      from,
      to,
      subject,
      html,
      text,
      headers: {
        'content-language': language,
        'auto-submitted': 'auto-generated',
        ...(unsubscribe && {
          'list-unsubscribe': `<${unsubscribe}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  }
}

/** Keeps letters in the database, where /dev/mail shows them; the same message id twice is one letter. */
function mailbox(db: Db): EmailTransport {
  return async ({ messageId, to, language, subject, html, text }) => {
    await db
      .insertInto('mailbox')
      .values({ message_id: messageId, recipient: to, language, subject, html, plain: text })
      .onConflict(conflict => conflict.column('message_id').doNothing())
      .execute()
  }
}
