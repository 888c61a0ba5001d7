import { AppError } from '../../base/app-error.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { type Shop, ShopFailure } from '../../shop/port.ts'

interface Kept {
  value: unknown
  /** When it was read (ms). */
  read: number
}

interface Shelf {
  kept: Map<string, Kept>
  /** Reads under way: whoever asks meanwhile waits for the same one. */
  reading: Map<string, Promise<unknown>>
  /** When a read last failed (ms). */
  failed: Map<string, number>
}

const freshMs = 5 * 60_000
const keptMost = 400
/** Nobody waits for a shop that has just failed to answer the same. */
const restMs = 15_000

const shelves = new WeakMap<Shop, Shelf>()

/**
 * Reads of the shop's texts kept in memory: what is older than some minutes still answers at once and is read anew
 * behind it, so that a slow shop delays no page and an absent one takes nothing away.
 * Throws Refusal `refused_shop_away` 502 when nothing has been read yet and the shop is away.
 */
export async function readThroughShopCache<T>(
  { shop, now }: Pick<RequestContext, 'shop' | 'now'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const shelf = shelves.get(shop) ?? { kept: new Map(), reading: new Map(), failed: new Map() }
  shelves.set(shop, shelf)
  const kept = shelf.kept.get(key)
  const isFresh = kept !== undefined && now.getTime() - kept.read < freshMs
  if (isFresh) return kept.value as T
  const isResting = now.getTime() - (shelf.failed.get(key) ?? Number.NEGATIVE_INFINITY) < restMs
  if (isResting && !kept) throw new AppError('refused_shop_away', 502)
  const reading = isResting ? null : (shelf.reading.get(key) ?? readInto(shelf, key, now, read))
  if (!kept) return (await reading) as T
  reading?.catch(() => {})
  return kept.value as T
}

function readInto<T>(shelf: Shelf, key: string, now: Date, read: () => Promise<T>): Promise<T> {
  const reading = readOnce(shelf, key, now, read).finally(() => shelf.reading.delete(key))
  shelf.reading.set(key, reading)
  return reading
}

async function readOnce<T>({ kept, failed }: Shelf, key: string, now: Date, read: () => Promise<T>) {
  try {
    const value = await read()
    failed.delete(key)
    kept.delete(key)
    kept.set(key, { value, read: now.getTime() })
    for (const oldest of kept.keys()) if (kept.size > keptMost) kept.delete(oldest)
    return value
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    failed.set(key, now.getTime())
    for (const oldest of failed.keys()) if (failed.size > keptMost) failed.delete(oldest)
    throw new AppError('refused_shop_away', 502)
  }
}
