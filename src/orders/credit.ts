import { type Insertable, sql } from 'kysely'
import { findWishesByGiftIds } from '../gift/gift.sql.ts'
import { updateRows } from '../server/postgres/rows.ts'
import type { LedgerAccount } from '../server/postgres/tables.generated.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import {
  computeCreditsWithSmartChange,
  expectedLedgerSums,
  type LedgerKind,
  ledgerAccountOf,
  type SmartChangeTotals,
} from './credit.rules.ts'
import type { LineKey } from './orders.rules.ts'
import { findPurchasesByGifts, type PurchaseRow } from './orders.sql.ts'

/**
 * Recomputes what each purchase of these gifts is credited with, and corrects the ledger by new lines (R506, only added
 * to; R507, over-fulfilled). True when something changed. Call it under the lock of their registries. Corrections for
 * lines in `unplaced` are marked as such in their cause: their money was not refunded.
 */
export async function recreditGifts(
  tx: Db,
  giftIds: number[],
  now: Date,
  unplaced: LineKey[] = [],
): Promise<boolean> {
  if (giftIds.length === 0) return false
  const wishes = await findWishesByGiftIds(tx, giftIds)
  const purchases = await findPurchasesByGifts(tx, giftIds)
  const ledgerSums = await findLedgerSums(tx, giftIds)
  const smartChange = await findSmartChangeTotals(tx, giftIds)
  let isChanged = false
  for (const [giftId, wish] of wishes) {
    const ofGift = purchases.filter(one => one.gift_id === giftId)
    const totals = smartChange.get(giftId) ?? { movedIn: 0, surplusSpent: 0 }
    const credits = computeCreditsWithSmartChange(totals, wish, ofGift)
    for (const [index, purchase] of ofGift.entries()) {
      const credit = credits[index] ?? { credited_units: 0, credited_cents: 0 }
      const isCreditChanged =
        purchase.credited_units !== credit.credited_units || purchase.credited_cents !== credit.credited_cents
      const isUnplaced = unplaced.some(
        one => one.order_id === purchase.order_id && one.line_id === purchase.line_id,
      )
      const counted = { ...purchase, ...credit, isUnplaced }
      const lines = ledgerCorrections(counted, ledgerSums)
      if (isCreditChanged)
        await updateRows(tx, 'purchase', {
          set: credit,
          where: { order_id: purchase.order_id, line_id: purchase.line_id },
        })
      await appendLedgerLines(
        tx,
        lines.map(line => ({ ...line, created_at: now })),
      )
      isChanged ||= isCreditChanged || lines.length > 0
    }
  }
  return isChanged
}

/**
 * The lines that bring the ledger to the sums of a purchase. Their causes are numbered and unique, so that two
 * processes can't append the same correction.
 */
function ledgerCorrections(purchase: PurchaseRow & { isUnplaced: boolean }, ledgerSums: LedgerSum[]) {
  const { registry_id, gift_id, order_id, line_id, is_money, isUnplaced } = purchase
  const sums = ledgerSums.filter(sum => sum.order_id === order_id && sum.line_id === line_id)
  const first = 1 + Math.max(0, ...sums.map(sum => sum.last_correction))
  const due = Object.entries(expectedLedgerSums(purchase)).map(([name, cents]) => {
    const kind = name as LedgerKind
    return { kind, account: ledgerAccountOf(kind, is_money), cents }
  })
  const isDue = (sum: LedgerSum) =>
    due.some(({ kind, account }) => kind === sum.kind && account === sum.account)
  const all = [...due, ...sums.filter(sum => !isDue(sum)).map(sum => ({ ...sum, cents: 0 }))]
  return all.flatMap(({ kind, account, cents: expected }, index) => {
    const sum = sums.find(one => one.kind === kind && one.account === account)
    const cents = expected - (sum?.cents ?? 0)
    const cause = `order ${order_id} line ${line_id} ${kind} ${isUnplaced ? 'unplaced ' : ''}${first + index}`
    return cents === 0 ? [] : [{ registry_id, gift_id, order_id, line_id, kind, account, cents, cause }]
  })
}

/** The ledger's sum in cents for one kind of an order line in one account. */
interface LedgerSum {
  order_id: number
  line_id: number
  kind: LedgerKind
  cents: number
  last_correction: number
  account: LedgerAccount
}

async function findLedgerSums(db: Db, giftIds: number[]): Promise<LedgerSum[]> {
  const { rows } = await sql<LedgerSum>`
    select order_id, line_id, kind, account, sum(cents)::int as cents,
      max(substring(cause from '\\d+$')::int) as last_correction
    from ledger where gift_id = any(${giftIds}) and order_id is not null group by order_id, line_id, kind, account`.execute(
    db,
  )
  return rows
}

/**
 * What smart change moved to and from these gifts, by the order that paid it in; gifts without any are missing.
 * Returned goods that the shop refunded took no surplus with them: what was spent of their worth is owed (R1051).
 */
async function findSmartChangeTotals(db: Db, giftIds: number[]): Promise<Map<number, SmartChangeTotals>> {
  const { rows } = await sql<SmartChangeTotals & { gift_id: number }>`
    select gift_id, sum(moved_in)::int as "movedIn", sum(greatest(0, -change))::int as "surplusSpent"
    from (
      select gift_id,
        coalesce(sum(cents) filter (where kind = 'moved' and account = 'gift'), 0) as moved_in,
        coalesce(sum(cents) filter (where account = 'change' and not (kind = 'moved' and cents < 0 and exists (
          select from ledger goods where goods.transfer_id = line.transfer_id and goods.account = 'goods'))), 0) as change
      from ledger line where gift_id = any(${giftIds}) and order_id is null group by gift_id, source_order_id) of_order
    group by gift_id`.execute(db)
  return new Map(rows.map(({ gift_id, ...totals }) => [gift_id, totals]))
}

/** Existing lines never change (R506). */
export async function appendLedgerLines(tx: Db, lines: Insertable<Tables['ledger']>[]): Promise<void> {
  if (lines.length > 0) await tx.insertInto('ledger').values(lines).execute()
}
