/** A simple model of a registry's gifts: what must be counted after what people did, without code of the product. */

export interface ModelGift {
  id: number
  kind: 'units' | 'contribution' | 'gift_card'
  /** Units wished for, or the price in cents of a group gift. */
  wished: number
  unitCents: number
}

interface ModelLine {
  gift: ModelGift
  units: number
  cents: number
}

interface ModelOrder {
  state: 'paid' | 'pending' | 'void'
  lines: ModelLine[]
}

export function givingModel() {
  const orders = new Map<number, ModelOrder>()
  const order = (id: number) => orders.get(id) as ModelOrder

  return {
    ordered(id: number, state: ModelOrder['state'], lines: ModelLine[]) {
      orders.set(id, { state, lines: lines.map(line => ({ ...line })) })
    },
    settled(id: number) {
      if (order(id).state === 'pending') order(id).state = 'paid'
    },
    cancelled(id: number) {
      order(id).state = 'void'
    },
    /** Units of that line were refunded, or all money of a contribution. */
    refunded(id: number, gift: ModelGift, units: number) {
      const line = order(id).lines.find(one => one.gift.id === gift.id) as ModelLine
      const cents = gift.kind === 'units' ? units * gift.unitCents : line.cents
      line.units -= units
      line.cents -= cents
      if (order(id).lines.every(one => one.units === 0)) order(id).state = 'void'
    },
    stateOf: (id: number) => order(id).state,
    unitsLeft: (id: number, gift: ModelGift) =>
      order(id).lines.find(one => one.gift.id === gift.id)?.units ?? 0,
    ids: () => [...orders.keys()],
    /** Money of a gift after refunds, how much of it is credited, and how much awaits payment. */
    sums(gift: ModelGift) {
      const of = (state: ModelOrder['state']) =>
        [...orders.values()]
          .filter(one => one.state === state)
          .flatMap(one => one.lines.filter(line => line.gift.id === gift.id))
      const sum = (lines: ModelLine[], what: 'cents') => lines.reduce((total, line) => total + line[what], 0)
      const cents = sum(of('paid'), 'cents')
      // Goods are never money, wished for or not.
      const credited =
        gift.kind === 'gift_card' ? cents : gift.kind === 'units' ? cents : Math.min(cents, gift.wished)
      return { cents, credited, surplus: cents - credited, pending: sum(of('pending'), 'cents') }
    },
  }
}
