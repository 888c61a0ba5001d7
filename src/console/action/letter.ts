import { type Selectable, sql } from 'kysely'
import { emailKey } from '../../account/customer/customer.rules.ts'
import {
  findCustomerByEmail,
  findCustomerById,
  findCustomersByIds,
} from '../../account/customer/customer.sql.ts'
import { maskEmail } from '../../account/email-change/email-change.rules.ts'
import { enqueueConfirmationEmail } from '../../account/email-confirmation.ts'
import { sendPasswordLetter } from '../../account/password-reset.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { findHandoffById } from '../../checkout/hand-off.sql.ts'
import { buildInvitationEmailProps } from '../../invitation/sending.ts'
import { upsertSuppressionEntry } from '../../invitation/unsubscribe.ts'
import { findPayeeEmail, findPayout } from '../../money/payout/payout.sql.ts'
import { enqueueCertificateEmail } from '../../money/payout/payout-letters.ts'
import { enqueueGiverEmail, enqueueHostEmail } from '../../orders/order-letters.ts'
import { findPurchasesByOrder } from '../../orders/orders.sql.ts'
import { isReceipt } from '../../orders/receipts.rules.ts'
import { findRegistryByCodeOrSlug, findRegistryById } from '../../registry/registry.sql.ts'
import { isSurpriseActive } from '../../registry/surprise.rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { guestTemplates, isRewritable, type RewritableTemplate, renewedTemplates } from './action.rules.ts'
import type { RunOf } from './action.ts'

/**
 * Sends a letter again (R965): a failed one as it was, a sent one as it would be written today. The contents of sent
 * letters are not kept, so they are written anew from their cause.
 */
export const letterResending: RunOf<'letter_resent'> = {
  findRegistryId: async (db, { letter }) =>
    letter === undefined ? undefined : findRegistryOfLetter(db, letter),
  async look(tx, { letter: id }, _, ctx) {
    const letter = orNotFound(await lockLetter(tx, id))
    if (letter.state === 'waiting') throw new AppError('staff_letter_waits', 409)
    const hasContents = letter.recipient !== '' && Object.keys(letter.props).length > 0
    const isKept = letter.state === 'failed' && hasContents && !renewedTemplates.includes(letter.template)
    const again = rememberFirstSending(letter, ctx)
    const rewriting = isKept ? null : await findRewriting(tx, letter, again)
    if (!isKept && !rewriting) throw new AppError('staff_letter_gone', 409)
    const { registryId, customerId } = rewriting ?? {}
    const to = isKept ? letter.recipient : (rewriting?.to ?? '')
    return {
      ...(registryId !== undefined && { registryId }),
      ...(customerId !== undefined && { customerId }),
      before: { ...factsOf(letter, letter.recipient), letter_state: letter.state },
      after: { ...factsOf(letter, to), letter_state: 'waiting' },
      state: letter.attempts,
      async apply() {
        await ctx.deleteEmails(tx, [letter.cause])
        const { cause, template, channel, language, props, parts } = letter
        const message = { cause, template, channel, language, to, props, parts }
        const isWritten = await (isKept ? again.enqueueEmail(tx, message) : rewriting?.write())
        if (!isWritten) throw new AppError('staff_letter_limit', 409)
      },
    }
  },
}

const letterColumns = [
  ...(['cause', 'template', 'channel', 'language', 'recipient', 'props', 'parts'] as const),
  ...(['state', 'attempts', 'sent_at', 'first_sent_at'] as const),
]
type StoredLetter = Pick<Selectable<Tables['outbox']>, (typeof letterColumns)[number]>

