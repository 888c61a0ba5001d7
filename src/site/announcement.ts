import { createHash } from 'node:crypto'
import type { ReplyOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import type { getAnnouncement } from './announcement.contract.ts'
import * as contract from './announcement.contract.ts'

export const calls: Handler[] = [
  handle(contract.getAnnouncement, async ({ lang }, ctx) => findAnnouncement(ctx, lang ?? ctx.language)),
]

/** The announcement that the deployment configures for a language (R822); null without one. */
export function findAnnouncement(
  { config }: Pick<RequestContext, 'config'>,
  language: Language,
): ReplyOf<typeof getAnnouncement> {
  const { texts, path = null } = config.ANNOUNCEMENT
  const text = texts[language]
  if (!text) return null
  const id = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { id, text, path }
}
