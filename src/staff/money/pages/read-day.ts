import { type Day, parseDay } from '../../../base/dates.ts'

/** A day of an address; what is none counts as missing. */
export function readDay(url: URL, name: string): Day | undefined {
  return parseDay(url.searchParams.get(name) ?? '') ?? undefined
}
