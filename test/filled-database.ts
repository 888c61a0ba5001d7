import { type FreshDatabase, freshDatabase, timeoutFactor } from './postgres.ts'

/**
 * A database of some years: 12,000 registries with 4 gifts each, 100,000 with 30 in `test:full`. Filled once for the run.
 * FILLED_DATABASE is the address of one that `bench/fill/main.ts` filled, to be used as it is.
 */
export async function filledDatabase(): Promise<FreshDatabase & { timeoutFactor: number }> {
  const { FILLED_DATABASE: filled } = process.env
  const database = filled ? { url: filled, drop: async () => {} } : await freshDatabase('filled')
  return { ...database, timeoutFactor }
}
