import type { TestHook } from '../src/server/context/request-context.ts'

/** A process that dies at a named step: what it holds in a transaction is undone, all else stops for good. */
export class Killed extends Error {}

const inTransaction: TestHook[] = [
  'gifts reserved, not committed',
  'purchases written, not credited',
  'order counted, not committed',
]

/**
 * Kills the work that next comes to the step that was named. Give `step` to the world; `through` answers what the work
 * does, or `Killed` when it died.
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
