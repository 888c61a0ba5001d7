import type { TestHook } from '../src/server/context/test-hooks.ts'

/** Simulates a process that dies at a named step: its open transaction is rolled back, and nothing else happens. */
export class Killed extends Error {}

const inTransaction: TestHook[] = ['purchases written, not credited', 'order counted, not committed']

/**
 * Kills the work that next reaches the named step. Pass `step` to the test app as `testHook`; `through` answers the result
 * of the work, or `Killed`.
 */
export function crashes() {
  let next: { at: TestHook; die(): void } | undefined
  const step = async (name: TestHook): Promise<void> => {
    if (next?.at !== name) return
    const { die } = next
    next = undefined
    die()
    if (inTransaction.includes(name)) throw new Killed(name)
    await new Promise(() => {})
  }
  async function through<T>(at: TestHook | null, work: () => Promise<T>): Promise<T | Killed> {
    if (!at) return work()
    const death = new Promise<Killed>(resolve => {
      next = { at, die: () => resolve(new Killed(at)) }
    })
    try {
      return await Promise.race([work(), death])
    } finally {
      next = undefined
    }
  }
  return { step, through }
}
