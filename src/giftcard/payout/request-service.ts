import { formatDeviceName, parseUserAgent } from '../../account/session/device-rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findRegistryNames } from '../ledger/data.ts'
import type { PayoutRow } from './data.ts'
import { createPayout, type PayoutRequest } from './service.ts'

/**
 * A payout that somebody asked for, and not a closing: the owner reads at once who asked for what, from which device,
 * and what to do if it was somebody else (R127).
 */
export async function requestPayout(
  tx: Db,
  request: Omit<PayoutRequest, 'recipient'>,
  ctx: CustomerContext,
): Promise<PayoutRow> {
  const { customer, now, userAgent } = ctx
  const payout = await createPayout(tx, { ...request, recipient: customer }, ctx)
  await ctx.enqueueEmail(tx, {
    cause: `money-requested:${payout.id}`,
    template: 'money-requested',
    language: customer.language,
    to: customer.email,
    props: {
      ...(await findRegistryNames(tx, request.registryId)),
      person: `${customer.name} ${customer.surname}`,
      cents: payout.cents,
      way: payout.method,
      device: formatDeviceName(parseUserAgent(userAgent)),
      at: now.toISOString(),
    },
  })
  return payout
}
