import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf, ReplyOf } from '../../base/endpoint.ts'
import { formatGiverName } from '../../checkout/hand-off/giver-rules.ts'
import { canOwn } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { registryWithReadableMoney } from '../ledger/access.ts'
import { type ReleaseTerm, readyBalance, ripeAt } from '../ledger/release-rules.ts'
import { readBalance, releaseTerm, waitingMoneyOf } from '../ledger/service.ts'
import { maskCardCode } from '../payout/rules.ts'
import * as contract from './contract.ts'
import { findStatementRows, type StatementRow } from './data.ts'

export const calls: Handler[] = [handle(contract.getMoneyStatement, getMoneyStatement)]

/** Every line of the registry's money with the balance after it (R609); amounts in cents. */
async function getMoneyStatement(
  { registry_id }: ParsedOf<typeof contract.getMoneyStatement>,
  ctx: CustomerContext,
): Promise<ReplyOf<typeof contract.getMoneyStatement>> {
  const registry = await registryWithReadableMoney(ctx, registry_id)
  const isOwner = canOwn(registry, ctx.customer)
  const term = releaseTerm(ctx)
  let balance = 0
  const lines = (await findStatementRows(ctx.db, registry.id, ctx.language)).map(row => {
    balance += row.cents
    return { ...toStatementLine(row, balance, isOwner, ctx), ...waitOf(row, term) }
  })
  const money = await readBalance(ctx.db, registry.id)
  const sum = (sign: 1 | -1) =>
    lines.reduce((all, { amount }) => (Math.sign(amount) === sign ? all + Math.abs(amount) : all), 0)
  return {
    lines,
    came: sum(1),
    went: sum(-1),
    balance,
    free: readyBalance(money, 'ripe', term).available,
    waiting: waitingMoneyOf(money, money.accounts, term),
  }
}

/** How long a line that a guest paid in has to wait; not at all once it is ripe, or when it takes money back. */
function waitOf({ order_id, kind, cents, ...paid }: StatementRow, term: ReleaseTerm) {
  const isPaidIn = incomingKinds.includes(kind) && order_id !== null && cents > 0
  const ripe = ripeAt(paid, term)
  if (!isPaidIn || (ripe !== null && ripe <= term.now)) return { waits: null, free_on: null }
  return ripe === null
    ? { waits: 'payment' as const, free_on: null }
    : { waits: 'day' as const, free_on: dayInAthens(ripe) }
}

const incomingKinds: StatementRow['kind'][] = ['gift', 'contribution', 'gift_card', 'surplus']

function toStatementLine(row: StatementRow, balance: number, isOwner: boolean, ctx: CustomerContext) {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    kind: row.kind,
    gift: row.gift,
    giver: row.visibility === null ? '' : formatGiverName(row.giver, row.visibility),
    reference: referenceOf(row, isOwner, ctx),
    amount: row.cents,
    balance,
  }
}

/** A code is as good as money: a co-host does not see it (R606), and staff who look as the owner see its end (R985). */
function referenceOf(
  { certificate, order_id, receipt }: StatementRow,
  isOwner: boolean,
  { isReadOnly }: CustomerContext,
): string {
  if (certificate !== null && !isOwner) return ''
  if (certificate !== null) return isReadOnly ? maskCardCode(certificate) : certificate
  return receipt ?? (order_id === null ? '' : String(order_id))
}
