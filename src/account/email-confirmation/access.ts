import { authorize } from '../../base/app-error.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'

/**
 * Lets only hosts write to others whose own e-mail is confirmed (R706). Throws `invitations_unconfirmed` 403.
 */
export function requireConfirmedSender({ customer }: Pick<CustomerContext, 'customer'>): void {
  authorize(customer.confirmed, 'invitations_unconfirmed', 403)
}
