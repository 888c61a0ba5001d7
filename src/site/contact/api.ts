import { createHash } from 'node:crypto'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import * as contract from './contract.ts'

export const calls: Handler[] = [handle(contract.sendContactMessage, sendContactMessage)]

const maxMessagesFromAddress = 5
const maxMessages = 100
const windowSeconds = 3600

/** Throws `refused_often` 429 beyond five messages an hour from one network address, or a hundred in all (R823). */
async function sendContactMessage(
  { name, email, message }: ParsedOf<typeof contract.sendContactMessage>,
  ctx: RequestContext,
): Promise<Record<string, never>> {
  const { config, db, now, language } = ctx
  await ctx.rateLimit(`contact:${ctx.address}`, maxMessagesFromAddress, windowSeconds)
  await ctx.rateLimit('contact', maxMessages, windowSeconds)
  // The same message of one day has one cause, so that it is sent once.
  const digest = createHash('sha256')
    .update(`${dayInAthens(now)} ${email} ${message}`)
    .digest('hex')
  await ctx.enqueueEmail(db, {
    cause: `contact:${digest}`,
    template: 'contact',
    language,
    to: config.SUPPORT_EMAIL,
    props: { name, email, message },
  })
  return {}
}
