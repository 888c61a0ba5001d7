import type { Cents } from '../base/money.ts'

/** What the ledger says of one gift: money towards it and leftovers, as plain sums; either may be negative. */
export interface Sums {
  giftId: number
  gift: Cents
  change: Cents
}

/** Where money of a registry can be taken from. */
export interface Source {
  giftId: number
  pocket: 'gift' | 'change'
}
export interface Pocket extends Source {
  cents: Cents
}

/** The money of a registry at this moment. */
export interface Purse {
  /** Every pocket that holds something, in the order of the gifts; money towards a gift before its leftovers. */
  pockets: Pocket[]
  /** Gifts with less than nothing: the shop gave back what had already been paid out. */
  missing: { giftId: number; cents: Cents }[]
  /** What may leave: all pockets less all that is missing; never below zero. */
  open: Cents
  /** What the registry owes, when its pockets can't make up for what is missing. */
  owed: Cents
}

/**
 * Reads a purse out of the sums of the ledger. Within one gift, a minus in one pocket is made up by the other: a price
 * that moved shifts money between them, but invents none.
 */
export function purseOf(sums: Sums[]): Purse {
  const pockets: Pocket[] = []
  const missing: Purse['missing'] = []
  for (const { giftId, gift, change } of [...sums].sort((one, other) => one.giftId - other.giftId)) {
    const all = gift + change
    if (all < 0) missing.push({ giftId, cents: -all })
    if (all <= 0) continue
    const towards = Math.min(Math.max(gift, 0), all)
    if (towards > 0) pockets.push({ giftId, pocket: 'gift', cents: towards })
    if (all > towards) pockets.push({ giftId, pocket: 'change', cents: all - towards })
  }
  const balance = total(pockets) - total(missing)
  return { pockets, missing, open: Math.max(0, balance), owed: Math.max(0, -balance) }
}

export function total(parts: { cents: Cents }[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0)
}

/** What can be taken from these sources together: never more than the registry has after all that is missing. */
export function openOf(purse: Purse, sources: Source[]): Cents {
  return Math.min(total(chosen(purse, sources)), purse.open)
}

function chosen({ pockets }: Purse, sources: Source[]): Pocket[] {
  return pockets.filter(one => sources.some(source => isSame(one, source)))
}

const isSame = (one: Source, other: Source) => one.giftId === other.giftId && one.pocket === other.pocket

/** The parts that make up an amount, from these sources in the purse's order; null when they do not hold so much. */
export function partsOf(purse: Purse, sources: Source[], amount: Cents): Pocket[] | null {
  if (amount <= 0 || amount > openOf(purse, sources)) return null
  let wanted = amount
  return chosen(purse, sources).flatMap(pocket => {
    const cents = Math.min(pocket.cents, wanted)
    wanted -= cents
    return cents > 0 ? [{ ...pocket, cents }] : []
  })
}

export interface Closed {
  /** What goes out as one certificate. */
  paid: Pocket[]
  /** What stays, to make up for what is missing: taken from pockets, given to gifts. */
  settled: { giftId: number; pocket: Pocket['pocket']; cents: Cents }[]
}

/** All money of a registry that closes: everything open is paid; the rest makes up for what is missing. */
export function closedPurse(purse: Purse): Closed {
  const sources: Source[] = purse.pockets
  const paid = purse.open > 0 ? (partsOf(purse, sources, purse.open) ?? []) : []
  const kept = purse.pockets.flatMap(pocket => {
    const out = paid.find(one => isSame(one, pocket))?.cents ?? 0
    return pocket.cents > out ? [{ ...pocket, cents: pocket.cents - out }] : []
  })
  let reserve = total(kept)
  const filled = purse.missing.flatMap(({ giftId, cents }) => {
    const got = Math.min(cents, reserve)
    reserve -= got
    return got > 0 ? [{ giftId, pocket: 'gift' as const, cents: got }] : []
  })
  return { paid, settled: [...kept.map(one => ({ ...one, cents: -one.cents })), ...filled] }
}

/** The three groups of spec §3. */
export const groups = ['group', 'virtual', 'regular'] as const
export type Group = (typeof groups)[number]

/** Cards first; then group gifts, whatever they are of; all else that holds money towards a gift is digital. */
export function groupOf(gift: { isGroup: boolean; type: string }): Group {
  if (gift.type === 'giftcertificate') return 'regular'
  return gift.isGroup ? 'group' : 'virtual'
}

/** How many units money can be turned into, and at which price; what it does not suffice for by itself is short. */
export interface Redeemable {
  units: number
  cents: Cents
  /** What is missing to the first unit; 0 when it suffices. */
  short: Cents
}

/** Units still to be had, bought with what is open, at the price of this moment. */
export function redeemable(unitsLeft: number, open: Cents, price: Cents): Redeemable {
  const units = Math.max(0, Math.min(unitsLeft, Math.floor(open / price)))
  return { units, cents: units * price, short: units > 0 || unitsLeft <= 0 ? 0 : price - open }
}

/** What the shop took back of an order placed for a host: all of one that is void, else what it refunded. */
export function takenBack(
  paid: { cents: Cents; units: number | null },
  order: { state: string; lines: { refundedCents: Cents; refundedQuantity: number }[] },
): { returned_cents: Cents; returned_units: number } {
  const units = paid.units ?? 0
  if (order.state === 'void') return { returned_cents: paid.cents, returned_units: units }
  const sum = (of: (line: (typeof order.lines)[number]) => number) =>
    order.lines.reduce((all, line) => all + of(line), 0)
  return {
    returned_cents: Math.min(
      paid.cents,
      sum(line => line.refundedCents),
    ),
    returned_units: Math.min(
      units,
      sum(line => line.refundedQuantity),
    ),
  }
}

/** A gift as smart change sees it: whether its money may go elsewhere, and how much it could take in. */
export interface Movable {
  group: Group
  isCovered: boolean
  isThere: boolean
}

/**
 * Whose money may be sent to another gift: leftovers always; money towards a gift when it is a card, or a group gift
 * that is not covered or has gone from the shop. A covered one waits to be redeemed.
 */
export function canMove(pocket: Source['pocket'], { group, isCovered, isThere }: Movable): boolean {
  if (pocket === 'change' || group === 'regular') return true
  return group === 'group' && (!isCovered || !isThere)
}

/** A row of the collected gift cards: what the host reads about its money. */
export type RowState = 'collected' | 'requested' | 'issued' | 'redeemed' | 'empty'

/** The latest word of a row: open money first, then what is under way, then what became of it. */
export function rowState(open: Cents, payouts: { way: string; state: string }[]): RowState {
  if (payouts.some(one => one.state === 'waiting')) return 'requested'
  if (open > 0) return 'collected'
  const [last] = payouts.filter(one => one.state === 'done')
  if (!last) return 'empty'
  return last.way === 'order' ? 'redeemed' : 'issued'
}

/** A certificate's code: ours, at most 20 characters, in letters that look the same in Greek and Latin. */
export function certificateCode(letters: string): string {
  return `REG-${letters.replace(/(.{4})(?=.)/g, '$1-')}`
}
