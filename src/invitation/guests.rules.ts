import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { GuestView } from './guests.contract.ts'

/** E.164 when it is a valid number, Greek unless it has another country's prefix; else as typed. */
export function normalizeGuestPhone(typed: string): string {
  const phone = parsePhoneNumberFromString(typed, 'GR')
  return phone?.isValid() ? phone.number : typed
}

/**
 * Counts the people on the list, as a guest may be a family. When fewer come than were invited, the others count as not
 * coming; when more come, they count as invited. The last three add up to the first.
 */
export function countGuestReplies(guests: Pick<GuestView, 'people' | 'reply' | 'coming'>[]) {
  const totals = { total: 0, coming: 0, notComing: 0, unanswered: 0 }
  for (const { people, reply, coming } of guests) {
    totals.total += Math.max(people, coming)
    if (reply === 'coming') {
      totals.coming += coming
      totals.notComing += Math.max(people - coming, 0)
    } else if (reply === 'not_coming') totals.notComing += people
    else totals.unanswered += people
  }
  return totals
}
