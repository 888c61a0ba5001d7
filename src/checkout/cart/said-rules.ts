import type { ShopModifier } from '../../base/shop-modifiers.ts'
import type { GuestAnswer } from '../../gift/gift/guest-answer-rules.ts'

/** What of the shop's questions the cart looks at. */
export type Question = Pick<ShopModifier, 'id' | 'required'>

/** Units of a line of which the guest says the same, such as the name to engrave (R424). */
export interface SaidUnits {
  units: number
  answers: GuestAnswer[]
}

/** The units with more of them, those that say the same together. */
export function addSaid(said: SaidUnits[] = [], added: SaidUnits[] = []): SaidUnits[] {
  const all = new Map<string, SaidUnits>()
  for (const one of [...said, ...added]) {
    const same = all.get(keyOf(one))
    all.set(keyOf(one), { ...(same ?? one), units: one.units + (same?.units ?? 0) })
  }
  return [...all.values()]
}

const keyOf = ({ answers }: SaidUnits) =>
  JSON.stringify(answers.map(({ option_id, value }) => [option_id, value]))

/** The same for so many units: the last ones go first; more can be had of units that all say the same. */
export function resizeSaid(said: SaidUnits[], quantity: number): SaidUnits[] {
  let left = quantity
  const kept = said.flatMap(one => {
    const units = Math.min(one.units, left)
    left -= units
    return units > 0 ? [{ ...one, units }] : []
  })
  const [only] = kept
  return only && kept.length === 1 ? [{ ...only, units: only.units + left }] : kept
}

/**
 * Whether every unit answers what the shop requires today. What fits its limits is checked at the hand-off alone: every
 * guest loads this.
 */
export function isAllSaid(said: SaidUnits[], quantity: number, questions: Question[]): boolean {
  const required = questions.filter(question => question.required)
  if (required.length === 0) return true
  const units = said.reduce((sum, one) => sum + one.units, 0)
  const isAnswered = ({ answers }: SaidUnits) =>
    required.every(({ id }) => answers.some(({ option_id }) => option_id === id))
  return units === quantity && said.every(isAnswered)
}
