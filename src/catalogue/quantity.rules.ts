/** More units than this limit no gift, so that not every sale of a common product changes what pages show. */
const maxStoredStock = 100

/** Units left as the catalogue's copy holds them. */
export function storedStock(stock: number | null): number | null {
  return stock === null ? null : Math.min(stock, maxStoredStock)
}

/** What the shop sells of a product in one order, and has left. */
export interface ShownQuantityRules {
  min_quantity: number
  /** Null when the shop names no most. */
  max_quantity: number | null
  /** Null when it is not known. */
  stock: number | null
}

/** Of these units, as many as the shop sells in one order and has left. */
export function capByShop(units: number, { max_quantity, stock }: ShownQuantityRules): number {
  return Math.min(units, max_quantity ?? units, stock ?? units)
}

/** Why one guest can't buy of so many open units; null when they can. */
export function restRefusal(units: number, rules: ShownQuantityRules): 'rest' | 'stock' | null {
  const { min_quantity, stock } = rules
  if (units < min_quantity) return 'rest'
  return stock !== null && stock < min_quantity ? 'stock' : null
}
