import {
  endedStatuses,
  type PlacedRefund,
  type ReadShop,
  readLinesLeft,
  type ShopLine,
  sum,
  toCents,
  type WireCertificate,
  type WireOrder,
  type WireRefund,
} from './shop-money.ts'

/**
 * What the money report has to say, by what the shop tells over its REST interface and by what staff did beside it; without
 * code of the product.
 */

/** A movement of money held for hosts, as the report opens it. */
export interface MovedMoney {
  movement: 'received' | 'till' | 'refunded' | 'certificates' | 'orders' | 'returned' | 'goods'
  at: Date
  registry: string
  /** An order's number, or that of a receipt. */
  order: string
  codeEnd: string
  cents: number
}

/** A registry, its host's e-mail, and which products in it are goods: bought, and never money by themselves. */
interface ModelRegistry {
  code: string
  email: string
  goods: Set<number>
}
/** What an order or a receipt counts for; what was given of it, as money and as goods, when it was looked at last. */
interface Giving {
  registry: ModelRegistry
  name: string
  isReceipt: boolean
  at: number
  lines: ShopLine[]
  booked: Map<number, { money: number; goods: number }>
}
interface Returned {
  giving: Giving
  productId: number
  lineId: number
  units: number
  /** Of what it was worth, what the giver was not given back since. */
  cents: number
}

