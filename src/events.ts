import { recreditGifts } from './checkout/orders/credit-service.ts'
import { rewriteDeliveryNotes } from './checkout/orders/delivery-service.ts'
import { eraseGiver } from './checkout/orders/giver-service.ts'
import { eraseHostFromStaffNotes } from './checkout/orders/staff-note-service.ts'
import { trackNegativeBalance } from './giftcard/ledger/negative-balance-service.ts'
import { updateExchangedLines } from './giftcard/line-certificate/service.ts'
import { planLowering } from './giftcard/lowering/plan-service.ts'
import { recordHostOrderRefund } from './giftcard/payout/host-order-refund-service.ts'
import { requireSettledMoney } from './giftcard/payout/service.ts'
import { takeBackReturns } from './giftcard/returned/service.ts'
import { bringMovedMoneyBack } from './giftcard/transfer/refund-service.ts'
import { requireClaimableMoney } from './giftcard/unconfirmed/service.ts'
import { eraseCustomerInvitations } from './invitation/guests/service.ts'
import { endCoHosting } from './registry/co-host/service.ts'
import {
  closeRegistriesOfAccount,
  eraseRegistriesOfAccount,
  hidePreparedRegistries,
} from './registry/registry/account-deletion-service.ts'
import type { DomainEvents, JobContext } from './server/context/request-context.ts'
import { eraseRowsOfCustomer } from './server/postgres/life-data.ts'
import type { Db } from './server/postgres/tables.ts'
import { eraseAuditValues } from './staff/audit/data.ts'
import { countProductSwap } from './staff/demand/count-data.ts'
import { eraseGiverForStaff } from './staff/registry/erasure-service.ts'

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
  moneyChanged: [takeBackReturns, bringMovedMoneyBack, planLowering, trackNegativeBalance],
  outsideOrderRead: [recordHostOrderRefund],
  exchangedLinesRead: [updateExchangedLines],
  rightsRevoked: [endCoHosting, hidePreparedRegistries],
  accountDeactivated: [requireClaimableMoney, closeRegistriesOfAccount],
  accountErased: [
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
