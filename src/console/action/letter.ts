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
import { formatEuro } from '../../base/money.ts'
import { findHandoffById } from '../../checkout/hand-off.sql.ts'
import { findGuestById } from '../../invitation/guests.ts'
import { buildInvitationEmailProps } from '../../invitation/sending.ts'
import { upsertSuppressionEntry } from '../../invitation/unsubscribe.sql.ts'
import { findPayout } from '../../money/payout/payout.sql.ts'
import { enqueueCertificateEmail } from '../../money/payout/payout-letters.ts'
import { enqueueGiverEmail, enqueueHostEmail } from '../../orders/order-letters.ts'
import { applyRefundFacts } from '../../orders/orders.rules.ts'
import {
  acceptMoneyProof,
  findPurchasesByOrder,
  findRefundFacts,
  findRegistriesByOrder,
  lockOrderPayment,
} from '../../orders/orders.sql.ts'
import { storePaymentReceived, syncOrder } from '../../orders/orders.ts'
import { queueOrder } from '../../orders/placing.ts'
import { isReceipt } from '../../orders/receipts.rules.ts'
import { placeRefundOnLine, unrelatedLine } from '../../orders/refunds.ts'
import { findRegistryByCodeOrSlug, findRegistryById, lockRegistries } from '../../registry/registry.sql.ts'
import { isSurpriseActive } from '../../registry/surprise.rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import { guestTemplates, isRewritable, type RewritableTemplate, renewedTemplates } from './action.rules.ts'
import { findRegistryOfLetter, lockLetter, type StoredLetter } from './action.sql.ts'
import type { ActionRun } from './action.ts'
import { lineChoices, moreThan, orderOfShop } from './line.ts'
import type { ActionChoice } from './look.rules.ts'
import { findRegistryOfOrder } from './refusal.ts'

/**
 * Sends a letter again (R965): a failed one as it was, a sent one as it would be written today. The contents of sent
 * letters are not kept, so they are written anew from their cause.
 */
