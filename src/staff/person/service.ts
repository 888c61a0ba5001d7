import { findCustomerByEmail } from '../../account/customer/data.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { requestDeletion } from '../../account/deletion/service.ts'
import { maskEmail } from '../../account/email-change/rules.ts'
import { deleteLinksTo } from '../../account/link/data.ts'
import { findHandoffsOfAddress } from '../../checkout/hand-off/giver-data.ts'
import { eraseGiverOfHandoffs } from '../../checkout/orders/giver-service.ts'
import { deleteGuestsOfAddress } from '../../invitation/guests/erasure-data.ts'
import { lockRegistries } from '../../registry/registry/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { deleteContactMessagesOf } from '../../site/contact/data.ts'
import { eraseGiversFromAudit } from '../audit/data.ts'
import { recordAudit } from '../audit/service.ts'

/** What was erased of a person, in numbers. */
export interface Erased {
  given: number
  invited: number
  wrote: number
  /** Whether an account goes after 14 days. */
  leaving: boolean
}

/**
 * Erases a person by their address (R986): as giver, guest and correspondent at once, as host by the rules of hosts
 * (R124). Throws what those refuse, such as `account_confirm_first` 409.
 */
export async function erasePerson(
  tx: Db,
  { email, reason }: { email: string; reason: string },
  ctx: StaffContext,
): Promise<Erased> {
  const key = emailKey(email)
  const handoffs = await findHandoffsOfAddress(tx, email)
  const giftRegistries = [...new Set(handoffs.map(({ registry_id }) => registry_id))]
  // Orders are counted under the same lock, so that none brings the name back.
  await lockRegistries(tx, giftRegistries)
  const handoffIds = handoffs.map(({ id }) => id)
  await eraseGiversFromAudit(tx, handoffIds)
  await eraseGiverOfHandoffs(tx, handoffIds)
  const guests = await deleteGuestsOfAddress(tx, key)
  await deleteLinksTo(tx, email)
  const wrote = await deleteContactMessagesOf(tx, email)
  const host = await findCustomerByEmail(tx, key)
  await ctx.deleteEmails(tx, guests.causes)
  const addresses = [
    email,
    key,
    ...handoffs.map(({ giver_email }) => giver_email ?? ''),
    ...guests.recipients,
  ]
  // The letters of an account go with it.
  const recipients = new Set(addresses.filter(one => one && (!host || emailKey(one) !== key)))
  for (const recipient of recipients) await ctx.deleteEmailsTo(tx, recipient)
  const leaving = host !== undefined && host.deletion_requested_at === null
  if (leaving) await requestDeletion(tx, host, ctx)
  const erased = { given: handoffs.length, invited: guests.registryIds.length, wrote, leaving }
  const line = {
    action: 'person_erased',
    reason,
    before: { email: maskEmail(email) },
    after: { ...erased },
  } as const
  await recordAudit(tx, ctx, { ...line, ...(host && { customerId: host.id }) })
  for (const id of new Set([...giftRegistries, ...guests.registryIds])) await ctx.registryChanged(tx, id)
  return erased
}
