import type { Generated } from 'kysely'
import type { Day } from '../../../base/dates.ts'
import type { HostKind } from '../../../base/host-kinds.ts'
import type { Language } from '../../../base/language.ts'
import type { TileTone } from '../../../base/tile-tones.ts'
import type { Id, Json, Since, Stamp } from '../columns.ts'

export interface RegistryTables {
  event_type: EventTypeTable
  event_type_text: EventTypeTextTable
  registry: RegistryTable
  co_host_invitation: CoHostInvitationTable
  slug: SlugTable
  picture: PictureTable
  registry_change: RegistryChangeTable
  search_word: SearchWordTable
  search_key: SearchKeyTable
  search_mention: SearchMentionTable
  search_prefix: SearchPrefixTable
  search_entry: SearchEntryTable
  search_index: SearchIndexTable
  search_change: SearchChangeTable
  empty_registry_search: EmptyRegistrySearchTable
}

export interface EventTypeTable {
  slug: string
  position: number
  /** The name of its picture among those of the pages. */
  illustration: string
  /** The colour behind the picture. */
  tone: TileTone
  /** Whether each gift starts as a group gift. */
  starts_as_group: boolean
  /** Whether search results show neither day nor place of such an event. */
  hides_day_and_place: boolean
  /** Whose names the forms ask for. */
  host_kind: Generated<HostKind>
  /** Whether new registries may be of it. */
  is_active: Generated<boolean>
}

/** What an event type is called and what its page says, in one language. */
export interface EventTypeTextTable {
  slug: string
  language: Language
  name: string
  /** Words beside the name by which people search for such events, with spaces between. */
  search_words: Generated<string>
  landing_title: string
  landing_lead: string
  landing_text: string
}

export interface PostalAddress {
  street: string
  country: string
  region: string
  city: string
  postcode: string
  phone: string
}

export type Privacy = 'public' | 'shareable' | 'private'

export interface RegistryTable {
  id: Id
  code: string
  customer_id: number
  event_type: string
  name: string
  surname: string
  partner_name: string | null
  partner_surname: string | null
  registry_name: string
  message: string | null
  greeting: string | null
  /** The place of the event, which guests see; the host's addresses are never shown to them (R225). */
  event_place: string | null
  /** The place of the gazetteer that it names; empty: none; null: not looked up yet (R238). */
  event_place_id: string | null
  event_day: Day | null
  closing_day: Day | null
  guest_count: number
  privacy: Privacy
  searchable: Generated<boolean>
  /** Whether the hosts let search engines show it; counts only while it is public (R211). */
  search_engines: Generated<boolean>
  we_connect: Generated<boolean>
  /** Since when; null for registries of before, which wish so since they were created (R223). */
  we_connect_at: Since
  home_address: Json<PostalAddress> | null
  shipping_address: Json<PostalAddress> | null
  terms_version: string
  terms_at: Stamp
  /** Raised by every change that guests can see; cached and open pages compare it. */
  version: Generated<number>
  created_at: Stamp
  removed_at: Since
  /** Whether its words are in the search index. */
  search_indexed: Generated<boolean>
  /** The co-host's customer id; null without one. */
  co_host_id: number | null
  /** The address in use out of those that the host chose; null without any. */
  slug: string | null
  /** Names of the host's pictures: 120 × 120, the same crop in full size, and the uncropped picture. */
  thumbnail: string | null
  photo: string | null
  full_picture: string | null
  /** The key of the form that created it: sent twice, the form creates one registry. */
  draft_key: string | null
  /** Whether what was given is hidden from its hosts, until `reveal_day` where there is one. */
  surprise: Generated<boolean>
  reveal_day: Day | null
  /** The last closing day that was processed. */
  last_closed_day: Day | null
}

/** The pending invitation of a co-host; of the token in its link only the hash is stored. */
export interface CoHostInvitationTable {
  registry_id: number
  email: string
  token_hash: Buffer
  invited_by: number
  invited_at: Stamp
  expires_at: Stamp
}

/** Every address that a host ever chose, the one in use among them. */
export interface SlugTable {
  slug: string
  /** The slug as `foldSlug` writes it: the same for slugs that people confuse; unique. */
  folded: string
  registry_id: number
  created_at: Stamp
}

/** JPEG bytes, named by a keyed digest of their contents. */
export interface PictureTable {
  name: string
  bytes: Buffer
  created_at: Stamp
}

/** Which host changed what, and when. */
export interface RegistryChangeTable {
  id: Id
  registry_id: number
  customer_id: number | null
  what: string
  about: string | null
  at: Stamp
}

/** The dictionary of the search: each word that a registry has or had, without accents and case. */
export interface SearchWordTable {
  id: Id
  word: string
}

export interface SearchKeyTable {
  key: string
  word_id: number
}

/** Which registry has the word; only registries that anyone may find. */
export interface SearchMentionTable {
  word_id: number
  registry_id: number
  /** Of the place of the event, not of its name or its hosts. */
  is_place: boolean
}

/** Prefixes of the dictionary's words, as spelled and as phonetic keys. */
export interface SearchPrefixTable {
  id: Id
  prefix: string
}

/** All that a registry is found by, for searches of more than one word; only registries that anyone may find. */
export interface SearchEntryTable {
  registry_id: number
  /** Numbers from `searchToken` (registry/search/rules.ts). */
  words: number[]
  /** Strings from `searchFacts` (registry/search/rules.ts). */
  facts: string[]
}

/** The two sets of the search index's tables: those above in `public`, and their twins in `search_twin`. */
export interface SearchIndexTable {
  schema_name: string
  /** `kept`: no longer searched, but by processes of the former release. */
  state: 'live' | 'building' | 'kept' | 'empty'
  /** `searchIndexShape` of the release that built it. */
  shape: number
  /** While it is built: the registries up to this id are in it. */
  position: number
  changed_at: Stamp
}

/** A registry whose texts changed while an index is built; written by a trigger. */
export interface SearchChangeTable {
  id: Id
  registry_id: number
}

export interface EmptyRegistrySearchTable {
  length: number
  count: number
  last_at: Stamp
}
