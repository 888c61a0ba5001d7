import { Refusal } from '../base/refusal.ts'
import type { Visit } from '../server/visit.ts'
import { type Shop, ShopFailure } from '../shop/port.ts'

interface Kept {
  value: unknown
  /** When it was read (ms). */
  read: number
}

const freshMs = 5 * 60_000
const keptMost = 400

/** What was read of each shop, the latest last. */
const memory = new WeakMap<Shop, Map<string, Kept>>()

/**
 * Reads of the shop's texts kept in memory for some minutes; while the shop is away, the last one read serves on.
 * Throws Refusal `refused_shop_away` 502 when there is none.
 */
export async function keepingRead<T>(
  { shop, now }: Pick<Visit, 'shop' | 'now'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const shelf = memory.get(shop) ?? new Map<string, Kept>()
  memory.set(shop, shelf)
  const kept = shelf.get(key)
  if (kept && now.getTime() - kept.read < freshMs) return kept.value as T
  try {
    const value = await read()
    shelf.delete(key)
    shelf.set(key, { value, read: now.getTime() })
    for (const oldest of shelf.keys()) if (shelf.size > keptMost) shelf.delete(oldest)
    return value
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    if (kept) return kept.value as T
    throw new Refusal('refused_shop_away', 502)
  }
}
