/** A greater stock is stored as 100, so that not every sale of a common product changes pages. */
const maxStoredStock = 100

export function storedStock(stock: number | null): number | null {
  return stock === null ? null : Math.min(stock, maxStoredStock)
}

export interface ShownQuantityRules {
  /** Units that the shop sells in one order (R321), and has left (`storedStock`); null where it doesn't say. */
  min_quantity: number
  max_quantity: number | null
  stock: number | null
}

/** How many of these units one order can have: at most what the shop sells in one order and has left. */
export function capByShop(units: number, { max_quantity, stock }: ShownQuantityRules): number {
  return Math.min(units, max_quantity ?? units, stock ?? units)
}

/** Why a guest can't buy any of so many open units; null when they can. */
export function restRefusal(units: number, rules: ShownQuantityRules): 'rest' | 'stock' | null {
  const { min_quantity, stock } = rules
  if (units < min_quantity) return 'rest'
  return stock !== null && stock < min_quantity ? 'stock' : null
}
