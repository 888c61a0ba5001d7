import { type ColumnType, type Generated, type GeneratedAlways, type Kysely, sql } from 'kysely'
import type { Day } from '../../base/dates.ts'
import type { HostKind } from '../../base/host-kinds.ts'
import type { Language } from '../../base/language.ts'
import type { HostAnswer, ModifierAnswer, ShopModifier } from '../../base/shop-modifiers.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { TileTone } from '../../base/tile-tones.ts'

/** Typed rows of every table; the tables themselves are made in `migrations/`. Money is whole cents (int4). */
export type Db = Kysely<Tables>

type Json<T> = ColumnType<T, string, string>
type GeneratedJson<T> = ColumnType<T, string | undefined, string>
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>
/** Null until it happens. */
type Since = ColumnType<Date | null, Date | null | undefined, Date | null>
/** bigint identity keys: far below 2^53 here, so they are numbers (the parser is set in database.ts). */
type Id = GeneratedAlways<number>

export interface Tables {
  customer: CustomerTable
  session: SessionTable
  password_reset: PasswordResetTable
  known_device: KnownDeviceTable
  email_confirmation: EmailConfirmationTable
  email_change: EmailChangeTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  factor_recovery: FactorRecoveryTable
  rate_limit: RateLimitTable
  security_event: SecurityEventTable
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
  category: CategoryTable
  product: ProductTable
  product_text: ProductTextTable
  variant: VariantTable
  catalogue_sync: CatalogueSyncTable
  product_picture: ProductPictureTable
  store_tax: StoreTaxTable
  empty_product_search: EmptyProductSearchTable
  empty_registry_search: EmptyRegistrySearchTable
  gift: GiftTable
  handoff: HandoffTable
  former_cart: FormerCartTable
  restore_point: RestorePointTable
  reconcile_run: ReconcileRunTable
  reconcile_finding: ReconcileFindingTable
  handoff_line: HandoffLineTable
  reservation_log: ReservationLogTable
  purchase: PurchaseTable
  ledger: LedgerTable
  recredit_queue: RecreditQueueTable
  payout: PayoutTable
  certificate_lowering: CertificateLoweringTable
  transfer: TransferTable
  returned_unit: ReturnedUnitTable
  closing: ClosingTable
  late_money: LateMoneyTable
  money_held: MoneyHeldTable
  ledger_day: LedgerDayTable
  closing_notice: ClosingNoticeTable
  negative_balance: NegativeBalanceTable
  unclaimed_money: UnclaimedMoneyTable
  order_sync: OrderSyncTable
  order_payment: OrderPaymentTable
  refund_placement: RefundPlacementTable
  unmatched_line: UnmatchedLineTable
  line_placement: LinePlacementTable
  unplaced_refund: UnplacedRefundTable
  delivery: DeliveryTable
  sleeping_webhook: SleepingWebhookTable
  webhook_event: WebhookEventTable
  storefront_token: StorefrontTokenTable
  contact_message: ContactMessageTable
  staff_person: StaffPersonTable
  staff_invitation: StaffInvitationTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_session: StaffSessionTable
  staff_audit: StaffAuditTable
  staff_note: StaffNoteTable
  staff_work: StaffWorkTable
  demand_build: DemandBuildTable
  demand_count: DemandCountTable
  demand_line: DemandLineTable
  product_swap: ProductSwapTable
  staff_search_entry: StaffSearchEntryTable
  staff_search_change: StaffSearchChangeTable
  staff_audit_value: StaffAuditValueTable
  service_state: ServiceStateTable
  schema_break: SchemaBreakTable
  job_cursor: JobCursorTable
  outbox: OutboxTable
  lease: LeaseTable
  job_run: JobRunTable
  mailbox: MailboxTable
  share_picture: SharePictureTable
  invitation_content: InvitationContentTable
  invitation_picture: InvitationPictureTable
  guest: GuestTable
  invitation: InvitationTable
  invitation_email: InvitationEmailTable
  guest_list_notice: GuestListNoticeTable
  email_suppression: EmailSuppressionTable
  text_message: TextMessageTable
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

/** The valid code of somebody who forgot their password; only its hash is stored. */
export interface PasswordResetTable {
  customer_id: number
  code_hash: Buffer
  expires_at: Stamp
}

/** Rate limits: how many attempts under one key in one window. */
export interface RateLimitTable {
  key: string
  window_start: Stamp
  count: number
}

/** The security log (R942); what repeats within a window is counted in one row. */
export interface SecurityEventTable {
  id: Id
  kind: string
  window_start: Stamp
  customer_id: number | null
  registry_id: number | null
  /** A keyed digest of the network address. */
  network: Buffer | null
  about: string | null
  count: Generated<number>
  cents: Generated<number>
  first_at: Stamp
  last_at: Stamp
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

/** A copy of the shop's category tree, one row for each category and language. */
export interface CategoryTable {
  id: number
  language: Language
  parent_id: number
  name: string
  path: string
  position: number
}

export interface ProductTable {
  id: number
  sku: string
  /** The shop's product type in lower case: physical, digital, giftcertificate. */
  type: string
  brand: string | null
  /** The address of its picture, with the picture's kind as fragment (catalogue/pictures/rules.ts). */
  image: string | null
  /** The maximum of the price range, incl. VAT, whole cents; null when the shop shows no price. */
  price_cents: number | null
  category_ids: number[]
  /** Positions in the shop's own sort orders, 1 = first; 0 = not in it (yet). */
  featured: Generated<number>
  sold: Generated<number>
  newest: Generated<number>
  /** Position of the brand in the Greek-aware order of all brands; 0 = no brand. */
  brand_rank: Generated<number>
  available: boolean
  /** False once a sync no longer finds it in the shop. */
  listed: boolean
  has_options: boolean
  /** The fewest and most units that the shop sells in one order. */
  min_quantity: Generated<number>
  max_quantity: Generated<number | null>
  /** Units left in the shop, 100 for more; null when not known. */
  stock: Generated<number | null>
  /** What the shop asks of the buyer, by language. */
  modifiers: GeneratedJson<Partial<Record<Language, ShopModifier[]>>>
  /** Whether it asks for what can't be asked for with a gift (R323). */
  needs_file: Generated<boolean>
  seen_at: Stamp
}

export interface ProductTextTable {
  product_id: number
  language: Language
  name: string
  path: string
  description: string
  /** Search keys of name, brand, SKU and categories, with spaces between (base/greek/phonetic-keys.ts). */
  search: string
}

export interface VariantTable {
  id: number
  product_id: number
  sku: string
  price_cents: number | null
  available: boolean
  /** As the product's; that of the product where the shop doesn't count variants apart. */
  stock: Generated<number | null>
  image: string | null
  /** The chosen options, named in each language: [{ option, value }]. */
  options: Json<Record<Language, ChosenOption[]>>
  option_value_ids: number[]
}

export interface ChosenOption {
  option: string
  value: string
  option_id: number
  value_id: number
}

export interface ProductPictureTable {
  /** As the shop says it. */
  url: string
  /** Null until it was looked at. */
  kind: 'cutout' | 'pack' | 'photo' | 'missing' | null
  /** How often it was asked for in vain. */
  attempts: Generated<number>
  /** When it is looked at (again); null when what it is is known. */
  due_at: Stamp | null
  /** When the catalogue had it last. */
  seen_at: Stamp
}

export interface CatalogueSyncTable {
  language: Language
  finished_at: Since
  product_count: number
  /** When the running sync began; null when none is running. */
  started_at: Since
  /** Up to when changes of products have been read since the last complete sync. */
  changes_read_until: Since
  /** The shop's cursor of the last page stored. */
  page_cursor: string | null
  products_read: Generated<number>
  is_complete: Generated<boolean>
  /** Why it can't be read, where a person has to do something. */
  problem: Generated<string | null>
}

interface StoredTaxClass {
  id: number
  name: string
  /** From net to gross; null when no rate of it is known. */
  factor: number | null
}

export interface StoreTaxTable {
  id: Generated<number>
  prices_include_tax: boolean
  classes: Json<StoredTaxClass[]>
  read_at: Date
}

export interface GiftTable {
  id: Id
  registry_id: number
  product_id: number
  /** 0 when the product has no variant of its own. */
  variant_id: number
  sku: string
  quantity: number
  is_group: boolean
  /** The price, incl. VAT, when the gift was added or last read from the shop; gift cards keep it as their own (R302). */
  price_cents: number
  /** The shop's option ids to value ids of the chosen variant, for the hand-off. */
  selected_options: Json<{ option_id: number; value_id: number }[]>
  /** The host's answers to the product's modifiers (R322). */
  modifiers: GeneratedJson<HostAnswer[]>
  note: string | null
  must_have: Generated<boolean>
  position: number
  created_at: Stamp
  removed_at: Since
}

export type LineKind = 'units' | 'contribution' | 'gift_card'
export type Visibility = 'full' | 'initials' | 'anonymous'

/** A hand-off: what is reserved for a guest at checkout, with their language, name and message. */
export interface HandoffTable {
  id: Id
  /** Unguessable; on the generic product's third option, on the thank-you address. */
  reference: string
  /** One for each submitted form; unique within its registry. */
  idempotency_key: string
  /** A digest of the request: the same key with other content is refused. */
  fingerprint: string
  registry_id: number
  customer_id: number | null
  language: Language
  channel_id: number
  giver_name: string | null
  giver_email: string | null
  visibility: Visibility
  message: string | null
  cart_id: string | null
  /** open: at the shop's checkout · ordered: the shop has its order · failed: no cart was made · expired: time ran out. */
  state: 'open' | 'ordered' | 'failed' | 'expired'
  created_at: Stamp
  /** Until when its lines reserve units and cents. */
  reserved_until: Stamp
  /** An order of the shop that was begun and not paid: for a day from its date it keeps what the lines reserve (R515). */
  unfinished_order_id: number | null
  unfinished_order_at: Since
  /** False beyond the limits of R413: nothing is set aside for it. */
  reserves: Generated<boolean>
  /** Until when the process that makes the shop's cart has to be done; then another process may try. */
  cart_creation_until: Since
  /** When the giver asked the shop to cancel, by the link in their e-mail. */
  cancel_requested_at: Since
  /** The giver was erased: their name must not come back with a later reading of the order. */
  erased: Generated<boolean>
  /** When it was made again from the shop's order, because a restored database had lost it (R522). */
  recovered_at: Since
  /** Staff have placed a line of an order, or a till receipt, by it (R964). */
  made_by_staff: Generated<boolean>
}

/** The database was restored: what was made between these two moments may be lost. */
export interface RestorePointTable {
  id: Id
  /** When the backup was made. */
  since: Stamp
  declared_at: Stamp
}

/** A cart that a hand-off had before its present one. */
export interface FormerCartTable {
  cart_id: string
  handoff_id: number
}

export interface HandoffLineTable {
  id: Id
  handoff_id: number
  gift_id: number
  registry_id: number
  kind: LineKind
  product_id: number
  variant_id: number
  /** Units reserved; 1 for a contribution and for gift cards. */
  units: number
  /** Unit price for units (read live from the shop at the hand-off), else all the money of the line. */
  cents: number
  message: string | null
}

/** Who set aside how much of which gift, for two days; by it the limits of R413 are counted. */
export interface ReservationLogTable {
  id: Id
  handoff_id: number
  gift_id: number
  /** Units, or cents of a contribution. */
  amount: number
  /** Keyed digests: the device (its network where it has no name), the network, and the provider's wider network. */
  device: Buffer
  network: Buffer
  wide_network: Buffer
  reserved_at: Stamp
}

/** The projection of one order line of the shop credited to a registry; rewritten whenever the order is re-read. */
export interface PurchaseTable {
  order_id: number
  line_id: number
  registry_id: number
  gift_id: number
  handoff_id: number
  kind: LineKind
  /** paid counts; pending keeps its units or cents reserved; void neither (declined, cancelled, refunded in full). */
  state: 'paid' | 'pending' | 'void'
  /** Units left after refunds (1 or 0 for a contribution). */
  units: number
  /** Money left after refunds, incl. VAT. */
  cents: number
  /** Of these, what fits the gift; the rest is surplus (R507). */
  credited_units: number
  credited_cents: number
  giver_name: string | null
  giver_email: string | null
  visibility: Visibility
  message: string | null
  thanked_at: Since
  ordered_at: Stamp
  /** Until when a pending one keeps its units or cents; null when it is not known (R515). */
  held_until: Since
  changed_at: Stamp
}

/** What brings money: lines of the shop's orders. */
export type IncomingLedgerKind = 'gift' | 'contribution' | 'gift_card' | 'surplus'
/** What a line belongs to: goods were bought as such · gift: money towards a gift · change: what is left over. */
export type LedgerAccount = 'goods' | 'gift' | 'change'

/** Append-only; a correction is a new line. The sum per (order, line) equals the money left on that line after refunds. */
export interface LedgerTable {
  id: Id
  registry_id: number
  gift_id: number | null
  /** Null for what comes from no order: money that left, or that was moved within the registry. */
  order_id: number | null
  line_id: number | null
  /**
   * contribution, gift_card and surplus bring money; their refunds are negative lines of the same kind. certificate and
   * redeemed take it out, returned brings it back after a failure; moved and settled move it between accounts.
   */
  kind: IncomingLedgerKind | 'certificate' | 'redeemed' | 'returned' | 'moved' | 'settled'
  account: LedgerAccount
  cents: number
  /** What caused this line; unique, so that nothing is entered twice. */
  cause: string
  payout_id: number | null
  transfer_id: number | null
  /** The order that paid in the money of a line without one, so that each cent keeps its day (R511); null in old lines. */
  source_order_id: number | null
  created_at: Stamp
}

/** Gifts to be credited again, queued by a trigger when a price or a quantity changes. */
export interface RecreditQueueTable {
  gift_id: number
  version: Generated<number>
}

/** Money that leaves a registry: a row for each request, stored before the shop is called. */
export interface PayoutTable {
  id: Id
  registry_id: number
  method: 'certificate' | 'order'
  /** own: the host pays the rest themselves, with this certificate. */
  reason: 'collect' | 'prepayment' | 'redeem' | 'own' | 'closing'
  closing_number: number | null
  idempotency_key: string
  fingerprint: string
  cents: number
  /** Made by us: a certificate's code, or the id by which the order is found again. */
  code: string
  /** What it was made from beside registry and reason (R617); null for one from before. */
  code_number: number | null
  gift_id: number | null
  units: number | null
  language: Language
  to_name: string
  to_surname: string
  to_email: string
  expires_on: Day | null
  state: Generated<'waiting' | 'done' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: Stamp
  error: string | null
  shop_id: number | null
  /** What was left on the certificate when the shop was last asked. */
  balance_cents: number | null
  balance_at: Since
  created_at: Stamp
  done_at: Since
  /** What the shop took back of an order placed for the host, or was taken off a certificate: it is in the registry again. */
  refunded_cents: Generated<number>
  refunded_units: Generated<number>
  /** What its order says to the shop's questions (R424). */
  modifiers: GeneratedJson<ModifierAnswer[]>
}

/** What is taken off a certificate because guests were given money back after it was paid out (R513). */
export interface CertificateLoweringTable {
  id: Id
  registry_id: number
  payout_id: number
  /** The order whose refund it is for. */
  order_id: number
  /** lowering: the amount is stored, and the shop is asked, or may have been. */
  state: Generated<'planned' | 'lowering' | 'done'>
  /** What the registry lacked when it was last looked at. */
  lacking_cents: number
  /** What is taken; 0 while that is not known, and when nothing was left. */
  cents: Generated<number>
  /** The balance that it is taken from. */
  from_cents: number | null
  attempts: Generated<number>
  next_attempt_at: Stamp
  error: string | null
  created_at: Stamp
  done_at: Since
}

/** Leftovers sent to another gift of the same registry. */
export interface TransferTable {
  id: Id
  registry_id: number
  idempotency_key: string
  fingerprint: string
  from_gift_id: number
  to_gift_id: number
  cents: number
  created_at: Stamp
}

/** Units of goods that a host has returned to the shop (R968). */
export interface ReturnedUnitTable {
  /** By which their worth has become smart change. */
  transfer_id: number
  order_id: number
  line_id: number
  gift_id: number
  registry_id: number
  units: number
  cents: number
  returned_at: Stamp
}

/** A closing that was processed, with the money it paid. */
export interface ClosingTable {
  registry_id: number
  number: number
  day: Day
  /** What its certificate was asked for; 0 until it is settled. */
  cents: number
  created_at: Stamp
  /** When its last payment is free to leave (R614). */
  due_at: Stamp
  settled_at: Since
}

export interface MoneyHeldTable {
  id: Generated<number>
  cents: number
  counted_to: number
  seen_to: number
}

/** What a line of the ledger is for the shop as a whole, by the SQL function `ledger_movement`. */
export type LedgerMovement = 'received' | 'refunded' | 'certificates' | 'orders' | 'returned' | 'within'

export interface LedgerDayTable {
  day: Day
  movement: LedgerMovement
  cents: number
}

export interface LateMoneyTable {
  registry_id: number
}

export interface ClosingNoticeTable {
  registry_id: number
  day: Day
  kind: 'week' | 'day'
}

/** Money of a closed registry whose owner has not confirmed the e-mail (R129). */
export interface UnclaimedMoneyTable {
  registry_id: number
  since: Stamp
  /** How many went out: reminders to the owner, then one to staff. */
  letters: Generated<number>
}

/** What is missing in a registry after money had been paid out; staff are told when it grows. */
export interface NegativeBalanceTable {
  registry_id: number
  cents: number
  changed_at: Stamp
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

/** One of the people who run the shop. */
export interface StaffPersonTable {
  id: Id
  name: string
  email: string
  email_key: string
  role: StaffRole
  language: Language
  /** Null until the invitation is accepted, as the secret. */
  password_hash: string | null
  /** See `sealText`. */
  sealed_time_secret: string | null
  /** The last step of 30 seconds whose code was used: none is used twice. */
  last_time_step: Generated<number>
  wrong_tries: Generated<number>
  locked_until: Since
  invited_at: Stamp
  accepted_at: Since
  ended_at: Since
}

export interface StaffInvitationTable {
  person_id: number
  code_hash: Buffer
  expires_at: Stamp
}

export interface StaffRecoveryCodeTable {
  person_id: number
  code_digest: Buffer
}

export interface StaffSessionTable {
  id: Id
  token_hash: Buffer
  person_id: number
  agent: string
  created_at: Stamp
  seen_at: Stamp
  expires_at: Stamp
}

/** By which keys staff find a registry or a host. */
export interface StaffSearchEntryTable {
  kind: 'registry' | 'host'
  ref_id: number
  /** A tsvector of `phoneticSearchKeys`. */
  words: string
}

/** A registry or host whose names changed; written by triggers. */
export interface StaffSearchChangeTable {
  id: Id
  kind: 'registry' | 'host'
  ref_id: number
}

/** What staff write about a registry for one another. */
export interface StaffNoteTable {
  id: Id
  registry_id: number
  person_id: number
  /** Of the form: sent twice, it adds one note. */
  draft_key: string
  body: string
  created_at: Stamp
}

/** How far the job has counted the demand (R973); one row. */
export interface DemandBuildTable {
  id: Generated<number>
  /** The registry that was counted last; null between two counts. */
  position: number | null
  started_at: Since
  /** The day for which is counted, and the one for which what is shown was. */
  day: Day | null
  finished_at: Since
  shown_day: Day | null
}

export interface DemandCountTable {
  wished: number
  open: number
  given: number
  due_30: number
  due_60: number
  due_90: number
  product_id: number
  /** `YYYY-MM`; empty while the day of the event is undecided. */
  month: string
}

export interface DemandLineTable {
  wished: number
  open: number
  given: number
  due_30: number
  due_60: number
  due_90: number
  dimension: string
  /** The product, category, brand, lower end of the price band in cents, or month. */
  key: string
  brand: string | null
  category_ids: Generated<number[]>
  swapped: number
  stock: number | null
}

export interface ProductSwapTable {
  product_id: number
  count: number
}

export interface EmptyProductSearchTable {
  words: string
  count: number
  last_at: Stamp
}

export interface EmptyRegistrySearchTable {
  length: number
  count: number
  last_at: Stamp
}

/** What staff did about an entry of a work list (R971). */
export interface StaffWorkTable {
  kind: string
  /** Names the fact that the entry is made of. */
  key: string
  /** Raised by each change, so that two staff never change it without seeing each other's. */
  version: number
  registry_id: number | null
  /** Who has taken it. */
  person_id: number | null
  taken_at: Since
  snoozed_until: Since
  done_at: Since
  note: string | null
  changed_by: number
  changed_at: Stamp
}

/** A line of the audit (R961); a trigger refuses to change or delete it. */
export interface StaffAuditTable {
  id: Id
  at: Stamp
  /** Null: done at the terminal of the server. */
  person_id: number | null
  /** One of `auditActions` (staff/audit/rules.ts). */
  action: string
  registry_id: number | null
  customer_id: number | null
  /** `order 1234`. */
  subject: string | null
  /** Of the confirmation that did it; one key does one thing once. */
  form_key: Generated<string | null>
}

/** Facts before or after what staff did, by name. */
type AuditFacts = Record<string, string | number | boolean | null>

/** What a line says of people; it can be erased. */
export interface StaffAuditValueTable {
  audit_id: number
  /** The network address of whoever did it. */
  address: string | null
  before: Json<AuditFacts> | null
  after: Json<AuditFacts> | null
  reason: string | null
}

export interface ServiceStateTable {
  part: string
  state: 'ok' | 'delayed' | 'away'
  since: Stamp
  seen_at: Stamp
}

export interface SchemaBreakTable {
  migration: string
  reason: string
}

export interface RefundPlacementTable {
  refund_id: number
  line_id: number
  order_id: number
  cents: number
  placed_at: Date
}

export interface OrderPaymentTable {
  order_id: number
  /** The shop's own words. */
  status: string
  method: string
  /** Whether the shop has the money, by its own word or by its staff's (R510). */
  is_paid: boolean
  /** Counts as given, but its money waits: it is contested (R514), or a refund of it has no place yet (R512). */
  is_disputed: Generated<boolean>
  /** Since when it is paid, for the days before money leaves; again later when it was not in between. */
  paid_at: Since
  first_paid_at: Since
  /** When staff marked the money as received. */
  received_at: Since
}

/** Orders of the shop that concern a registry. */
export interface OrderSyncTable {
  order_id: number
  /** Each reading takes its number before it starts; the one with the highest number is kept. */
  version: number
  /** For the shop's staff; null while there is none. */
  staff_note: string | null
  staff_note_written_at: Since
  staff_note_attempts: Generated<number>
  staff_note_next_attempt_at: Stamp
  /** Lines to be taken out of the shop's staff notes, because they name somebody who was erased. */
  staff_note_erased_lines: string | null
  /** When the shop had changed the order, as it was last read; null when that was not noted yet. */
  shop_changed_at: Since
}

/** A look at every registry, e-mail and order, and how far it is (R521). */
export interface ReconcileRunTable {
  id: Id
  started_at: Stamp
  phase: string
  /** The id up to which the phase has looked. */
  position: Generated<number>
  /** The highest id when the phase began. */
  last_position: Generated<number>
  finished_at: Since
}

/** What such a look found, a sentence with ids each. */
export interface ReconcileFindingTable {
  run_id: number
  sentence: string
  found_at: Stamp
}

/** Order lines that name one of our registries but match no gift, for staff. */
export interface UnmatchedLineTable {
  order_id: number
  line_id: number
  reason: string
  cents: number
  seen_at: Stamp
  /** Staff say that it is of no registry. */
  dismissed_at: Since
}

/** A line of an order that staff have placed on a gift (R964). */
export interface LinePlacementTable {
  order_id: number
  line_id: number
  /** Made for it; its one line says for what the order's line counts. */
  handoff_id: number
  placed_at: Stamp
}

/** Goods of a paid order that were given to a registry (R972). */
export interface DeliveryTable {
  order_id: number
  registry_id: number
  /** Whether they go to the hosts; null when it is not known. */
  for_hosts: boolean | null
  ordered_at: Stamp
  /** Since when they are known to be on their way. */
  sent_at: Since
}

/** An amount given back for an order as a whole, until staff say which lines it is of (R512). */
export interface UnplacedRefundTable {
  refund_id: number
  order_id: number
  cents: number
  seen_at: Stamp
}

/** A webhook of the shop that is missing or asleep and could not be repaired. */
export interface SleepingWebhookTable {
  scope: string
  since: Stamp
  failure: string
}

/** Webhooks received: stored, answered 200, processed by a job. */
export interface WebhookEventTable {
  id: string
  scope: string
  subject: string
  received_at: Stamp
  processed_at: Since
  attempts: Generated<number>
  next_attempt_at: Stamp
}

/** How far a job has read, by name. */
export interface JobCursorTable {
  name: string
  value: string
}

export interface JobRunTable {
  name: string
  succeeded_at: Since
  failed_at: Since
}

export interface LeaseTable {
  name: string
  holder: string
  held_until: Stamp
}

export interface OutboxTable {
  id: Id
  /** Unique: one message for each cause. */
  cause: string
  template: string
  language: Language
  recipient: string
  props: Json<Record<string, unknown>>
  /** A text message's template is `sms`, its recipient a number in E.164, its text is `props.text`. */
  channel: Generated<'mail' | 'sms'>
  message_id: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: Generated<number>
  next_attempt_at: Stamp
  sent_at: Since
  error: string | null
  created_at: Stamp
  /** Whose share of the site's budget it uses (R719). */
  kind: Generated<string>
  /** What it uses of the budget: 1 for an e-mail, the paid parts of a text message. */
  parts: Generated<number>
  /** The recipient's mailbox or number, by which their messages are counted. */
  recipient_key: string | null
  /** The customer who caused it, and a keyed digest of the network address it was caused from. */
  sender_id: number | null
  sender_address: Buffer | null
  /** When it left for the mail server for the first time. */
  released_at: Since
}

/** E-mails of the local mailbox at /dev/mail (demo only). */
export interface MailboxTable {
  message_id: string
  recipient: string
  language: Language
  subject: string
  html: string
  plain: string
  received_at: Stamp
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

/** Text messages of the local outbox at /dev/sms (demo only). */
export interface TextMessageTable {
  message_id: string
  recipient: string
  body: string
  received_at: Stamp
}

export const preparedMark = '/* prepared */'

/**
 * Written in a query whose text is always the same, and which pages ask all the time: each connection has it parsed and
 * planned once. Planning takes longer than reading.
 */
export const prepared = sql.raw(preparedMark)
