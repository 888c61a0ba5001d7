import { render, toPlainText } from '@react-email/render'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { createElement } from 'react'
import { hourMs } from '../../base/durations.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { type OpenSpan, traced } from '../../base/traces.ts'
import { nextAttemptAt } from '../../base/work-limit.ts'
import type { EmailContext, Letter } from '../../ui/email/letter.ts'
import { LetterTemplate } from '../../ui/email/letter-template.tsx'
import type { Config } from '../config.ts'
import { isLoopbackName } from '../loopback.ts'
import type { Db } from '../postgres/tables.ts'
import { type LeaseDependencies, leaseDueMessages, leaseMs, type OutboxRow } from './lease.ts'

/** Retries after 15 s, 30 s, 1 min … at most six hours. */
const retryDelays = { firstMs: 15_000, mostMs: 6 * hourMs }

/** An e-mail ready to be sent; its message id is the same at every attempt. */
export interface EmailMessage {
  messageId: string
  from: { name: string; address: string }
  to: string
  language: Language
  subject: string
  html: string
  text: string
  /** The address that unsubscribes, for the mail program's own button (RFC 8058). */
  unsubscribe?: string | undefined
}

/** Delivers one e-mail or throws; an error with a `responseCode` of 500 and above is permanent. */
export type EmailTransport = (message: EmailMessage) => Promise<void>

interface EmailSenderDependencies extends LeaseDependencies {
  transport: EmailTransport
  /** Sends text messages; by default as the settings say. */
  smsSender?: SmsSender
  log: Logger
}

/** After so many attempts, over about two days, an e-mail has failed. */
const maxAttempts = 14

/** Sends what is due in the outbox; answers how many messages were leased. A failed delivery does not throw. */
export async function sendDueEmails(dependencies: EmailSenderDependencies): Promise<number> {
  const rows = await leaseDueMessages(dependencies)
  const until = performance.now() + leaseMs / 2
  for (const row of rows) {
    // When delivery is slow the rest is returned before its lease ends, so that no other process sends it twice.
    if (performance.now() > until) await returnLease(row, dependencies)
    else await traced(messageSpan(row), span => send(row, dependencies, span))
  }
  return rows.length
}

/** Ends the lease of a message that was not tried. */
async function returnLease({ id, attempts }: OutboxRow, { db, now }: EmailSenderDependencies): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ attempts: attempts - 1, next_attempt_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute()
}

/** How a message is seen in traces: its kind, and nothing of who gets it. */
const messageSpan = ({ template, channel }: OutboxRow) => ({
  name: `email ${template}`,
  kind: 'client' as const,
  attributes: { 'doron.email.template': template, 'doron.email.channel': channel },
})

async function send(row: OutboxRow, dependencies: EmailSenderDependencies, span: OpenSpan): Promise<void> {
  try {
    await deliver(row, dependencies)
    await updateMessage(dependencies.db, row.id, { state: 'sent', sent_at: dependencies.now, error: null })
  } catch (error) {
    span.fail(error)
    const reason = error instanceof Error ? error.message : String(error)
    const isFinal = isPermanentFailure(error) || row.attempts >= maxAttempts
    const logged = withoutAddresses(reason)
    dependencies.log.warn(
      { email: row.id, template: row.template, given_up: isFinal, reason: logged },
      'email not sent',
    )
    await updateMessage(dependencies.db, row.id, {
      state: isFinal ? 'failed' : 'waiting',
      next_attempt_at: nextAttemptAt(dependencies.now, row.attempts, retryDelays),
      error: reason.slice(0, 500),
    })
  }
}

/** What the mail server said, without the addresses and numbers that it repeats. */
function withoutAddresses(reason: string): string {
  const words = reason.slice(0, 300).split(' ')
  return words.map(word => (word.includes('@') || /\+\d{6}/.test(word) ? '…' : word)).join(' ')
}

async function deliver(row: OutboxRow, dependencies: EmailSenderDependencies): Promise<void> {
  if (row.channel === 'mail') return dependencies.transport(await createMessage(row, dependencies))
  const sendSms = dependencies.smsSender ?? createSmsSender(dependencies)
  return sendSms({ messageId: row.message_id, to: row.recipient, text: String(row.props.text) })
}

