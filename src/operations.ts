import { findCustomerByEmail } from './account/customer/data.ts'
import { markEmailConfirmed } from './account/email-confirmation/data.ts'
import { orNotFound } from './base/app-error.ts'
import { isCatalogueStale, syncWholeCatalogue } from './catalogue/sync/service.ts'
import type { OrderDifference } from './checkout/orders/rules.ts'
import { findOrderDifferences, repairOrders } from './checkout/reconciliation/service.ts'
import { ensureWebhooks } from './checkout/webhooks/jobs.ts'
import { type AppParts, catalogueSyncContext, createJobContext, currentTime } from './context.ts'
import { closeDueRegistries } from './giftcard/closing/jobs.ts'
import { listStalledMoney } from './giftcard/closing/stalled-service.ts'
import { compareHostOrders } from './giftcard/payout/host-order-refund-service.ts'
import { retryPayouts } from './giftcard/payout/jobs.ts'

export { findUnmatchedLines } from './checkout/orders/data.ts'
export { findInvariantViolations } from './checkout/reconciliation/data.ts'

/** Fills the catalogue tables where they are empty or old, as at the start of a process. */
export async function syncCatalogueAtStart(parts: AppParts): Promise<void> {
  const ctx = catalogueSyncContext(parts)
  if (await isCatalogueStale(ctx)) await syncWholeCatalogue(ctx)
}

/** Registers our webhooks for orders and products with the shop, as at the start of a process. */
export async function registerWebhooks(parts: AppParts): Promise<void> {
  await ensureWebhooks(createJobContext(parts))
}

/** Payouts and closings that hang, a sentence each. */
export function listStalledPayouts(parts: AppParts): Promise<string[]> {
  return listStalledMoney(createJobContext(parts))
}

/** Closes what is due and processes every waiting payout now. */
export async function retryStalledPayouts(parts: AppParts): Promise<void> {
  const ctx = createJobContext(parts)
  await closeDueRegistries(ctx)
  await retryPayouts(ctx)
}

/** Compares every order, guests' and those placed for hosts, with what is counted of it; changes nothing. */
export async function compareAllOrders(parts: AppParts): Promise<OrderDifference[]> {
  const ctx = createJobContext(parts)
  return [...(await findOrderDifferences(ctx)), ...(await compareHostOrders(ctx))]
}

/** Reads the orders that differ from the shop again; answers what differs still. */
export async function rereadOrders(
  parts: AppParts,
  differences: OrderDifference[],
): Promise<OrderDifference[]> {
  const ctx = createJobContext(parts)
  return [...(await repairOrders(ctx, differences)), ...(await compareHostOrders(ctx))]
}

/** Confirms the e-mail of an account without a link; the demonstration does so for its host. */
export async function confirmAccountEmail(parts: AppParts, email: string): Promise<void> {
  const customer = orNotFound(await findCustomerByEmail(parts.db, email))
  await markEmailConfirmed(parts.db, customer.id, currentTime(parts))
}
