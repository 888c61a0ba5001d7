import { findPlace } from '../base/gazetteer.ts'

/**
 * The id of the place in the gazetteer that a text names (R238: the place of the event); empty when it names none,
 * null without a text.
 */
export function placeIdOf(text: string | null | undefined): string | null {
  return text ? (findPlace(text)?.id ?? '') : null
}