export function moneyReportModel(readShop: ReadShop) {
  const registries: ModelRegistry[] = []
  const givings = new Map<string, Giving>()
  const registryOfOrder = new Map<number, ModelRegistry>()
  const taxes = new Map<string, number>()
  const seen = new Map<number, string>()
  const hostOrders = new Map<number, { registry: ModelRegistry; left: number }>()
  const certificates = new Map<number, WireCertificate & { registry: ModelRegistry; left: number }>()
  const placed: PlacedRefund[] = []
  const returns: Returned[] = []
  const moved: MovedMoney[] = []
  let now = new Date(0)
  let spentBeside = 0

  function book(
    movement: MovedMoney['movement'],
    registry: ModelRegistry,
    cents: number,
    of: Partial<MovedMoney>,
  ) {
    if (cents !== 0)
      moved.push({ movement, registry: registry.code, cents, at: now, order: '', codeEnd: '', ...of })
  }

  async function readOrders(): Promise<void> {
    for (const order of await readShop<WireOrder>('/v2/orders')) {
      const state = JSON.stringify([order, placed])
      if (seen.get(order.id) === state) continue
      seen.set(order.id, state)
      if (order.external_order_id.startsWith('REG-')) await readHostOrder(order)
      else await readGuestOrder(order)
    }
  }

  async function readGuestOrder(order: WireOrder): Promise<void> {
    const registry = registryOfOrder.get(order.id)
    if (!registry) return
    const lines = await readLinesLeft(readShop, order, placed)
    const name = String(order.id)
    taxes.set(name, toCents(order.total_tax))
    const known = givings.get(name)
    if (known) known.lines = lines
    else {
      const at = Date.parse(order.date_created)
      givings.set(name, { registry, name, isReceipt: false, at, lines, booked: new Map() })
    }
  }

  async function readHostOrder(order: WireOrder): Promise<void> {
    const registry = registries.find(one => one.email === order.billing_address.email)
    if (!registry) throw new Error(`order ${order.id} is of no host`)
    const total = toCents(order.total_inc_tax)
    const refunds = await readShop<WireRefund>(`/v3/orders/${order.id}/payment_actions/refunds`)
    const refunded = sum(refunds.map(refund => toCents(refund.total_amount)))
    const left = endedStatuses.includes(order.status_id) ? 0 : total - refunded
    const of = { order: String(order.id) }
    taxes.set(of.order, toCents(order.total_tax))
    if (!hostOrders.has(order.id)) book('orders', registry, -total, of)
    book('returned', registry, (hostOrders.get(order.id)?.left ?? total) - left, of)
    hostOrders.set(order.id, { registry, left })
  }

  async function readCertificates(): Promise<void> {
    for (const one of await readShop<WireCertificate>('/v2/gift_certificates')) {
      const registry = registries.find(host => host.email === one.to_email)
      if (!registry) continue
      const of = { codeEnd: one.code.slice(-4) }
      const amount = toCents(one.amount)
      const before = certificates.get(one.id)
      if (!before) book('certificates', registry, -amount, of)
      const left = toCents(one.balance)
      book('returned', registry, (before?.left ?? amount) - left, of)
      certificates.set(one.id, { ...one, registry, left })
    }
  }

  /** What of each line is goods; the rest is money. */
  function bookGivings(): void {
    const inOrder = [...givings.values()].sort(
      (one, other) =>
        Number(other.isReceipt) - Number(one.isReceipt) ||
        one.at - other.at ||
        Number(one.name) - Number(other.name),
    )
    for (const giving of inOrder) {
      const after = new Map<number, { money: number; goods: number }>()
      for (const line of giving.lines) {
        const goods = giving.registry.goods.has(line.productId) ? line.cents : 0
        after.set(line.id, { money: line.cents - goods, goods })
      }
      bookChange(giving, after)
      giving.booked = after
    }
  }

  /** What became of a line's money without a change of its sum was goods, or is now. */
  function bookChange({ registry, name, isReceipt, booked }: Giving, after: Giving['booked']): void {
    let own = 0
    for (const id of new Set([...booked.keys(), ...after.keys()])) {
      const [one, other] = [booked.get(id) ?? { money: 0, goods: 0 }, after.get(id) ?? { money: 0, goods: 0 }]
      const change = other.money - one.money
      if (change + other.goods - one.goods === 0) book('goods', registry, change, { order: name })
      else own += change
    }
    book(isReceipt ? 'till' : own < 0 ? 'refunded' : 'received', registry, own, { order: name })
  }

  const goodsOf = ({ booked, lines }: Giving, productId: number) =>
    sum(lines.filter(line => line.productId === productId).map(line => booked.get(line.id)?.goods ?? 0))

  /** Goods that hosts had returned and that the giver was given back as well are no money of the hosts any more. */
  function takeBackReturns(): void {
    for (const one of returns) {
      const same = returns.filter(other => other.giving === one.giving && other.productId === one.productId)
      const missing = sum(same.map(other => other.cents)) - goodsOf(one.giving, one.productId)
      const cents = Math.min(one.cents, Math.max(0, missing))
      book('goods', one.giving.registry, -cents, { order: one.giving.name })
      one.cents -= cents
    }
  }

  return {
    registry(one: ModelRegistry) {
      registries.push(one)
    },
    ordered(order: number, code: string) {
      const registry = registries.find(one => one.code === code)
      if (registry) registryOfOrder.set(order, registry)
    },
    /** Staff say of which line a refund of a whole order is, or that it waits again. */
    placeRefund: (refund: number, line: number, cents: number) => void placed.push({ refund, line, cents }),
    unplaceRefund(refund: number) {
      for (const one of placed.filter(one => one.refund === refund)) placed.splice(placed.indexOf(one), 1)
    },
    receipt(number: string, code: string, line: Omit<ShopLine, 'id'>) {
      const registry = registries.find(one => one.code === code)!
      givings.set(number, {
        registry,
        name: number,
        isReceipt: true,
        at: now.getTime(),
        lines: [{ ...line, id: 1 }],
        booked: new Map(),
      })
    },
    receiptTakenBack(number: string) {
      givings.get(number)!.lines = []
    },
    /** Hosts have brought units back to the shop: their worth becomes money. */
    unitsReturned(name: string, lineId: number, units: number) {
      const giving = givings.get(name)!
      const line = giving.lines.find(one => one.id === lineId)!
      const goods = giving.booked.get(lineId)?.goods ?? 0
      const before = sum(
        returns.filter(one => one.giving === giving && one.lineId === lineId).map(one => one.units),
      )
      const upTo = (count: number) => Math.round((goods * count) / line.units)
      const left =
        goods -
        sum(returns.filter(one => one.giving === giving && one.lineId === lineId).map(one => one.cents))
      const cents = Math.min(left, upTo(before + units) - upTo(before))
      book('goods', giving.registry, cents, { order: name })
      returns.push({ giving, productId: line.productId, lineId, units, cents })
    },
    spent(certificate: number, cents: number) {
      certificates.get(certificate)!.left -= cents
      spentBeside += cents
    },
    /** What hosts spent of certificates in no order of the shop. */
    spentBeside: () => spentBeside,
    /** Looks at the shop at a moment: what has changed since the last look has moved then. */
    async look(at: Date): Promise<void> {
      now = at
      await readOrders()
      bookGivings()
      takeBackReturns()
      await readCertificates()
    },
    moved: () => moved,
    /** The VAT of an order, of a guest or for a host; undefined for a receipt. */
    taxOf: (order: string) => taxes.get(order),
    certificates: () => [...certificates.values()],
  }
}
