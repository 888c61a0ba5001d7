import { catalogue } from '../shop/catalogue/index.ts'
import { CANCELLED, REFUNDED } from '../shop/orders/orders.ts'
import type { PaymentOutcome } from '../shop/orders/place-order.ts'
import type { Endpoint } from '../src/base/endpoint.ts'
import { type CollectedMoney, getCollectedGifts } from '../src/money/collected.contract.ts'
import { createGiftCertificate, type PayoutView, redeemGift } from '../src/money/payout/payout.contract.ts'
import { getMoneyStatement, type MoneyStatement } from '../src/money/statement.contract.ts'
import { transferChange } from '../src/money/transfer.contract.ts'
import { tokenCookie } from '../src/server/context/session.ts'
import { findRows } from '../src/server/postgres/rows.ts'
import { aGift, aHost, aRegistry, insertGiftOf, lineOf } from './builders.ts'
import type { Refused } from './client.ts'
import { handOff } from './orders.ts'
import { toCents, type WireCertificate } from './shop-money.ts'
import type { TestApp } from './test-app.ts'

/** Hands a cart off, pays it in the shop and counts the order. Answers the order's id. */
export async function giveGifts(
  app: TestApp,
  registry: { code: string },
  lines: object[],
  payment: PaymentOutcome = 'success',
): Promise<number> {
  const { cartId } = await handOff(app, registry, lines)
  const order = await app.shop.actions.pay(cartId, {}, payment)
  await app.deliver()
  return order.id
}

/** Adds an experience of the embedded shop to a registry, at the shop's price. */
export async function anExperience(app: TestApp, registry: { id: number }, quantity: number) {
  const product = catalogue.products.find(
    one =>
      one.type === 'digital' &&
      one.visible &&
      one.available &&
      one.options.length === 0 &&
      !one.modifiers?.length,
  )
  if (!product) throw new Error('The catalogue has no experience.')
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  await ctx.refreshProducts([product.id])
  return insertGiftOf(app, registry, product, { quantity, position: 1 })
}

/** Everything that the shop lists at that path, from all its pages. */
async function readAllPages<T>(app: TestApp, path: string): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const response = await app.staff('GET', `${path}?limit=250&page=${page}`)
    const more = response.status === 204 ? [] : ((await response.json()) as T[])
    all.push(...more)
    if (more.length < 250) return all
  }
}

/** Every gift certificate of the shop, in cents. */
export async function listCertificates(app: TestApp): Promise<{ code: string; cents: number; to: string }[]> {
  return (await listAllCertificates(app)).map(({ code, cents, to }) => ({ code, cents, to }))
}

/** The same with their states, and what is left on them. */
export async function listAllCertificates(app: TestApp) {
  type WholeCertificate = WireCertificate & { status: string; message: string }
  const all = await readAllPages<WholeCertificate>(app, '/v2/gift_certificates')
  return all.map(one => ({
    id: one.id,
    code: one.code,
    cents: toCents(one.amount),
    balance: toCents(one.balance),
    to: one.to_email,
    state: one.status,
    message: one.message,
  }))
}

