import type { Language } from '../../base/language.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { createLinkCode, issueLink } from '../link/service.ts'

/** How long a confirmation link is valid, in days (R117). */
const linkDays = 7

/** Enqueues an e-mail with a new link to confirm its address; the link before it becomes invalid (R117). */
export async function enqueueConfirmationEmail(
  tx: Db,
  template: 'welcome' | 'confirm-email' | 'money-waits',
  { id, email, language }: { id: number; email: string; language: Language },
  { now, enqueueEmail }: Pick<RequestContext, 'now' | 'enqueueEmail'>,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { code, hash } = createLinkCode()
  const expires_at = new Date(now.getTime() + linkDays * 86_400_000)
  const cause = template === 'welcome' ? `welcome:${id}` : `confirm:${hash.toString('base64url')}`
  const props = { code, ...more }
  // Beyond what an address gets in a day the last link stays valid.
  if (await enqueueEmail(tx, { cause, template, language, to: email, props }))
    await issueLink(tx, { kind: 'email_confirmation', subject_id: id, hash, expires_at })
}
