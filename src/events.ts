import { forgetGiver } from './checkout/leaving.ts'
import { recredit } from './checkout/orders.ts'
import { settleLeaver } from './giftcard/leaving.ts'
import { watchOwed } from './giftcard/owed.ts'
import { followOrder } from './giftcard/returned.ts'
import { forgetGuests } from './invitation/leaving.ts'
import { closeOfLeaver, forgetLeaver } from './registry/leaving.ts'
import type { Db } from './server/tables.ts'
import type { Events, Work } from './server/visit.ts'

/** Who hears of what, within the same transaction. */
export const handlers: { [E in keyof Events]: ((tx: Db, facts: Events[E], work: Work) => Promise<void>)[] } =
  {
    giftSwapped: [
      async (tx, { giftId }) => {
        await recredit(tx, [giftId])
      },
    ],
    moneyChanged: [watchOwed],
    outsideOrderRead: [followOrder],
    purchaseCredited: [],
    accountLeaves: [closeOfLeaver],
    accountErased: [settleLeaver, forgetGuests, forgetGiver, forgetLeaver],
  }
