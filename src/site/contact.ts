import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { emailKey } from '../account/customer/customer.rules.ts'
import { tooManyRequests } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import { hourMs } from '../base/durations.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { countRows, insertNewRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import * as contract from './contact.contract.ts'

export const calls: Handler[] = [handle(contract.sendContactMessage, sendContactMessage)]

const maxMessagesFromAddress = 5
const maxMessagesFromSender = 10
/** Beyond these many single e-mails an hour messages are sent as a digest, so that a flood doesn't close the form. */
const lettersPerHour = 30
const messagesPerDigest = 100
const digestsPerHour = 100

type ContactMessage = ParsedOf<typeof contract.sendContactMessage>

/**
 * Throws `refused_often` 429 beyond five messages an hour from one network address and ten from one e-mail (contact
 * form, R823). Beyond the limit of single e-mails messages are sent as a digest at the end of the hour.
 */
async function sendContactMessage(
  { name, email, message }: ContactMessage,
  ctx: RequestContext,
): Promise<Record<string, never>> {
  const { config, db, now, language } = ctx
  await ctx.rateLimit(`contact:${ctx.address}`, maxMessagesFromAddress, hourMs / 1000)
  await ctx.rateLimit(`contact-by:${emailKey(email)}`, maxMessagesFromSender, hourMs / 1000)
  const written = { name, email, message }
  // The same message of one day has the same cause, so that it is sent, and on the staff's work list, once.
  const digest = createHash('sha256')
    .update(`${dayInAthens(now)} ${email} ${message}`)
    .digest('hex')
  await insertNewRow(db, 'contact_message', { ...written, cause: digest, created_at: now })
  const created_at = { '>': new Date(now.getTime() - hourMs) }
  const letters = await countRows(db, 'outbox', { kind: 'contact', template: 'contact', created_at })
  const cause = `contact:${digest}`
  const letter = { template: 'contact', language, to: config.SUPPORT_EMAIL, props: written, cause }
  const isSent = letters < lettersPerHour && (await ctx.enqueueEmail(db, letter))
  if (!isSent) await addToDigest(written, ctx)
  return {}
}

/** For the digest at the end of the hour. Throws `refused_often` 429 when all digests of the hour are full. */
async function addToDigest(message: ContactMessage, ctx: RequestContext): Promise<void> {
  const { config, db, now } = ctx
  const until = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  for (let number = 1; number <= digestsPerHour; number++) {
    const isAdded = await ctx.enqueueEmail(db, {
      cause: `contact-digest:${until.toISOString()}:${number}`,
      template: 'contact-digest',
      language: config.STAFF_LANGUAGE,
      to: config.SUPPORT_EMAIL,
      props: { messages: [message] },
      gathered: { until, max: messagesPerDigest },
    })
    if (isAdded) return
  }
  throw tooManyRequests('refused_often', until, now)
}

/** Deletes the messages of an e-mail address, and their letters to us (erasing: R125); answers how many. */
export async function deleteContactMessagesOf(
  tx: Db,
  address: string,
  ctx: Pick<RequestContext, 'deleteEmails'>,
): Promise<number> {
  const { rows } = await sql<{ cause: string }>`
    delete from contact_message where lower(email) = lower(${address}) returning cause`.execute(tx)
  await ctx.deleteEmails(
    tx,
    rows.map(({ cause }) => `contact:${cause}`),
  )
  return rows.length
}