/** Locks a letter; undefined when there is none. */
function lockLetter(tx: Db, id: number): Promise<StoredLetter | undefined> {
  return tx.selectFrom('outbox').select(letterColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The registry that a letter is about, else the newest one of the host whom it goes to; undefined for none. */
async function findRegistryOfLetter(db: Db, letter: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select id from registry where code = any(string_to_array(cause, ':')) limit 1),
      (select registry_id from invitation join guest on guest.id = guest_id
        where invitation.cause = outbox.cause limit 1),
      (select max(registry.id) from customer join registry on registry.customer_id = customer.id
        where email_key = lower(recipient) and recipient <> '')) as id
    from outbox where id = ${letter}`.execute(db)
  return rows[0]?.id ?? undefined
}

const firstSending = ({ first_sent_at, sent_at }: StoredLetter) => first_sent_at ?? sent_at

/** What is written in its place keeps the moment of the first sending. */
function rememberFirstSending(letter: StoredLetter, ctx: StaffContext): StaffContext {
  const firstSentAt = firstSending(letter)
  if (!firstSentAt) return ctx
  return { ...ctx, enqueueEmail: (tx, message) => ctx.enqueueEmail(tx, { ...message, firstSentAt }) }
}

const factsOf = (letter: StoredLetter, recipient: string) => ({
  template: letter.template,
  recipient: recipientText(letter.template, recipient),
  first_sent_at: firstSending(letter)?.toISOString() ?? null,
})

/** The audit keeps whole addresses of account holders only: with the account its values are erased (R961). */
function recipientText(template: string, recipient: string): string | null {
  if (recipient === '') return null
  if (!guestTemplates.has(template)) return recipient
  return recipient.includes('@') ? maskEmail(recipient) : `…${recipient.slice(-3)}`
}

interface Rewriting {
  /** Today's address. */
  to: string
  registryId?: number
  customerId?: number
  /** False when its recipient has had as many letters as are allowed (R719). */
  write(): Promise<boolean>
}

type Rewriter = (tx: Db, letter: StoredLetter, ctx: StaffContext) => Promise<Rewriting | null>

/** How sent letters are written anew (R965); null when what a letter was about no longer exists. */
const rewriters: Record<RewritableTemplate, Rewriter> = {
  'giftcard-issued': async (tx, { cause }, ctx) => {
    const payout = await findPayout(tx, numberIn(cause))
    const to = payout ? await findPayeeEmail(tx, payout.registry_id) : null
    if (!payout || to === null) return null
    const write = async () => {
      await enqueueCertificateEmail(tx, payout, ctx)
      return true
    }
    return { to, registryId: payout.registry_id, write }
  },
  'registry-created': async (tx, { cause, template }, ctx) => {
    const registry = await findRegistryByCodeOrSlug(tx, cause.split(':')[1] ?? '')
    const host = registry && (await findCustomerById(tx, registry.customer_id))
    if (!host || host.erased_at) return null
    const { id, code, registry_name } = registry
    const letter = {
      cause,
      template,
      language: host.language,
      to: host.email,
      props: { id: code, registry_name },
    }
    return { to: host.email, registryId: id, write: () => ctx.enqueueEmail(tx, letter) }
  },
  'gift-given': async (tx, { cause }, ctx) => {
    const order = await findOrder(tx, cause)
    // What surprise mode hides is not sent either (R221).
    if (!order || isSurpriseActive(order.registry, dayInAthens(ctx.now))) return null
    const { customer_id, co_host_id } = order.registry
    const hosts = await findCustomersByIds(tx, [customer_id, co_host_id])
    const host = hosts.find(({ id, erased_at }) => cause.endsWith(`:${id}`) && erased_at === null)
    if (!host) return null
    const write = () => enqueueHostEmail(tx, order, host, ctx)
    return { to: host.email, registryId: order.registry.id, write }
  },
  'gift-thanks': async (tx, { cause }, ctx) => {
    const order = await findOrder(tx, cause)
    const to = order?.purchases[0]?.giver_email
    return to ? { to, registryId: order.registry.id, write: () => enqueueGiverEmail(tx, order, ctx) } : null
  },
  invitation: rewriteInvitation,
  welcome: rewriteConfirmation,
  'confirm-email': rewriteConfirmation,
  'password-reset': async (tx, { recipient }, ctx) => {
    const host = await findCustomerByEmail(tx, emailKey(recipient))
    if (!host) return null
    return { to: host.email, customerId: host.id, write: () => sendPasswordLetter(tx, host, ctx) }
  },
}

async function findRewriting(tx: Db, letter: StoredLetter, ctx: StaffContext): Promise<Rewriting | null> {
  return isRewritable(letter.template) ? rewriters[letter.template](tx, letter, ctx) : null
}

const numberIn = (cause: string) => Number(/:(\d+)/.exec(cause)?.[1] ?? 0)

/** The order of a gift’s letter, for its registry, or the line of a till receipt; null when nothing of it is paid. */
async function findOrder(tx: Db, cause: string) {
  const [, , order, code = '', line] = cause.split(':')
  const registry = await findRegistryByCodeOrSlug(tx, code)
  if (!registry) return null
  const all = await findPurchasesByOrder(tx, Number(order))
  const purchases = all.filter(
    ({ registry_id, order_id, line_id }) =>
      registry_id === registry.id && (!isReceipt(order_id) || String(line_id) === line),
  )
  const handoff = purchases[0] && (await findHandoffById(tx, purchases[0].handoff_id))
  return handoff && purchases.some(({ state }) => state === 'paid') ? { registry, handoff, purchases } : null
}

/** The new link replaces the one before. */
async function rewriteConfirmation(tx: Db, { recipient, cause }: StoredLetter, ctx: StaffContext) {
  const host = recipient ? await findCustomerByEmail(tx, emailKey(recipient)) : undefined
  if (!host || host.confirmed_at) return null
  let isWritten = false
  const enqueueEmail: StaffContext['enqueueEmail'] = async (...letter) => {
    isWritten = await ctx.enqueueEmail(...letter)
    return isWritten
  }
  const template = cause.startsWith('welcome:') ? ('welcome' as const) : ('confirm-email' as const)
  const write = async () => {
    await enqueueConfirmationEmail(tx, template, host, { now: ctx.now, enqueueEmail })
    return isWritten
  }
  return { to: host.email, customerId: host.id, write }
}

/** Throws `staff_letter_unwanted` 409 for whoever wants no invitations (R707). */
async function rewriteInvitation(tx: Db, letter: StoredLetter, ctx: StaffContext): Promise<Rewriting | null> {
  const id = numberIn(letter.cause)
  const guest = await findRow(tx, 'guest', { id }, ['id', 'registry_id', 'email', 'language'])
  const registry = guest && (await findRegistryById(tx, guest.registry_id))
  if (!guest?.email || !registry || registry.removed_at) return null
  const { email } = guest
  const write = async () => {
    const suppression = await upsertSuppressionEntry(tx, email, ctx)
    if (suppression.isSuppressed) throw new AppError('staff_letter_unwanted', 409)
    const props = await buildInvitationEmailProps(tx, guest, registry, suppression, ctx)
    const { cause, template } = letter
    return ctx.enqueueEmail(tx, { cause, template, language: guest.language, to: email, props })
  }
  return { to: email, registryId: registry.id, write }
}
