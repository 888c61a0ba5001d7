import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { isEqualConstantTime } from '../context/signing.ts'
import type { Db } from '../postgres/tables.ts'
import { parseBounceReport } from './bounce-report.ts'
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
