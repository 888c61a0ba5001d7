import { recreditGifts } from '../../checkout/orders/credit-service.ts'
import type { DomainEvents, JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { writeLedgerLines } from '../ledger/service.ts'
import { countTransfers, findMovedOrderMoney, insertTransfer } from './data.ts'
import { type MoveBack, planMovesBack } from './rules.ts'

/**
 * Handles every change that an order makes to a registry's money: what was refunded of money that had been moved comes off
 * the gift where it is now, so that no gift has less than nothing for it (R608). What has left from there is owed (R615).
 * Running it again moves nothing. Call it under the registry's lock.
 */
export async function bringMovedMoneyBack(
  tx: Db,
  { registryId, orderId }: DomainEvents['moneyChanged'],
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const moves = planMovesBack(await findMovedOrderMoney(tx, registryId, orderId))
  for (const one of moves) await writeMoveBack(tx, registryId, orderId, one, now)
  const giftIds = new Set(moves.flatMap(({ from, to }) => [from.giftId, to.giftId]))
  if (giftIds.size > 0) await recreditGifts(tx, [...giftIds], now)
}

async function writeMoveBack(
  tx: Db,
  registryId: number,
  orderId: number,
  { from, to, cents }: MoveBack,
  now: Date,
): Promise<void> {
  const id = await insertTransfer(tx, {
    registry_id: registryId,
    idempotency_key: `moved back ${orderId} ${await countTransfers(tx, registryId)}`,
    fingerprint: '',
    from_gift_id: from.giftId,
    to_gift_id: to.giftId,
    cents,
    created_at: now,
  })
  const line = { kind: 'moved' as const, transfer_id: id, now }
  const part = { orderId, cents }
  await writeLedgerLines(tx, registryId, [{ ...from, ...part }], {
    ...line,
    sign: -1,
    cause: `move ${id} out`,
  })
  await writeLedgerLines(tx, registryId, [{ ...to, ...part }], { ...line, sign: 1, cause: `move ${id} in` })
}
