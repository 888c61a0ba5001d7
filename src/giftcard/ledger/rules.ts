import type { Cents } from '../../base/money.ts'

/** What the ledger says of one gift: money towards it and leftovers, as plain sums; either may be negative. */
export interface GiftBalance {
  giftId: number
  gift: Cents
  change: Cents
}

/** Where money of a registry can be taken from. */
export interface MoneySource {
  giftId: number
  account: 'gift' | 'change'
}
export interface AccountAmount extends MoneySource {
  cents: Cents
}

/** The money of a registry at this moment. */
export interface RegistryBalance {
  /** Every pocket that holds something, in the order of the gifts; money towards a gift before its leftovers. */
  accounts: AccountAmount[]
  /** Gifts with less than nothing: the shop gave back what had already been paid out. */
  shortfalls: { giftId: number; cents: Cents }[]
  /** What may leave: all pockets less all that is missing; never below zero. */
  available: Cents
  /** What the registry owes, when its pockets can't make up for what is missing. */
  negativeBalance: Cents
}

/**
 * Reads a purse out of the sums of the ledger. Within one gift, a minus in one pocket is made up by the other: a price
 * that moved shifts money between them, but invents none.
 */
export function calculateBalance(sums: GiftBalance[]): RegistryBalance {
  const accounts: AccountAmount[] = []
  const shortfalls: RegistryBalance['shortfalls'] = []
  for (const { giftId, gift, change } of [...sums].sort((one, other) => one.giftId - other.giftId)) {
    const all = gift + change
    if (all < 0) shortfalls.push({ giftId, cents: -all })
    if (all <= 0) continue
    const towards = Math.min(Math.max(gift, 0), all)
    if (towards > 0) accounts.push({ giftId, account: 'gift', cents: towards })
    if (all > towards) accounts.push({ giftId, account: 'change', cents: all - towards })
  }
  const balance = sumCents(accounts) - sumCents(shortfalls)
  return { accounts, shortfalls, available: Math.max(0, balance), negativeBalance: Math.max(0, -balance) }
}

export function sumCents(parts: { cents: Cents }[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0)
}

/** What can be taken from these sources together: never more than the registry has after all that is missing. */
export function availableFrom(purse: RegistryBalance, sources: MoneySource[]): Cents {
  return Math.min(sumCents(chosen(purse, sources)), purse.available)
}

function chosen({ accounts }: RegistryBalance, sources: MoneySource[]): AccountAmount[] {
  return accounts.filter(one => sources.some(source => isSame(one, source)))
}

const isSame = (one: MoneySource, other: MoneySource) =>
  one.giftId === other.giftId && one.account === other.account

/** The parts that make up an amount, from these sources in the purse's order; null when they do not hold so much. */
export function allocateAmount(
  purse: RegistryBalance,
  sources: MoneySource[],
  amount: Cents,
): AccountAmount[] | null {
  if (amount <= 0 || amount > availableFrom(purse, sources)) return null
  let wanted = amount
  return chosen(purse, sources).flatMap(pocket => {
    const cents = Math.min(pocket.cents, wanted)
    wanted -= cents
    return cents > 0 ? [{ ...pocket, cents }] : []
  })
}

export interface ClosingAllocation {
  /** What goes out as one certificate. */
  payout: AccountAmount[]
  /** What stays, to make up for what is missing: taken from pockets, given to gifts. */
  settlement: AccountAmount[]
}

/** All money of a registry that closes: everything open is paid; the rest makes up for what is missing. */
export function allocateClosing(purse: RegistryBalance): ClosingAllocation {
  const sources: MoneySource[] = purse.accounts
  const payout = purse.available > 0 ? (allocateAmount(purse, sources, purse.available) ?? []) : []
  const kept = purse.accounts.flatMap(pocket => {
    const out = payout.find(one => isSame(one, pocket))?.cents ?? 0
    return pocket.cents > out ? [{ ...pocket, cents: pocket.cents - out }] : []
  })
  let reserve = sumCents(kept)
  const filled = purse.shortfalls.flatMap(({ giftId, cents }) => {
    const got = Math.min(cents, reserve)
    reserve -= got
    return got > 0 ? [{ giftId, account: 'gift' as const, cents: got }] : []
  })
  return { payout, settlement: [...kept.map(one => ({ ...one, cents: -one.cents })), ...filled] }
}

