import { findPlace } from '../base/gazetteer.ts'

/** The place of the gazetteer that a text names; empty when it names none, null without a text (R238). */
export function placeIdOf(text: string | null | undefined): string | null {
  return text ? (findPlace(text)?.id ?? '') : null
}
