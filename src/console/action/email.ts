import { emailKey } from '../../account/customer/customer.rules.ts'
import { findCustomerById, isFromShop } from '../../account/customer/customer.sql.ts'
import { findPendingEmail, lockEmailChanges } from '../../account/email-change/email-change.sql.ts'
import { isEmailTaken, startEmailChange } from '../../account/email-change/email-change.ts'
import { accountRateLimits } from '../../account/rate-limit.rules.ts'
import { isWithinRateLimit } from '../../account/rate-limit.ts'
import { revokeRights } from '../../account/revocation.ts'
import { AppError, authorize, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { addHistoryEntriesOfHost } from '../../registry/history.sql.ts'
import type { RunOf } from './action.ts'

/** Asks for another e-mail of a host's account, as the host can (R128); nothing changes before the host confirms it. */
export const emailCorrection: RunOf<'email_corrected'> = {
  async look(tx, { host: id, email }, _, ctx) {
    const { now } = ctx
    await lockEmailChanges(tx, id)
    const host = orNotFound(await findCustomerById(tx, id))
    authorize(host.erased_at === null)
    if (host.deletion_requested_at) throw new AppError('staff_leaving_already', 409)
    if (emailKey(email) === emailKey(host.email)) throwFieldErrors({ email: 'staff_email_same' })
    if (await isEmailTaken(tx, email, id, now)) throwFieldErrors({ email: 'account_email_taken' })
    const facts = { name: `${host.name} ${host.surname}`.trim(), email: host.email }
    return {
      customerId: id,
      before: { ...facts, waiting_email: await findPendingEmail(tx, id, now) },
      after: { ...facts, waiting_email: email },
      async apply() {
        if (!(await isWithinRateLimit(ctx, accountRateLimits.emailChange, id)))
          throw new AppError('staff_letter_many', 409)
        const account = { ...host, isConfirmed: host.confirmed_at !== null, isFromShop: isFromShop(host) }
        await revokeRights(tx, { customerId: id, act: 'correction' }, ctx)
        await startEmailChange(tx, { account, email, template: 'email-correction-requested' }, ctx)
        await addHistoryEntriesOfHost(tx, { customerId: id, what: 'shop_email', at: now })
        await ctx.recordSecurityEvent({ kind: 'email_change_requested', customerId: id, about: 'staff' }, tx)
      },
    }
  },
}
