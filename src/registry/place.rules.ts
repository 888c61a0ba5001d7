import { findPlace } from '../base/gazetteer.ts'

/** The id in the gazetteer of the place of an event (R238); empty for an unknown place, null without a text. */
export function placeIdOf(text: string | null | undefined): string | null {
  return text ? (findPlace(text)?.id ?? '') : null
}
