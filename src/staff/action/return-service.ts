import { AppError, orNotFound } from '../../base/app-error.ts'
import { findGiftNames, findPurchasesByOrder } from '../../checkout/orders/data.ts'
import { countReturnedUnits, sumGoodsOfOrder } from '../../giftcard/returned/data.ts'
import { returnUnits, worthOfReturn } from '../../giftcard/returned/service.ts'
import { lockRegistry } from '../../registry/registry/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { moreThan } from './line-service.ts'
import { findRegistryOfOrder } from './refusal-service.ts'
import type { ActionLook, ActionRun } from './service.ts'

interface ReturnInput {
  order: number
  line: number
  units: number
}

/** A host has brought goods back: their worth becomes smart change, and the giver isn't refunded (R968). */
export const unitReturn: ActionRun<ReturnInput, null> = {
  findRegistryId: findRegistryOfOrder,
  read: async () => null,
  look: lookAtReturn,
}

async function findGiven(db: Db, { order, line }: ReturnInput) {
  const rows = await findPurchasesByOrder(db, order)
  const purchase = rows.find(one => one.line_id === line && one.kind === 'units' && one.state === 'paid')
  if (!purchase) throw new AppError('refused_fields', 422, { fields: { line: 'staff_line_missing' } })
  return purchase
}

async function lookAtReturn(
  tx: Db,
  input: ReturnInput & { key?: string },
  _: null,
  ctx: StaffContext,
): Promise<ActionLook> {
  const { registry_id: registryId } = await findGiven(tx, input)
  orNotFound(await lockRegistry(tx, registryId))
  const { gift_id: giftId, units: givenUnits, cents: givenCents } = await findGiven(tx, input)
  const returnedUnits = await countReturnedUnits(tx, input.order, input.line)
  const line = {
    ...{ orderId: input.order, lineId: input.line, registryId, giftId },
    ...{ givenUnits, givenCents, returnedUnits },
  }
  const left = givenUnits - returnedUnits
  if (input.units > left) throw moreThan(left, { units: 'staff_units_given' })
  const cents = worthOfReturn(line, input.units, await sumGoodsOfOrder(tx, giftId, input.order))
  if (cents === 0) throw new AppError('staff_return_nothing', 409)
  const gift = (await findGiftNames(tx, [giftId], ctx.language)).get(giftId) ?? ''
  return {
    registryId,
    cents,
    history: { what: 'shop_gift_returned', about: gift, isGiving: true },
    before: { gift, given_units: givenUnits, returned_units: returnedUnits, change_cents: 0 },
    after: {
      gift,
      given_units: givenUnits,
      returned_units: returnedUnits + input.units,
      change_cents: cents,
    },
    async apply() {
      await returnUnits(tx, line, { units: input.units, cents, key: input.key ?? '' }, ctx)
      await ctx.registryChanged(tx, registryId)
    },
  }
}
