import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'

/** What was given to a registry: gifts that are wholly given, of how many, and the people who gave (R319). */
export interface GivingCounts {
  items: number
  gifts_given: number
  givers: number
}

type Options = { locale?: Language }

/** “2 of 12 gifts given”: the one sentence about it, on every page and in every letter (R319). */
export function givenGiftsText({ items, gifts_given, givers }: GivingCounts, options: Options = {}): string {
  if (gifts_given === 0)
    return givers === 0 ? m.ui_gifts_none_given({}, options) : m.ui_gifts_none_whole({}, options)
  return m.ui_gifts_given({ given: gifts_given, total: items }, options)
}

/** “9 people have given”; null while nobody has. */
export function giversText({ givers }: GivingCounts, options: Options = {}): string | null {
  return givers === 0 ? null : m.ui_people_given({ count: givers }, options)
}
