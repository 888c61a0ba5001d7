import { AWAITING_FULFILLMENT, CANCELLED } from '../shop/orders/orders.ts'
import { type AGift, lineOf } from './builders.ts'
import { spendCertificate } from './money.ts'
import type { MoneyHistory, MoneyStep } from './money-histories.ts'
import { handOff } from './orders.ts'
import { readPaidLines } from './shop-money.ts'

type Acts = Record<string, (history: MoneyHistory, step: MoneyStep) => Promise<void>>

/** What guests, hosts and staff do in a history of money; what can't be done is refused, and changes nothing. */

export const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length]

/** Hands a cart off; null when the registry doesn't take so much. */
const prepare = ({ app, host }: MoneyHistory, lines: object[]) =>
  handOff(app, host.registry, lines).catch(() => null)

async function pay(history: MoneyHistory, lines: object[], cart?: { cartId: string } | null): Promise<void> {
  const { app, model, host } = history
  const handedOff = cart ?? (await prepare(history, lines))
  if (!handedOff) return
  const { id } = await app.shop.actions.pay(handedOff.cartId)
  model.ordered(id, host.registry.code)
  await app.deliver()
  history.orders.push({ id, lines: await readPaidLines(history.readShop, id) })
}

/** Some of a gift of any kind. */
function anyLine({ gifts }: MoneyHistory, index: number, cents: number): object {
  const [one, other] = gifts.groups
  const lines = [
    ...[lineOf(one, { cents }), lineOf(other, { cents }), lineOf(gifts.card, { cents: 2500 })],
    ...[lineOf(gifts.goods, { units: 1 }), lineOf(gifts.goods, { units: 2 })],
    lineOf(gifts.experience, { units: 1 }),
  ]
  return lines[index % lines.length] as object
}

const giving: Acts = {
  give: (history, { which, cents }) => pay(history, [anyLine(history, which, cents)]),
  'give-two': (history, { which, cents }) =>
    pay(history, [anyLine(history, which, cents), anyLine(history, which + 1, cents)]),
  /** Somebody else is faster: the only unit is paid twice, and neither is money. */
  async 'pay-late'(history) {
    const line = lineOf(history.gifts.wanted, { units: 1 })
    const late = await prepare(history, [line])
    if (!late) return
    history.app.later(24 * 60)
    await pay(history, [line])
    await history.look()
    history.app.later(1)
    await pay(history, [line], late)
  },
}

const refunding: Acts = {
  async refund({ app, orders }, { which }) {
    const order = pick(orders, which)
    if (order) await app.shop.actions.refund(order.id).catch(() => undefined)
  },
  async 'refund-units'({ app, orders }, { which }) {
    const order = pick(orders, which)
    const [line] = order?.lines ?? []
    if (order && line)
      await app.shop.actions.refund(order.id, { lineId: line.id, quantity: 1 }).catch(() => undefined)
  },
  async 'refund-amount'({ app, orders, refunds }, { which, cents }) {
    const order = pick(orders, which)
    const id = order && (await app.shop.actions.refundAmount(order.id, cents).catch(() => null))
    if (id && order.lines.length > 1) refunds.push({ id, order: order.id, cents, isPlaced: false })
  },
  async 'place-refund'({ pages, manager, model, orders, refunds }, { which }) {
    const refund = refunds.find(one => !one.isPlaced)
    const line = pick(orders.find(one => one.id === refund?.order)?.lines ?? [], which)
    if (!refund || !line) return
    const fields = { order: refund.order, refund: refund.id, line: line.id, amount: refund.cents / 100 }
    if ((await pages.act(manager, 'refund_placed', fields)).status !== 302) return
    refund.isPlaced = true
    model.placeRefund(refund.id, line.id, refund.cents)
  },
  async 'unplace-refund'({ pages, manager, model, refunds }) {
    const refund = refunds.find(one => one.isPlaced)
    if (!refund) return
    const fields = { order: refund.order, refund: refund.id }
    if ((await pages.act(manager, 'refund_unplaced', fields)).status !== 302) return
    refund.isPlaced = false
    model.unplaceRefund(refund.id)
  },
}

