import type { Logger } from 'pino'
import PostalMime from 'postal-mime'
import type { Config } from '../config.ts'
import { readBearerToken } from '../context/session.ts'
import { isEqualConstantTime } from '../context/signing.ts'
import type { Db } from '../postgres/tables.ts'
import { findRecipient, markEmailReturned } from './outbox.ts'

/** Where a mail server, or whoever reads its mailbox, sends the letters that came back (R1002). */
export const bouncePath = '/api/mail/bounces'

/** Reports are some kilobytes; those that carry the whole letter back are below this. */
const maxReportBytes = 256_000

interface BounceDependencies {
  db: Db
  config: Pick<Config, 'MAIL_BOUNCE_TOKEN'>
  log: Logger
  /** Somebody complained about a letter of ours: no more invitations go there. */
  stopInvitations(address: string): Promise<void>
}

/**
 * Receives a raw message that came back to `MAIL_FROM` (RFC 3464, or as servers wrote before it) and notes at the letter of
 * ours that it was not delivered; a complaint (RFC 5965) ends invitations to its recipient. What is no such report, or of no
 * letter of ours, is answered 200 as well: a mail server would write to its sender otherwise. A wrong token is 401, a
 * message that is too large 413.
 */
export async function receiveBounce(
  request: Request,
  { db, config, log, stopInvitations }: BounceDependencies,
): Promise<Response> {
  const token = readBearerToken(request) ?? ''
  if (!config.MAIL_BOUNCE_TOKEN || !isEqualConstantTime(token, config.MAIL_BOUNCE_TOKEN))
    return new Response(null, { status: 401 })
  const raw = new Uint8Array(await request.arrayBuffer())
  if (raw.length > maxReportBytes) return new Response(null, { status: 413 })
  const report = await parseReport(raw)
  if (!report || report.messageIds.length === 0) return Response.json({ noted: false })
  if (report.isComplaint) {
    const recipient = await findRecipient(db, report.messageIds)
    if (recipient === undefined) return Response.json({ noted: false })
    await stopInvitations(recipient)
    log.warn({ about: report.failure }, 'somebody complained about an email')
    return Response.json({ noted: true })
  }
  const letter =
    report.failure === null
      ? undefined
      : await markEmailReturned(db, report.messageIds, `returned: ${report.failure}`)
  if (letter) log.warn({ email: letter.id, template: letter.template }, 'email came back')
  return Response.json({ noted: letter !== undefined })
}

/** A report that a mail server sends back: whose letter it is, and what became of it. */
interface MailReport {
  /** The ids that the report says its letter had. */
  messageIds: string[]
  /** It was given up for good; null for a letter that is late, or arrived. Of a complaint: its kind. */
  failure: string | null
  isComplaint?: true
}

const maxFailureLength = 300
/** Characters that a page can't show, or that turn its direction (R929). */
const unreadable = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** A report has one group of fields for its letter and one for each recipient; ours have one. */
const maxGroups = 20

/** Reads a report; null for a message that is none. */
async function parseReport(raw: Uint8Array): Promise<MailReport | null> {
  const message = await parseMessage(raw)
  if (!message) return null
  const status = partOf(message, 'message/delivery-status', 'message/global-delivery-status')
  const complaint = partOf(message, 'message/feedback-report')
  if (status === undefined && complaint === undefined) return readPlainReport(message)
  const original = await readOriginal(message)
  if (complaint !== undefined) {
    const kind = parseFieldGroups(decode(complaint))[0]?.['feedback-type']?.toLowerCase()
    if (!kind || kind === 'not-spam') return null
    return { messageIds: idsOf(original?.messageId), failure: kind.slice(0, 40), isComplaint: true }
  }
  const groups = parseFieldGroups(decode(status ?? '')).slice(0, maxGroups)
  const envelopeId = groups[0]?.['original-envelope-id']
  // Exchange sends nothing of the letter back, and answers it.
  const answered = original ? undefined : message.inReplyTo
  const messageIds = idsOf(original?.messageId, envelopeId && `<${envelopeId}>`, answered)
  return { messageIds, failure: findFailure(groups) }
}

type Mail = NonNullable<Awaited<ReturnType<typeof parseMessage>>>