export const letterResending: ActionRun<{ letter: number }, null> = {
  findRegistryId: async (db, { letter }) =>
    letter === undefined ? undefined : findRegistryOfLetter(db, letter),
  read: async () => null,
  async look(tx, { letter: id }, _, ctx) {
    const letter = orNotFound(await lockLetter(tx, id))
    if (letter.state === 'waiting') throw new AppError('staff_letter_waits', 409)
    const hasContents = letter.recipient !== '' && Object.keys(letter.props).length > 0
    const isKept = letter.state === 'failed' && hasContents && !renewedTemplates.includes(letter.template)
    const again = rememberFirstSending(letter, ctx)
    const rewriting =
      isKept && letter.template !== 'giftcard-issued' ? null : await findRewriting(tx, letter, again)
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
    if (!payout?.to_email) return null
    const write = async () => {
      await enqueueCertificateEmail(tx, payout, ctx)
      return true
    }
    return { to: payout.to_email, registryId: payout.registry_id, write }
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
async function rewriteConfirmation(
  tx: Db,
  { recipient, cause }: StoredLetter,
  ctx: StaffContext,
): Promise<Rewriting | null> {
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
  const guest = await findGuestById(tx, numberIn(letter.cause))
  const registry = guest && (await findRegistryById(tx, guest.registry_id))
  if (!guest?.email || !registry || registry.removed_at) return null
  const { email } = guest
  const write = async () => {
    const digest = keyedDigest('invitation address', emailKey(email), ctx.config)
    const { id, isSuppressed } = await upsertSuppressionEntry(tx, digest)
    if (isSuppressed) throw new AppError('staff_letter_unwanted', 409)
    const props = await buildInvitationEmailProps(tx, guest, registry, id, ctx)
    const { cause, template } = letter
    return ctx.enqueueEmail(tx, { cause, template, language: guest.language, to: email, props })
  }
  return { to: email, registryId: registry.id, write }
}

/**
 * The shop has received the payment of an order on delivery or by bank deposit (R966): it counts as paid (R510), and
 * the days before its money may leave start (R511).
 */
export const paymentReceipt: ActionRun<{ order: number }, ShopOrder> = {
  findRegistryId: findRegistryOfOrder,
  read: ({ order }, ctx) => orderOfShop(order, ctx),
  async look(tx, { order: id }, order, ctx) {
    const registryIds = await findRegistriesByOrder(tx, id)
    await lockRegistries(tx, registryIds)
    const payment = await lockOrderPayment(tx, id)
    const [registryId] = registryIds
    if (!payment || registryId === undefined || order.state === 'void')
      throw new AppError('staff_payment_none', 409)
    if (payment.is_paid || payment.received_at) throw new AppError('staff_payment_known', 409)
    const { status, method } = payment
    const facts = { status, method, amount_cents: order.totalCents }
    return {
      registryId,
      cents: order.totalCents,
      history: { what: 'shop_payment', isGiving: true },
      before: { ...facts, paid: false },
      after: { ...facts, paid: true },
      async apply() {
        if (!(await storePaymentReceived(tx, id, registryIds, ctx)))
          throw new AppError('staff_payment_none', 409)
      },
    }
  },
}

const moneyOfOrder = async (tx: Db, id: number) =>
  (await findPurchasesByOrder(tx, id))
    .filter(one => one.is_money && one.state === 'paid')
    .reduce((sum, one) => sum + one.cents, 0)

/** Accepts that gift certificates paid for an order although the shop doesn't show it: its money may leave (R1163). */
export const proofAcceptance: ActionRun<{ order: number }, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  async look(tx, { order }, _, ctx) {
    const registryIds = await findRegistriesByOrder(tx, order)
    await lockRegistries(tx, registryIds)
    const payment = await lockOrderPayment(tx, order)
    const [registryId] = registryIds
    if (!payment?.is_unproved || payment.proof_accepted_at) throw new AppError('staff_proof_none', 409)
    const cents = await moneyOfOrder(tx, order)
    const facts = { amount_cents: cents, method: payment.method }
    return {
      registryId,
      cents,
      history: { what: 'shop_payment', isGiving: true },
      before: { ...facts, waits: true },
      after: { ...facts, waits: false },
      async apply() {
        await acceptMoneyProof(tx, order, ctx.now)
        await queueOrder(tx, order, ctx.now)
      },
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
}

interface RefundInput {
  order: number
  refund: number
}

/** Places a part of a refund of a whole order on a line (R512). */
export const refundPlacing: ActionRun<RefundInput & { line: number; amount: number }, ShopOrder> = {
  findRegistryId: findRegistryOfOrder,
  read: ({ order }, ctx) => orderOfShop(order, ctx),
  async look(tx, { refund, line: lineId, amount }, read, ctx) {
    const { order, waiting, registryId } = await lockOrder(tx, read, refund)
    const line = order.lines.find(one => one.id === lineId)
    if (!line) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
    const left = line.totalCents - line.refundedCents
    const most = Math.min(left, waiting)
    if (amount > most) throw moreThan(most, { amount: 'staff_amount_much' })
    const name = { refund, product: line.name }
    return {
      registryId,
      // As much of the order's other money may leave again.
      cents: amount,
      history: { what: 'shop_refund', isGiving: true },
      before: { ...name, line_cents: left, waiting_cents: waiting },
      after: { ...name, line_cents: left - amount, waiting_cents: waiting - amount },
      apply: () => place(tx, read, { refundId: refund, lineId, cents: amount }, ctx),
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  choices: refundChoices,
}

/**
 * What is left of a refund concerns no line of a registry: the order's money may leave again (R512, refunds of
 * amounts).
 */
export const refundDismissal: ActionRun<RefundInput, ShopOrder> = {
  findRegistryId: findRegistryOfOrder,
  read: ({ order }, ctx) => orderOfShop(order, ctx),
  async look(tx, { refund }, read, ctx) {
    const { waiting, registryId } = await lockOrder(tx, read, refund)
    return {
      registryId,
      cents: waiting,
      history: { what: 'shop_refund', isGiving: true },
      before: { refund, waiting_cents: waiting },
      after: { refund, waiting_cents: 0 },
      apply: () => place(tx, read, { refundId: refund, lineId: unrelatedLine, cents: waiting }, ctx),
    }
  },
  after: async ({ order }, ctx) => void (await syncOrder(order, ctx)),
  choices: refundChoices,
}

/** Locks the order's registries; `waiting`: cents of the refund without a line. Throws `staff_refund_settled` 409. */
async function lockOrder(tx: Db, read: ShopOrder, refund: number) {
  const registryIds = await findRegistriesByOrder(tx, read.id)
  await lockRegistries(tx, registryIds)
  const order = applyRefundFacts(read, await findRefundFacts(tx, read.id))
  const waiting = order.unplacedRefunds.find(one => one.refundId === refund)?.cents
  if (waiting === undefined) throw new AppError('staff_refund_settled', 409)
  return { order, waiting, registryId: registryIds[0] }
}

async function place(
  tx: Db,
  order: ShopOrder,
  placement: { refundId: number; lineId: number; cents: number },
  ctx: StaffContext,
): Promise<void> {
  const refusal = await placeRefundOnLine(tx, order, placement, ctx)
  if (refusal !== null) throw new AppError('staff_refund_settled', 409)
}

async function refundChoices(
  { order: id }: Partial<RefundInput>,
  ctx: StaffContext,
): Promise<Record<string, ActionChoice[]>> {
  if (id === undefined) return { refund: [], line: [] }
  const read = await orderOfShop(id, ctx)
  const order = applyRefundFacts(read, await findRefundFacts(ctx.db, id))
  const refunds = order.unplacedRefunds.map(({ refundId, cents }) => ({
    value: String(refundId),
    label: `${refundId}, ${formatEuro(cents, ctx.language)}`,
  }))
  return { refund: refunds, line: lineChoices(order, ctx) }
}