/** Records a receipt; answers its number, null when it was refused. */
async function recordReceipt(history: MoneyHistory, name: string, gift: AGift, amount: object) {
  const { app, pages, manager, receipts, host } = history
  const number = `${host.registry.code}-${receipts.length + 1}`
  const fields = { registry: host.registry.code, receipt: number, gift: gift.id, ...amount }
  if ((await pages.act(manager, name, fields)).status !== 302) return null
  const row = app.db.selectFrom('till_receipt').select('id').where('number', '=', number)
  receipts.push({ ...(await row.executeTakeFirstOrThrow()), number })
  return number
}

const atTheTill: Acts = {
  async receipt(history) {
    const { goods } = history.gifts
    const number = await recordReceipt(history, 'receipt_recorded', goods, { units: 1 })
    const line = { productId: goods.productId, units: 1, cents: goods.cents }
    if (number) history.model.receipt(number, history.host.registry.code, line)
  },
  async 'receipt-money'(history, { which, cents }) {
    const gift = pick([...history.gifts.groups, history.gifts.goods], which) as AGift
    const number = await recordReceipt(history, 'receipt_money_recorded', gift, { amount: cents / 100 })
    if (number) history.model.receipt(number, history.host.registry.code, { productId: 0, units: 1, cents })
  },
  async 'take-back'({ pages, manager, model, receipts }, { which }) {
    const receipt = pick(receipts, which)
    if (!receipt) return
    const { status } = await pages.act(manager, 'receipt_reversed', { receipt: receipt.id })
    if (status === 302) model.receiptTakenBack(receipt.number)
  },
  async return({ pages, manager, model, look, orders, receipts }, { which }) {
    const units = [
      ...orders.map(({ id, lines }) => ({ order: id, name: String(id), line: lines[0]?.id ?? 0 })),
      ...receipts.map(({ id, number }) => ({ order: -id, name: number, line: 1 })),
    ]
    const unit = pick(units, which)
    if (!unit) return
    const { order, line, name } = unit
    if ((await pages.act(manager, 'unit_returned', { order, line, units: 1 })).status !== 302) return
    await look()
    model.unitsReturned(name, line, 1)
  },
}

const leaving: Acts = {
  async move({ pages, manager, host, gifts }, { which, cents }) {
    const [one, other] = gifts.groups
    const [source, to] = pick(
      [
        [`${one.id} gift`, other] as const,
        [`${other.id} gift`, one] as const,
        [`${gifts.goods.id} change`, one] as const,
      ],
      which,
    ) as readonly [string, AGift]
    const fields = { registry: host.registry.code, source, to: to.id, amount: cents / 100 }
    await pages.act(manager, 'money_moved', fields)
  },
  async collect({ host, gifts }, { which }) {
    const [one, other] = gifts.groups
    const sources = [
      ...[{ id: one.id }, { id: other.id }, { id: gifts.card.id }, { id: gifts.experience.id }],
      ...[
        { id: one.id, type: 'change' },
        { id: gifts.goods.id, type: 'change' },
      ],
    ]
    await host.collect(pick(sources, which) as object)
  },
  async redeem({ host, gifts }, { which }) {
    await host.redeem({ id: pick([gifts.experience, ...gifts.groups], which)?.id })
  },
  async 'cancel-order'({ app, host }, { which }) {
    const order = pick(await host.orders(), which)
    if (order) await app.shop.actions.changeStatus(order.id, CANCELLED).catch(() => undefined)
  },
  async 'restore-order'({ app, host }, { which }) {
    const order = pick(await host.orders(), which)
    if (order) await app.shop.actions.changeStatus(order.id, AWAITING_FULFILLMENT).catch(() => undefined)
  },
  async spend({ app, host, model }, { cents }) {
    const certificate = model.certificates().find(one => one.to_email === host.email && one.left >= cents)
    if (!certificate) return
    await spendCertificate(app, certificate.id, cents)
    model.spent(certificate.id, cents)
  },
}

export const moneyActs: Acts = { ...giving, ...refunding, ...atTheTill, ...leaving }
