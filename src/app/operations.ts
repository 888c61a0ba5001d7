import { setTimeout as wait } from 'node:timers/promises'
import { emailKey } from '../account/customer/customer.rules.ts'
import {
  findCustomerByEmail,
  markEmailConfirmed,
  updatePasswordHash,
} from '../account/customer/customer.sql.ts'
import { hashPassword, verifyPassword } from '../account/password/password.ts'
import { findFactor } from '../account/second-factor/second-factor.sql.ts'
import { openTimeSecret, sealTimeSecret } from '../account/second-factor/second-factor.ts'
import { deleteSessions } from '../account/session.ts'
import { orNotFound } from '../base/app-error.ts'
import { classifyDuePictures } from '../catalogue/pictures.ts'
import { catalogueLease, isCatalogueStale, keepTaxRates, syncWholeCatalogue } from '../catalogue/sync.ts'
import { askFromTerminal } from '../console/approval/approval.calls.ts'
import {
  findStaffMemberByEmail,
  inviteStaffMember,
  removeStaffMember,
  type StaffInvitee,
  saveStaffMember,
  storeSignIn,
  unlockStaffMember,
} from '../console/member.ts'
import { closeDueRegistries, listStalledMoney } from '../money/closing.ts'
import { retryPayouts } from '../money/payout/redeem.ts'
import { syncOrder } from '../orders/orders.ts'
import { resumeStore } from '../orders/store-settings.ts'
import { ensureWebhooks } from '../orders/webhooks/webhooks.ts'
import { isLeased } from '../server/context/leases.ts'
import { findRow } from '../server/postgres/rows.ts'
import { runInBackground } from '../shop/port-store.ts'
import { type AppDependencies, catalogueSyncContext, createJobContext, currentTime } from './context.ts'

export { findUnmatchedLines } from '../orders/orders.sql.ts'
export * from './reconciliation.ts'

const lookAgainMs = 500

/**
 * Fills the catalogue tables where they are empty or old, as at the start of a process. Of processes that start
 * together one does, the others wait for it; if it is killed, the next one goes on.
 */
export async function syncCatalogueAtStart(dependencies: AppDependencies): Promise<void> {
  const { db, jobsDb = db } = dependencies
  const ctx = catalogueSyncContext({ ...dependencies, db: jobsDb })
  if (!(await isCatalogueStale(ctx))) await runInBackground(() => keepTaxRates(ctx))
  while (await isCatalogueStale(ctx)) {
    if (await runInBackground(() => syncWholeCatalogue(ctx))) return
    while (await isLeased(jobsDb, catalogueLease)) await wait(lookAgainMs)
  }
}

/** Looks at new pictures of the catalogue, so that a demonstration shows each as it is to be shown from its first page on. */
export async function lookAtPictures(dependencies: AppDependencies): Promise<void> {
  await runInBackground(() => classifyDuePictures(catalogueSyncContext(dependencies)))
}

/** Registers our webhooks for orders and products with the shop, as at the start of a process. */
export async function registerWebhooks(dependencies: AppDependencies): Promise<void> {
  const ctx = createJobContext(dependencies)
  await resumeStore(ctx)
  if (dependencies.shop.isEnabled()) await ensureWebhooks(ctx)
}

/** Payouts and closings that are stalled, a sentence each. */
export function listStalledPayouts(dependencies: AppDependencies): Promise<string[]> {
  return listStalledMoney(createJobContext(dependencies))
}

/** Closes the registries that are due and processes every waiting payout now. */
export async function retryStalledPayouts(dependencies: AppDependencies): Promise<void> {
  const ctx = createJobContext(dependencies)
  await closeDueRegistries(ctx)
  await retryPayouts(ctx)
}

/**
 * Asks that the money of this order counts as received (R510); answers the number of the request, which waits for a manager
 * or owner (R1182). Throws AppError, ShopFailure.
 */
