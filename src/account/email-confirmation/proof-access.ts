import type { RequestContext } from '../../server/context/request-context.ts'
import { countRows } from '../../server/postgres/rows.ts'
import type { CustomerRow } from '../customer/data.ts'
import { sha256 } from '../link/service.ts'
import { requireOwnerOfAccount } from '../proof/access.ts'
import { hasSecondFactor } from '../second-factor/service.ts'
import { deviceIdPattern } from '../session/device-rules.ts'

/**
 * Whether the request comes from where the account was made or used: its session, or a browser that registered or
 * signed in (R118). The stranger who registers with somebody's e-mail has no such trace in that person's browser.
 */
async function isBrowserOfAccount(
  ctx: RequestContext,
  customerId: number,
  device: string | undefined,
): Promise<boolean> {
  if (ctx.customer?.id === customerId) return true
  if (device === undefined || !deviceIdPattern.test(device)) return false
  return (
    (await countRows(ctx.db, 'known_device', { customer_id: customerId, device_hash: sha256(device) })) > 0
  )
}

/**
 * Lets only somebody through who is in a browser of the account, or proves to be its owner. Throws what
 * `requireOwnerOfAccount` throws.
 */
export async function requireProofOfAccount(
  ctx: RequestContext,
  customer: Pick<CustomerRow, 'id' | 'password_hash' | 'email' | 'language'>,
  {
    device,
    ...proof
  }: { device?: string | undefined; password?: string | undefined; factor_code?: string | undefined },
): Promise<void> {
  if (await isEnoughBrowser(ctx, customer.id, device)) return
  await requireOwnerOfAccount(ctx, customer, proof)
}

/** With a second factor no browser is enough (R1223). */
export async function isEnoughBrowser(
  ctx: RequestContext,
  customerId: number,
  device: string | undefined,
): Promise<boolean> {
  return !(await hasSecondFactor(ctx, customerId)) && (await isBrowserOfAccount(ctx, customerId, device))
}
