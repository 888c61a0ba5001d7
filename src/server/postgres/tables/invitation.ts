import type { Generated } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { Id, Since, Stamp } from '../columns.ts'

export interface InvitationTables {
  share_picture: SharePictureTable
  invitation_content: InvitationContentTable
  invitation_picture: InvitationPictureTable
  guest: GuestTable
  invitation: InvitationTable
  invitation_email: InvitationEmailTable
  guest_list_notice: GuestListNoticeTable
  email_suppression: EmailSuppressionTable
}

/** Share pictures as they were drawn, by a digest of all that they show. */
export interface SharePictureTable {
  key: string
  jpeg: Buffer
  created_at: Stamp
  /** Null: the site's own card, or an article's. */
  registry_id: number | null
}

export interface InvitationContentTable {
  registry_id: number
  /** The key of a typeface (invitation/content/rules.ts). */
  font_family: string
  /** `#rrggbb`, lower case. */
  text_color: string
  background_color: string
  /** CSS pixels. */
  font_size: number
  text_align: 'left' | 'center' | 'right'
  /** The name of the image around the card. */
  background_image: string | null
  subject: string
  message: string
  changed_at: Stamp
}

export interface InvitationPictureTable {
  name: string
  bytes: Buffer
  created_at: Stamp
  emailed_at: Since
  /** For which it was uploaded first. */
  registry_id: number | null
}

/** Who is invited to the event; somebody invited by their address alone has an empty name. */
export interface GuestTable {
  id: Id
  registry_id: number
  name: string
  email: string | null
  /** The address folded for comparison; unique within the registry. */
  email_key: string | null
  /** E.164 where it is a number, else as it was typed. */
  phone: string | null
  language: Language
  /** How many people this guest stands for. */
  people: number
  notes: string | null
  reply: 'coming' | 'not_coming' | null
  /** How many will come; 0 until the reply. */
  coming_count: Generated<number>
  reply_message: string | null
  replied_at: Since
  opened_at: Since
  created_at: Stamp
}

/** Guests who were sent the invitation, with the cause of their newest e-mail in the outbox. */
export interface InvitationTable {
  guest_id: number
  cause: string
  invited_at: Stamp
}

/** Whose hosts were told that the guest list of their past event will be deleted (R943). */
export interface GuestListNoticeTable {
  registry_id: number
  told_at: Stamp
}

/** Every invitation sent, for the limits per day. */
export interface InvitationEmailTable {
  cause: string
  customer_id: number
  sent_at: Stamp
}

/** Addresses that invitations were sent to, as keyed digests; `suppressed_at` after unsubscribing. */
export interface EmailSuppressionTable {
  id: Id
  address_digest: Buffer
  suppressed_at: Since
}