/** The three groups of spec §3. */
export const collectedGroups = ['group', 'virtual', 'regular'] as const
export type CollectedGroup = (typeof collectedGroups)[number]

/** Cards first; then group gifts, whatever they are of; all else that holds money towards a gift is digital. */
export function collectedGroupOf(gift: { isGroup: boolean; type: string }): CollectedGroup {
  if (gift.type === 'giftcertificate') return 'regular'
  return gift.isGroup ? 'group' : 'virtual'
}

/** How many units money can be turned into, and at which price; what it does not suffice for by itself is short. */
export interface RedeemableUnits {
  units: number
  cents: Cents
  /** What is missing to the first unit; 0 when it suffices. */
  missingCents: Cents
}

/** Units still to be had, bought with what is open, at the price of this moment. */
export function redeemableUnits(unitsLeft: number, open: Cents, price: Cents): RedeemableUnits {
  const units = Math.max(0, Math.min(unitsLeft, Math.floor(open / price)))
  return { units, cents: units * price, missingCents: units > 0 || unitsLeft <= 0 ? 0 : price - open }
}

/** What the shop took back of an order placed for a host: all of one that is void, else what it refunded. */
export function calculateHostOrderRefund(
  paid: { cents: Cents; units: number | null },
  order: { state: string; lines: { refundedCents: Cents; refundedQuantity: number }[] },
): { refunded_cents: Cents; refunded_units: number } {
  const units = paid.units ?? 0
  if (order.state === 'void') return { refunded_cents: paid.cents, refunded_units: units }
  const sum = (of: (line: (typeof order.lines)[number]) => number) =>
    order.lines.reduce((all, line) => all + of(line), 0)
  return {
    refunded_cents: Math.min(
      paid.cents,
      sum(line => line.refundedCents),
    ),
    refunded_units: Math.min(
      units,
      sum(line => line.refundedQuantity),
    ),
  }
}

/** A gift as smart change sees it: whether its money may go elsewhere, and how much it could take in. */
export interface TransferableGift {
  group: CollectedGroup
  isCovered: boolean
  isAvailable: boolean
}

/**
 * Whose money may be sent to another gift: leftovers always; money towards a gift when it is a card, or a group gift
 * that is not covered or has gone from the shop. A covered one waits to be redeemed.
 */
export function canTransfer(
  pocket: MoneySource['account'],
  { group, isCovered, isAvailable }: TransferableGift,
): boolean {
  if (pocket === 'change' || group === 'regular') return true
  return group === 'group' && (!isCovered || !isAvailable)
}

/** A row of the collected gift cards: what the host reads about its money. */
export type CollectedGiftState = 'collected' | 'requested' | 'issued' | 'redeemed' | 'empty'

/** The latest word of a row: open money first, then what is under way, then what became of it. */
export function collectedGiftState(
  open: Cents,
  payouts: { method: string; state: string }[],
): CollectedGiftState {
  if (payouts.some(one => one.state === 'waiting')) return 'requested'
  if (open > 0) return 'collected'
  const [last] = payouts.filter(one => one.state === 'done')
  if (!last) return 'empty'
  return last.method === 'order' ? 'redeemed' : 'issued'
}

/** A certificate's code: ours, at most 20 characters, in letters that look the same in Greek and Latin. */
export function formatCertificateCode(letters: string): string {
  return `REG-${letters.replace(/(.{4})(?=.)/g, '$1-')}`
}
