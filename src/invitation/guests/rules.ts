import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { GuestView } from './contract.ts'

/** A number that is one, in E.164 (Greek unless it says otherwise); any other as it was typed. */
export function normalizeGuestPhone(typed: string): string {
  const phone = parsePhoneNumberFromString(typed, 'GR')
  return phone?.isValid() ? phone.number : typed
}

/**
 * How many people are asked, will come, won't, and have not said so yet: the last three make the first. Who comes
 * with fewer than were asked leaves the others at home; who brings more has them on the list.
 */
export function countGuestReplies(guests: Pick<GuestView, 'people' | 'reply' | 'coming'>[]) {
  const totals = { asked: 0, coming: 0, notComing: 0, open: 0 }
  for (const { people, reply, coming } of guests) {
    totals.asked += Math.max(people, coming)
    if (reply === 'coming') {
      totals.coming += coming
      totals.notComing += Math.max(people - coming, 0)
    } else if (reply === 'not_coming') totals.notComing += people
    else totals.open += people
  }
  return totals
}
