import { randomUUID } from 'node:crypto'
import { authorize } from '../../base/app-error.ts'
import { hourMs } from '../../base/durations.ts'
import type { OutgoingEmail } from '../../server/context/emails.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { formatDeviceName, parseUserAgent } from '../cookie.rules.ts'
import { emailKey } from '../customer/customer.rules.ts'
import { type AccountOwner, findCustomerByEmail, isEmailHeldForOwner } from '../customer/customer.sql.ts'
import { createLinkCode, issueLink } from '../link.ts'
import { confirmHours, maskEmail, type ProtectedAct, stopEnd } from './email-change.rules.ts'
import * as data from './email-change.sql.ts'

/** Whether another account has this e-mail, or may still take it back (R128). */
export async function isEmailTaken(db: Db, email: string, ownId: number, now: Date): Promise<boolean> {
  const key = emailKey(email)
  if (await isEmailHeldForOwner(db, key, now, ownId)) return true
  const other = await findCustomerByEmail(db, key)
  return other !== undefined && other.id !== ownId
}

/** Replaces a change that waits, and e-mails both addresses (R128). Call it after `lockEmailChanges`. */
export async function startEmailChange(
  tx: Db,
  {
    account,
    email,
    template,
  }: {
    account: AccountOwner & { isConfirmed: boolean; isFromShop: boolean }
    email: string
    template: 'email-change-requested' | 'email-correction-requested'
  },
  ctx: RequestContext,
): Promise<void> {
  const { now } = ctx
  // The change would be confirmed by the shop's password, which proves no mailbox (R1221).
  authorize(!account.isFromShop, 'account_confirm_own', 403)
  const expires_at = new Date(now.getTime() + confirmHours * hourMs)
  const id = await data.insertEmailChange(tx, {
    customer_id: account.id,
    old_email: account.email,
    old_email_key: emailKey(account.email),
    old_is_own: account.isConfirmed,
    new_email: email,
    requested_at: now,
    expires_at,
  })
  const change = { id, from: account.email, to: email, isOwn: account.isConfirmed }
  await tellOldAddress(tx, template, { account, change, until: expires_at }, ctx)
  const { code, hash } = createLinkCode()
  await issueLink(tx, { kind: 'email_change', subject_id: id, hash, expires_at })
  await ctx.enqueueEmail(tx, {
    cause: confirmationCause(hash),
    template: 'email-change-confirm',
    language: account.language,
    to: email,
    props: { code },
  })
}

/** The cause of the letter to a new address, whose link has that hash. */
export const confirmationCause = (hash: Buffer) => `email-change-confirm:${hash.toString('base64url')}`

/** False when another account has this e-mail, or may still take it back (R128). */
export async function moveAccountTo(tx: Db, id: number, email: string, now: Date): Promise<boolean> {
  const email_key = emailKey(email)
  if (await isEmailHeldForOwner(tx, email_key, now, id)) return false
  return data.updateEmail(tx, id, { email, email_key }, now)
}

/** With a link to stop the change until 72 hours after `until`. An unconfirmed former address may be a stranger's. */
export async function tellOldAddress(
  tx: Db,
  template: 'email-change-requested' | 'email-correction-requested' | 'email-changed',
  {
    account,
    change,
    until,
  }: {
    account: Pick<AccountOwner, 'language'>
    change: { id: number; from: string; to: string; isOwn: boolean }
    until: Date
  },
  ctx: RequestContext,
): Promise<void> {
  if (!change.isOwn) return
  const { code, hash } = createLinkCode()
  await issueLink(tx, {
    kind: template === 'email-changed' ? 'email_change_late_stop' : 'email_change_stop',
    subject_id: change.id,
    hash,
    expires_at: stopEnd(until),
  })
  await ctx.enqueueEmail(tx, {
    cause: `${template}:${hash.toString('base64url')}`,
    template,
    language: account.language,
    to: change.from,
    props: {
      code,
      email: maskEmail(change.to),
      // A correction is asked for by staff, whose device means nothing to the host.
      device:
        template === 'email-correction-requested' ? null : formatDeviceName(parseUserAgent(ctx.userAgent)),
      at: ctx.now.toISOString(),
    },
  })
}

/**
 * E-mails the owner about the account, at its address and, while a change of it can be taken back, at the former one
 * too, because the new one may be a thief's (R1223).
 */
export async function writeToOwner(
  tx: Db,
  { id, email, language }: AccountOwner,
  letter: Pick<OutgoingEmail, 'cause' | 'template' | 'props'>,
  ctx: Pick<RequestContext, 'enqueueEmail' | 'now'>,
): Promise<void> {
  await ctx.enqueueEmail(tx, { ...letter, language, to: email })
  const former = await data.findFormerEmail(tx, id, ctx.now)
  if (former !== null && former !== email)
    await ctx.enqueueEmail(tx, { ...letter, cause: `${letter.cause}:former`, language, to: former })
}

/** E-mails the owner about an act that has no e-mail of its own (R1223). */
export async function tellOfProtectedAct(
  tx: Db,
  {
    owner,
    act,
    registry,
  }: { owner: AccountOwner; act: ProtectedAct; registry?: { id: number; registry_name: string } },
  ctx: RequestContext,
): Promise<void> {
  const letter = {
    cause: `protected:${owner.id}:${act}:${registry?.id ?? ''}:${randomUUID()}`,
    template: 'protected-act',
    props: {
      act,
      registry: registry?.registry_name ?? null,
      device: formatDeviceName(parseUserAgent(ctx.userAgent)),
      at: ctx.now.toISOString(),
    },
  }
  await writeToOwner(tx, owner, letter, ctx)
}