const partOf = ({ attachments }: Mail, ...types: string[]) =>
  attachments.find(({ mimeType }) => types.includes(mimeType))?.content

const idsOf = (...ids: (string | undefined)[]) => ids.flatMap(id => id?.trim() || [])

/** The letter that a report is about, or its headers alone; null where none of it came back. */
async function readOriginal(message: Mail): Promise<Mail | null> {
  const original = partOf(
    message,
    ...['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'],
  )
  return original === undefined ? null : parseMessage(decode(original))
}

/** Sentences by which mail servers give a letter up: qmail, Exim, GMX and Zoho, Exchange, Yahoo. */
const givenUp = [
  'this is a permanent error',
  'diagnostic information for administrators',
  'delivery has failed to these recipients',
  'did not reach the following recipient',
  'unable to deliver message to the following address',
  'unable to deliver your message to the following address',
]
/** Sentences by which they say that they are going to try again. */
const triedAgain = [
  'has not yet been delivered',
  'will be retried',
  'still being retried',
  'no action is required',
]
/** Lines above the copy of the letter in a report; the words of the copy don't count. */
const copyMarks = [
  'below this line is a copy',
  'this is a copy',
  'the header of the original',
  'original message',
]
const sendersOfReports = /^(?:mailer-daemon|postmaster|microsoftexchange[\da-f]+)@/i
const idLine = /^message-id:\s*(<[^<>\s]{1,250}>)/gim
const refusal = /^.*\b5(?:\d\d[ -]|\.\d{1,3}\.\d{1,3}\b).*$/m

/**
 * A report in a server's own words, of which no part is marked: from a mail server, with a sentence that gives the letter
 * up and none that it is late. An answer by a person's mailbox comes from that person, and never counts.
 */
async function readPlainReport(message: Mail): Promise<MailReport | null> {
  if (!sendersOfReports.test(message.from?.address ?? '')) return null
  const text = (message.text ?? '').replaceAll('\r\n', '\n')
  const lines = text.split('\n')
  const mark = lines.findIndex(
    line => line.startsWith('--') && copyMarks.some(one => line.toLowerCase().includes(one)),
  )
  const words = lines.slice(0, mark < 0 ? undefined : mark).join('\n')
  const said = words.toLowerCase().replace(/\s+/g, ' ')
  if (triedAgain.some(sentence => said.includes(sentence))) return null
  const sentence = givenUp.find(one => said.includes(one))
  if (sentence === undefined) return null
  const copy = lines.slice(Math.max(0, mark)).join('\n')
  const copied = [...copy.matchAll(idLine)].slice(0, maxGroups).map(([, id]) => id)
  const original = await readOriginal(message)
  const messageIds = idsOf(original?.messageId, ...copied, message.inReplyTo)
  return { messageIds, failure: cutFailure(refusal.exec(words)?.[0].trim() ?? sentence) }
}

/** What the report says of the first recipient who is given up. */
function findFailure(groups: Record<string, string>[]): string | null {
  const failed = groups.find(({ action }) => action?.toLowerCase() === 'failed')
  if (!failed) return null
  return cutFailure([failed.status, failed['diagnostic-code']].filter(Boolean).join(' '))
}

const cutFailure = (words: string) => words.replace(unreadable, ' ').slice(0, maxFailureLength).toWellFormed()

/** Null where the message is nested deeper, or has more headers, than any report has. */
async function parseMessage(raw: Uint8Array | string) {
  try {
    const limits = { maxNestingDepth: 10, maxHeadersSize: 64_000, attachmentEncoding: 'arraybuffer' } as const
    return await PostalMime.parse(raw, { ...limits, forceRfc822Attachments: true })
  } catch {
    return null
  }
}

const decode = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The fields of a delivery status, by their names in lower case: groups with an empty line between. */
function parseFieldGroups(text: string): Record<string, string>[] {
  const groups = text
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
  return groups.filter(group => group.trim() !== '').map(parseFields)
}

function parseFields(group: string): Record<string, string> {
  const fields = group.split('\n').flatMap(line => {
    const colon = line.indexOf(':')
    return colon < 1
      ? []
      : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
  })
  return Object.fromEntries(fields)
}
