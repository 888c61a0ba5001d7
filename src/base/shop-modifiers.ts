import type { Day } from './dates.ts'

/**
 * What the shop asks of the buyer beyond a variant, such as an engraving. `initial` is the answer that the shop
 * suggests, '' for none; answers are texts: as typed, a decimal number, a day, or the id of a value.
 */
export type ShopModifier = { id: number; name: string; required: boolean; initial: string } & (
  | { kind: 'text'; min: number; max: number; lines: number }
  | { kind: 'number'; min: number | null; max: number | null; whole: boolean }
  | { kind: 'date'; from: Day | null; to: Day | null }
  | { kind: 'choice'; values: { id: number; label: string }[] }
  /** Its answer is one of two ids; a required one must be ticked. */
  | { kind: 'checkbox'; label: string; checked: number; unchecked: number }
  /** A file, or a kind that is not known: it can't be asked for with a gift. */
  | { kind: 'file' }
)

/** A host's answer to a modifier of a gift; the value is null where the guest answers (R322). */
export interface HostAnswer extends Omit<ModifierAnswer, 'value'> {
  value: string | null
}

/** The answer to a modifier in a cart or an order; the value of a `choice` is its id. */
export interface ModifierAnswer {
  option_id: number
  kind: 'text' | 'number' | 'date' | 'choice'
  value: string
}
