import { formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'

interface Change {
  id: number
  who: string | null
  what: string
  about: string | null
  at: string
}

export type ChangeWithTime = Change & { time: string }

/** Changes with the time as people read it. The hosts' page has them from the server: a phone takes long to load `Intl`. */
export function addTimes(changes: Change[], language: Language): ChangeWithTime[] {
  return changes.map(change => ({ ...change, time: formatMoment(new Date(change.at), language) }))
}
