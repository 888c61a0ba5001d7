import type { Logger } from 'pino'
import PostalMime from 'postal-mime'
import type { Config } from '../config.ts'
import { isEqualConstantTime } from '../context/signing.ts'
import type { Db } from '../postgres/tables.ts'
import { markEmailReturned } from './outbox.ts'

/** Where a mail server, or whoever reads its mailbox, sends the letters that came back (R1002). */
export const bouncePath = '/api/mail/bounces'

/** Reports are some kilobytes; those that carry the whole letter back are below this. */
const maxReportBytes = 256_000

/**
 * Receives a raw message that came back to `MAIL_FROM` (RFC 3464) and notes at the letter of ours that it was not
 * delivered. What is no such report, or of no letter of ours, is answered 200 as well: a mail server would write to its
 * sender otherwise. A wrong token is 401, a message that is too large 413.
 */
export async function receiveBounce(
  request: Request,
  { db, config, log }: { db: Db; config: Pick<Config, 'MAIL_BOUNCE_TOKEN'>; log: Logger },
): Promise<Response> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (!config.MAIL_BOUNCE_TOKEN || !isEqualConstantTime(token, config.MAIL_BOUNCE_TOKEN))
    return new Response(null, { status: 401 })
  const raw = new Uint8Array(await request.arrayBuffer())
  if (raw.length > maxReportBytes) return new Response(null, { status: 413 })
  const report = await parseBounceReport(raw)
  const letter =
    report?.failure == null || report.messageIds.length === 0
      ? undefined
      : await markEmailReturned(db, report.messageIds, `returned: ${report.failure}`)
  if (letter) log.warn({ email: letter.id, template: letter.template }, 'email came back')
  return Response.json({ noted: letter !== undefined })
}

/** A report that a mail server sends back (RFC 3464): whose letter it is, and what became of it. */
interface BounceReport {
  /** The ids that the report says its letter had. */
  messageIds: string[]
  /** It was given up for good; null for a letter that is late, or arrived. */
  failure: string | null
}

const maxFailureLength = 300
/** Characters that a page can't show, or that turn its direction (R929). */
const unreadable = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** A report has one group of fields for its letter and one for each recipient; ours have one. */
const maxGroups = 20

/** Reads a report; null for a message that is none. */
async function parseBounceReport(raw: Uint8Array): Promise<BounceReport | null> {
  const message = await parseMessage(raw)
  if (!message) return null
  const partOf = (...types: string[]) =>
    message.attachments.find(({ mimeType }) => types.includes(mimeType))?.content
  const status = partOf('message/delivery-status', 'message/global-delivery-status')
  if (status === undefined) return null
  const groups = parseFieldGroups(decode(status)).slice(0, maxGroups)
  const original = partOf(
    ...['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'],
  )
  const headers = original === undefined ? null : await parseMessage(decode(original))
  const envelopeId = groups[0]?.['original-envelope-id']
  const messageIds = [headers?.messageId, envelopeId && `<${envelopeId}>`].flatMap(id => id?.trim() || [])
  return { messageIds, failure: findFailure(groups) }
}

/** What the report says of the first recipient who is given up. */
function findFailure(groups: Record<string, string>[]): string | null {
  const failed = groups.find(({ action }) => action?.toLowerCase() === 'failed')
  if (!failed) return null
  const words = [failed.status, failed['diagnostic-code']].filter(Boolean).join(' ')
  return words.replace(unreadable, ' ').slice(0, maxFailureLength).toWellFormed()
}

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