export async function notePaymentReceived(dependencies: AppDependencies, orderId: number): Promise<number> {
  const ctx = createJobContext(dependencies)
  await syncOrder(orderId, ctx)
  return askFromTerminal('payment_received', { order: orderId }, ctx)
}

/** Asks the same for the line that a refund of an order as a whole is of (R512); null when no such line counts. */
export async function placeOrderRefund(
  dependencies: AppDependencies,
  { refundId, lineId, cents }: { refundId: number; lineId: number; cents: number },
): Promise<number | null> {
  const order = (await findRow(dependencies.db, 'purchase', { line_id: lineId }, ['order_id']))?.order_id
  if (order === undefined) return null
  const fields = { order, refund: refundId, line: lineId, amount: cents }
  return askFromTerminal('refund_placed', fields, createJobContext(dependencies))
}

/** Confirms the e-mail of an account without a link; the demonstration does so for its host. */
export async function confirmAccountEmail(dependencies: AppDependencies, email: string): Promise<void> {
  const customer = orNotFound(await findCustomerByEmail(dependencies.db, email))
  await markEmailConfirmed(dependencies.db, customer.id, currentTime(dependencies))
}

/**
 * Gives an account a new password and ends its sessions, if it still has that known one: an open demonstration does so
 * for the host whose password everybody can read. False when it has another.
 */
export async function replaceKnownPassword(
  { db }: AppDependencies,
  { email, known, password }: { email: string; known: string; password: string },
): Promise<boolean> {
  const customer = await findCustomerByEmail(db, email)
  if (!customer || !(await verifyPassword(known, customer.password_hash))) return false
  await updatePasswordHash(db, customer.id, await hashPassword(password))
  await deleteSessions(db, { kind: 'host', id: customer.id })
  return true
}

/** Invites one of the staff by letter, and answers the link (R960). */
export function inviteStaff(dependencies: AppDependencies, invitee: StaffInvitee): Promise<string> {
  return inviteStaffMember(invitee, createJobContext(dependencies))
}

/** Ends the access of one of the staff; false when there is nobody with that e-mail (R960). */
export function endStaff(dependencies: AppDependencies, email: string): Promise<boolean> {
  return removeStaffMember(email, createJobContext(dependencies))
}

/** Forgets all wrong tries at one of the staff; false when there is nobody with that e-mail (R1241). */
export function unlockStaff(dependencies: AppDependencies, email: string): Promise<boolean> {
  return unlockStaffMember(email, createJobContext(dependencies))
}

interface DemoStaff {
  name: string
  email: string
  password: string
  /** Of the time codes, in base 32. */
  secret: string
}

/**
 * Makes the one staff person of the demonstration, whose sign-in is published; anywhere else (`isDemonstration` false)
 * ends them, in case the database was a demonstration's.
 */
export async function createOrEndDemoStaff(
  dependencies: AppDependencies,
  { name, email, password, secret }: DemoStaff,
  isDemonstration: boolean,
): Promise<void> {
  const ctx = createJobContext(dependencies)
  const { db, now, config } = ctx
  const email_key = emailKey(email)
  const known = await findStaffMemberByEmail(db, email_key)
  if (!isDemonstration) return void (known && (await removeStaffMember(email, ctx)))
  if (known) {
    const owner = { kind: 'staff', id: known.id } as const
    const sealed = (await findFactor(db, owner))?.sealed_time_secret ?? ''
    if (openTimeSecret(sealed, owner, config)?.text === secret) return
  }
  const person = { name, email, email_key, role: 'owner' as const, language: config.STAFF_LANGUAGE }
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async tx => {
    const id = await saveStaffMember(tx, { ...person, invited_at: now })
    const sealedTimeSecret = sealTimeSecret(secret, { kind: 'staff', id }, config)
    const { language } = person
    const signIn = { passwordHash, sealedTimeSecret, lastTimeStep: 0, language, recoveryDigests: [] }
    await storeSignIn(tx, id, signIn, now)
  })
}