/** Somebody pays with a certificate: so many cents of it are gone. */
export async function spendCertificate(app: TestApp, id: number, cents: number): Promise<void> {
  const path = `/v2/gift_certificates/${id}`
  const certificate = (await (await app.staff('GET', path)).json()) as WireCertificate & object
  const { id: _, order_id, purchase_date, expiry_date, ...fields } = certificate as Record<string, unknown>
  const balance = (Number(certificate.balance) - cents / 100).toFixed(4)
  const answer = await app.staff('PUT', path, { ...fields, balance })
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** The orders that were placed for hosts, with the cents that were not refunded. */
export async function listHostOrders(
  app: TestApp,
): Promise<{ id: number; reference: string; cents: number }[]> {
  const all = await readAllPages<{
    id: number
    status_id: number
    external_order_id: string
    total_inc_tax: string
    refunded_amount: string
  }>(app, '/v2/orders')
  const notRefunded = ({ status_id, total_inc_tax, refunded_amount }: (typeof all)[number]) =>
    [CANCELLED, REFUNDED].includes(status_id) ? 0 : Number(total_inc_tax) - Number(refunded_amount)
  return all
    .filter(one => one.external_order_id.startsWith('REG-'))
    .map(one => ({
      id: one.id,
      reference: one.external_order_id,
      cents: toCents(notRefunded(one)),
    }))
}

/** The sums of a registry's ledger by kind, in cents, without goods. */
export async function ledgerSums(app: TestApp, registryId: number): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom('ledger')
    .select(row => ['kind', row.fn.sum<number>('cents').as('cents')])
    .where('registry_id', '=', registryId)
    .where('account', '<>', 'goods')
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(row => [row.kind, Number(row.cents)]).filter(([, cents]) => cents !== 0))
}

/** Sends a call as a browser does: with the session's cookie, from a page of the site. */
export async function callFromBrowser(
  app: TestApp,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  token: string,
  query: string,
) {
  return app.request(`/api${path}?${query}`, {
    method,
    headers: { cookie: `${tokenCookie(app.config)}=${token}`, 'sec-fetch-site': 'same-origin' },
  })
}

/** A host with a registry, and what they do with its money. */
export async function aHostWithMoney(app: TestApp, columns: Parameters<typeof aRegistry>[2] = {}) {
  const host = await aHost(app)
  const registry = await aRegistry(app, host, columns)
  const as = { as: host.token }
  const payoutCodes = async () => {
    const rows = app.db.selectFrom('payout').select('code').where('registry_id', '=', registry.id)
    return new Set((await rows.execute()).map(row => row.code))
  }
  return {
    ...host,
    registry,
    async collected() {
      return (await app.call<CollectedMoney>(getCollectedGifts, { registry_id: registry.code }, as)).data
    },
    async statement() {
      return (await app.call<MoneyStatement>(getMoneyStatement, { registry_id: registry.code }, as)).data
    },
    collect: (input: object, sender: Sender = as) => app.call<Issued>(createGiftCertificate, input, sender),
    redeem: (input: object, sender: Sender = as) => app.call<Redeemed>(redeemGift, input, sender),
    transfer: (input: object, sender: Sender = as) => app.call<Transferred>(transferChange, input, sender),
    /** Their certificates, as the shop has them. */
    certificates: async () => (await listCertificates(app)).filter(one => one.to === host.email),
    /** The cents of those of them that somebody could spend. */
    async spendableCents() {
      const all = await listAllCertificates(app)
      return all.filter(one => one.to === host.email && one.state === 'active').map(one => one.cents)
    },
    /** The orders that were placed for them. */
    async orders() {
      const codes = await payoutCodes()
      return (await listHostOrders(app)).filter(order => codes.has(order.reference))
    },
    emails: (template: string) =>
      findRows(app.db, 'outbox', {
        where: { template, recipient: host.email },
        columns: ['recipient', 'language', 'props'],
        orderBy: ['id'],
      }),
    ledgerSums: () => ledgerSums(app, registry.id),
    /** A group gift of that price with so much collected. */
    async fundedGift(cents: number, price = 10_000) {
      const gift = await aGift(app, registry, { group: true, cents: price })
      await giveGifts(app, registry, [lineOf(gift, { cents })])
      return gift
    },
    /** An experience, bought whole by guests and redeemed by the host. */
    async experience(units: number) {
      const gift = await anExperience(app, registry, units)
      await giveGifts(app, registry, [lineOf(gift, { units })])
      return gift
    },
  }
}

export type HostWithMoney = Awaited<ReturnType<typeof aHostWithMoney>>
type Sender = Parameters<TestApp['call']>[2]
type Issued = PayoutView & Refused & { code: string }
type Redeemed = Issued & { checkout_url: string | null }
type Transferred = { amount: number } & Refused