async function updateMessage(db: Db, id: number, change: Partial<OutboxRow>): Promise<void> {
  const { state, sent_at, next_attempt_at, error } = change
  // An e-mail may contain a code; once it is sent, its props are no longer needed.
  const props = state === 'sent' ? '{}' : undefined
  await db
    .updateTable('outbox')
    .set({ state, sent_at, next_attempt_at, error, props })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Whether a retry can't succeed: the mail server answered 5xx, or the template does not exist. */
function isPermanentFailure(error: unknown): boolean {
  if (error instanceof UnknownTemplateError) return true
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return code >= 500
}

class UnknownTemplateError extends Error {}

async function createMessage(
  row: OutboxRow,
  { letters, config }: EmailSenderDependencies,
): Promise<EmailMessage> {
  const letter = letters[row.template]
  if (!letter) throw new UnknownTemplateError(`no letter “${row.template}”`)
  return {
    messageId: row.message_id,
    from: { name: config.SITE_NAME, address: config.MAIL_FROM },
    to: row.recipient,
    language: row.language,
    ...(await renderEmail(letter, row.props, row.language, config, workListsFor(row, config))),
  }
}

/** Where letters to the staff lead to (R941). */
function workListsFor(
  { kind }: OutboxRow,
  { STAFF_CONSOLE, SITE_URL }: Pick<Config, 'STAFF_CONSOLE' | 'SITE_URL'>,
): string | undefined {
  return kind === 'staff' && STAFF_CONSOLE ? SITE_URL + paths.staffWork : undefined
}

/** Writes an e-mail in its reader's language: the subject and both parts. Throws when the props don't fit the letter. */
export async function renderEmail(
  letter: Letter,
  props: unknown,
  language: Language,
  config: Pick<Config, 'SITE_NAME' | 'SITE_MARK' | 'SITE_URL' | 'SUPPORT_EMAIL'>,
  workLists?: string,
): Promise<Pick<EmailMessage, 'subject' | 'html' | 'text' | 'unsubscribe'>> {
  const site = {
    name: config.SITE_NAME,
    url: config.SITE_URL,
    supportEmail: config.SUPPORT_EMAIL,
    hasMark: config.SITE_MARK === undefined,
  }
  const context: EmailContext = { language, site, workLists }
  const content = letter.write(props, context)
  const html = await render(createElement(LetterTemplate, { content, context }))
  return {
    unsubscribe: content.unsubscribePath && config.SITE_URL + content.unsubscribePath,
    subject: content.subject.replace(/\s+/g, ' ').trim(),
    html: html.replace(/^<!DOCTYPE[^>]*>/, '<!doctype html>'),
    text: toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] }),
  }
}

/** The mail server of SMTP_URL, or the local mailbox; `timeoutMs` is how long it waits for a silent server. */
export function createEmailTransport(
  { config, db }: { config: Config; db: Db },
  timeoutMs = 10_000,
): EmailTransport {
  return config.SMTP_URL ? smtpTransport(config.SMTP_URL, timeoutMs) : mailboxTransport(db)
}

function smtpTransport(url: string, timeoutMs: number): EmailTransport {
  const server = createTransport({
    url,
    // Passwords and e-mails go to another machine only over TLS, also where the server offers it after the greeting.
    requireTLS: !isLoopbackName(new URL(url).hostname),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
  })
  return async ({ messageId, from, to, subject, html, text, language, unsubscribe }) => {
    await server.sendMail({
      messageId,
      from,
      to,
      subject,
      html,
      text,
      // Where the server can do so (RFC 3461), a report of a failure names the letter and has its headers alone.
      dsn: { id: messageId.replace(/^<|>$/g, ''), return: 'headers', notify: ['failure'] },
      headers: {
        'content-language': language,
        'auto-submitted': 'auto-generated',
        // Outlook and Exchange look at this one.
        'x-auto-response-suppress': 'All',
        ...(unsubscribe && {
          'list-unsubscribe': `<${unsubscribe}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
      },
    })
  }
}

/** Stores e-mails in the database, where /dev/mail shows them; a repeated message id is stored once. */
function mailboxTransport(db: Db): EmailTransport {
  return async ({ messageId, to, language, subject, html, text }) => {
    await db
      .insertInto('mailbox')
      .values({ message_id: messageId, recipient: to, language, subject, html, plain: text })
      .onConflict(conflict => conflict.column('message_id').doNothing())
      .execute()
  }
}

/** A text message ready to be sent; its message id is the same at every attempt. */
interface SmsMessage {
  messageId: string
  /** E.164. */
  to: string
  text: string
}

/** Delivers one message or throws; an error with a `responseCode` of 500 and above is permanent. */
type SmsSender = (message: SmsMessage) => Promise<void>

/** The provider of SMS_SERVICE, or the local outbox that /dev/sms shows; `timeoutMs` is how long it waits for the provider. */
export function createSmsSender({ config, db }: { config: Config; db: Db }, timeoutMs = 10_000): SmsSender {
  return config.SMS_SERVICE ? smsProvider(config.SMS_SERVICE, config, timeoutMs) : localOutbox(db)
}

/** Posts `{ to, from, text, reference }` as JSON; by `reference` the provider recognises a repeated message. */
function smsProvider(
  { url, authorization }: NonNullable<Config['SMS_SERVICE']>,
  { SMS_SENDER }: Config,
  timeoutMs: number,
): SmsSender {
  return async ({ messageId, to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ to, from: SMS_SENDER, text, reference: messageId }),
      // A redirect would take the key and the message to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return
    // A message that the provider refuses is not retried; its own failures and “too many requests” are.
    const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429
    throw Object.assign(
      new Error(`the provider answered ${response.status}`),
      isRefused && { responseCode: 550 },
    )
  }
}

function localOutbox(db: Db): SmsSender {
  return async ({ messageId, to, text }) => {
    await db
      .insertInto('text_message')
      .values({ message_id: messageId, recipient: to, body: text })
      .onConflict(conflict => conflict.column('message_id').doNothing())
      .execute()
  }
}
