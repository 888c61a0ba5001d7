import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { Id, Since, Stamp } from '../columns.ts'

export interface AccountTables {
  customer: CustomerTable
  session: SessionTable
  password_reset: PasswordResetTable
  sign_in_link: SignInLinkTable
  known_device: KnownDeviceTable
  email_confirmation: EmailConfirmationTable
  email_change: EmailChangeTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  factor_recovery: FactorRecoveryTable
}

export interface CustomerTable {
  id: Id
  email: string
  /** The address folded for comparison; unique. */
  email_key: string
  name: string
  surname: string
  phone: string | null
  password_hash: string
  language: Language
  shop_customer_id: number | null
  created_at: Stamp
  /** When the e-mail was confirmed. */
  confirmed_at: Since
  /** Since when they agree to offers by e-mail. */
  marketing_consent_at: Since
  /** When they asked to be deleted; signing in within the grace period takes it back. */
  deletion_requested_at: Since
  /** When personal data was erased; the row stays for the counts. */
  erased_at: Since
  /** When to look for their customer of the shop; null when there is nothing to look for. */
  shop_link_due_at: Since
  shop_link_attempts: Generated<number>
  /** When the tie to the shop's customer was cut; only the shop's password ties to one that there is (R1222). */
  shop_tie_cut_at: Since
  /** Whether the host is yet to be asked for that password. */
  shop_tie_asks: Generated<boolean>
  /** Agrees to offers, has confirmed the e-mail, and has not asked to be deleted. */
  newsletter_wanted: GeneratedAlways<boolean>
  /** Whether the shop's list of subscribers has the same. */
  newsletter_synced: Generated<boolean>
  /** When to send it to the shop again, after a failure. */
  newsletter_next_attempt_at: Since
  newsletter_attempts: Generated<number>
  /** Since when, and until when, no money leaves because e-mail or password changed (R130). */
  payout_hold_since: Since
  payout_hold_until: Since
}

export interface SessionTable {
  token_hash: Buffer
  id: Id
  customer_id: number
  created_at: Stamp
  expires_at: Stamp
  /** The User-Agent header. */
  agent: Generated<string>
  /** Precise to the hour. */
  seen_at: Stamp
  /** When the person last gave the password (R127). */
  proved_at: Stamp
}

export interface EmailChangeTable {
  id: Id
  customer_id: number
  old_email: string
  old_email_key: string
  /** Whether the old address was confirmed. */
  old_is_own: Generated<boolean>
  new_email: string
  /** Of the code that confirms the new address. */
  code_hash: Buffer
  /** Of the codes that stop it from the old address: of the letter at the request, and of that at the confirmation. */
  stop_hash: Buffer
  late_stop_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  requested_at: Stamp
  expires_at: Stamp
  confirmed_at: Since
  stopped_at: Since
  /** Whether the former address was on the shop's list of subscribers. */
  was_subscribed: Generated<boolean>
  /** When to tell the shop; null when it knows. */
  shop_due_at: Since
  shop_attempts: Generated<number>
}

/** The second factor of a host (R135). */
export interface SecondFactorTable {
  customer_id: number
  sealed_time_secret: string
  last_time_step: number
  added_at: Stamp
}

export interface RecoveryCodeTable {
  customer_id: number
  /** A keyed digest. */
  code_digest: Buffer
}

/** A second factor that staff were asked to remove (R137). */
export interface FactorRecoveryTable {
  customer_id: number
  asked_at: Stamp
  due_at: Stamp
  /** Of the code with which its host stops it. */
  stop_hash: Buffer
}

/** A device from which the customer has signed in before. */
export interface KnownDeviceTable {
  customer_id: number
  device_hash: Buffer
  seen_at: Stamp
}

/** The last link that was sent to confirm an address; only the hash of its code is stored. */
export interface EmailConfirmationTable {
  customer_id: number
  code_hash: Buffer
  expires_at: Stamp
  used_at: Since
}

/** The living link that a sign-in takes, too, while many wrong passwords are tried (R1242); only its hash is stored. */
export interface SignInLinkTable {
  customer_id: number
  code_hash: Buffer
  expires_at: Stamp
}

/** The valid code of somebody who forgot their password; only its hash is stored. */
export interface PasswordResetTable {
  customer_id: number
  code_hash: Buffer
  expires_at: Stamp
}
