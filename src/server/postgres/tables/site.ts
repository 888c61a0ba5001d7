import type { Id, Since, Stamp } from '../columns.ts'

export interface SiteTables {
  storefront_token: StorefrontTokenTable
  contact_message: ContactMessageTable
}

/** What a visitor wrote on the contact page. */
export interface ContactMessageTable {
  id: Id
  /** The same message of one day has one. */
  cause: string
  name: string
  email: string
  message: string
  created_at: Stamp
}

/** What is known of an order's payment (R510). */
export interface StorefrontTokenTable {
  store_hash: string
  channel_id: number
  /** See `sealText`; null as long as none was made. */
  sealed_token: string | null
  ends_at: Since
  renewal_failure: 'token' | 'scope' | 'other' | null
  renewal_failed_at: Since
}
