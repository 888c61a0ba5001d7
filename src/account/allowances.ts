import { Refusal } from '../base/refusal.ts'
import type { Visit } from '../server/visit.ts'
import type { Allowance } from './rules.ts'

/** Counts an attempt under that name; throws `refused_often` 429 beyond the allowance. */
export async function count(name: string, { most, seconds }: Allowance, visit: Visit): Promise<void> {
  await visit.limit(name, most, seconds)
}

/** Counts an attempt, and answers instead of refusing. */
export async function isWithin(name: string, allowance: Allowance, visit: Visit): Promise<boolean> {
  try {
    await count(name, allowance, visit)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
}
