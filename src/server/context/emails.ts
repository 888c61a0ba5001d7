import type { Language } from '../../base/language.ts'

/** What is told of a message, sent or not, once its contents are gone. */
export interface KeptEmail {
  template: string
  state: string
  created_at: Date
  sent_at: Date | null
}

/** A message for the outbox: stored in the transaction of its cause, sent later by a job (R712). */
export interface OutgoingEmail {
  /** Unique: a second message of the same cause is not sent. */
  cause: string
  template: string
  /** `mail` by default; for `sms`, `to` is a phone number and `props.text` the text. */
  channel?: 'mail' | 'sms'
  language: Language
  to: string
  props: Record<string, unknown>
  /** When the letter that this one replaces was first sent. */
  firstSentAt?: Date
  /** A browser that the recipient's account knows asked for it (R1249). */
  isOwnAct?: boolean
  /** Paid parts of a text message. */
  parts?: number
  /** Adds the items of its list to the letter of the same cause, which leaves at `until`; false when that has `max`. */
  gathered?: { until: Date; max: number }
}

/** A letter to the people who run the shop (R941); each kind has a template of its own. */
export type StaffLetter = Pick<OutgoingEmail, 'cause' | 'template' | 'props'>
