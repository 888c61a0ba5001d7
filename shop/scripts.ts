import type { Queryable } from './database.ts'

/** What shoppers may agree to; essential scripts need no consent. */
export const consentCategories = ['essential', 'functional', 'analytics', 'targeting'] as const
export type ConsentCategory = (typeof consentCategories)[number]

export const scriptPlaces = {
  load_method: ['default', 'async', 'defer'],
  location: ['head', 'footer'],
  visibility: ['storefront', 'all_pages', 'checkout', 'order_confirmation'],
} as const

/** A script that an app has put on the pages of a channel's storefront. */
export interface Script {
  uuid: string
  name: string
  description: string
  src: string
  load_method: (typeof scriptPlaces.load_method)[number]
  location: (typeof scriptPlaces.location)[number]
  visibility: (typeof scriptPlaces.visibility)[number]
  /** Null when the app does not say; then no shopper can have agreed. */
  consent_category: ConsentCategory | null
  enabled: boolean
  channel_id: number
  auto_uninstall: boolean
  /** For the attribute `integrity`. */
  integrity_hashes: string[]
  created: Date
  modified: Date
}

/** The scripts of a channel that are switched on, the oldest first. */
export async function findEnabledScripts(db: Queryable, channelId: number): Promise<Script[]> {
  const { rows } = await db.query<Script>(
    'select * from shop.script where enabled and channel_id = $1 order by created, uuid',
    [channelId],
  )
  return rows
}
