import { eraseAuditValues } from '../console/audit.sql.ts'
import { countProductSwap } from '../console/demand.sql.ts'
import { eraseByConfirmedEmail } from '../console/person.ts'
import { eraseGiverForStaff } from '../console/registry/registry.ts'
import { eraseCustomerInvitations, withdrawInvitations } from '../invitation/guests.ts'
import { trackNegativeBalance } from '../money/ledger.ts'
import { updateExchangedLines } from '../money/line-certificate.ts'
import { planLowering } from '../money/lowering.ts'
import { requireSettledMoney } from '../money/payout/payout.ts'
import { recordHostOrderRefund } from '../money/payout/redeem.ts'
import { takeBackReturns } from '../money/returned-units.ts'
import { bringMovedMoneyBack } from '../money/transfer.ts'
import { requireClaimableMoney } from '../money/unconfirmed.ts'
import { recreditGifts } from '../orders/credit.ts'
import { rewriteDeliveryNotes } from '../orders/delivery.ts'
import { eraseHostFromStaffNotes } from '../orders/notes.ts'
import { eraseGiver } from '../orders/order-letters.ts'
import {
  closeRegistriesOfAccount,
  eraseRegistriesOfAccount,
  hidePreparedRegistries,
} from '../registry/account-deletion.ts'
import { endCoHosting } from '../registry/co-host.ts'
import type { DomainEvents } from '../server/context/domain-events.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { eraseRowsOfCustomer } from '../server/postgres/life-data.ts'
import type { Db } from '../server/postgres/tables.ts'

/** The handlers of each domain event; they run within the transaction that emits it. */
export const eventHandlers: {
  [E in keyof DomainEvents]: ((tx: Db, facts: DomainEvents[E], ctx: JobContext) => Promise<void>)[]
} = {
  giftSwapped: [
    async (tx, { giftId }, { now }) => {
      await recreditGifts(tx, [giftId], now)
    },
  ],
  productSwapped: [countProductSwap],
  deliveryAddressChanged: [rewriteDeliveryNotes],
  registryRemoved: [withdrawInvitations],
  moneyChanged: [takeBackReturns, bringMovedMoneyBack, planLowering, trackNegativeBalance],
  outsideOrderRead: [recordHostOrderRefund],
  exchangedLinesRead: [updateExchangedLines],
  rightsRevoked: [endCoHosting, hidePreparedRegistries],
  accountDeactivated: [requireClaimableMoney, closeRegistriesOfAccount],
  accountErased: [
    eraseByConfirmedEmail,
    requireSettledMoney,
    eraseCustomerInvitations,
    eraseGiverForStaff,
    eraseGiver,
    eraseHostFromStaffNotes,
    (tx, { customerId }) => eraseAuditValues(tx, customerId),
    eraseRegistriesOfAccount,
    (tx, { customerId }) => eraseRowsOfCustomer(tx, customerId),
  ],
}
