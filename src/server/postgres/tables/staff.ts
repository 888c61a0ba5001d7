import type { ColumnType, Generated } from 'kysely'
import type { Day } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import type { StaffRole } from '../../../base/staff-roles.ts'
import type { Id, Json, Since, Stamp } from '../columns.ts'

export interface StaffTables {
  staff_person: StaffPersonTable
  staff_invitation: StaffInvitationTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_session: StaffSessionTable
  staff_audit: StaffAuditTable
  staff_note: StaffNoteTable
  staff_work: StaffWorkTable
  staff_money_act: StaffMoneyActTable
  demand_build: DemandBuildTable
  demand_count: DemandCountTable
  demand_line: DemandLineTable
  demand_month_line: DemandMonthLineTable
  product_swap: ProductSwapTable
  staff_search_entry: StaffSearchEntryTable
  staff_search_change: StaffSearchChangeTable
  staff_audit_value: StaffAuditValueTable
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
  /** Wrong codes with the right password, from unknown browsers (R1241), and until when these wait. */
  wrong_tries: Generated<number>
  locked_until: Since
  /** Since when the wrong tries before count no more. */
  unlocked_at: Since
  invited_at: Stamp
  accepted_at: Since
  ended_at: Since
  /** When they stopped being an active manager or owner (R1183). */
  agreed_until: Since
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
  /** When password and time code were given in it last (R1181). */
  proved_at: Since
}

/** By which keys staff find a registry, a host, or the hand-off of a giver. */
export interface StaffSearchEntryTable {
  kind: 'registry' | 'host' | 'giver'
  ref_id: number
  /** A tsvector of `phoneticSearchKeys`. */
  words: string
}

/** A registry, host or giver whose names changed; written by triggers. */
export interface StaffSearchChangeTable {
  id: Id
  kind: 'registry' | 'host' | 'giver'
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
  /** Of a product: the lower end of its price band, in cents. */
  price_from: number | null
  swapped: number
  stock: number | null
  /** Of a product: by which words it is found (a tsvector), as in its listing. */
  keys: string | null
}

export interface DemandMonthLineTable {
  wished: number
  open: number
  given: number
  due_30: number
  due_60: number
  due_90: number
  /** These as of DemandLineTable, and the month as of DemandCountTable. */
  dimension: string
  key: string
  month: string
  brand: string | null
  category_ids: Generated<number[]>
  price_from: number | null
  stock: number | null
  /** What of the open units the stock does not have after earlier months; null where it is not counted. */
  to_order: number | null
}

export interface ProductSwapTable {
  product_id: number
  count: number
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

/** Null unless it is given. */
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** What staff did, or ask to do, that makes or moves money (R1182). */
export interface StaffMoneyActTable {
  id: Id
  action: string
  /** Null: the terminal of the server. */
  person_id: number | null
  registry_id: number | null
  /** The key of the e-mail of the account that receives. */
  mailbox: string | null
  cents: number
  state: 'waiting' | 'done' | 'refused' | 'stopped' | 'changed'
  at: Stamp
  /** Who agreed or refused; null: nobody but time, or the link of the letter. */
  decided_by: Generated<number | null>
  decided_at: Since
  form_key: string
  /** These until it is decided. */
  reason: Generated<string | null>
  language: Generated<string | null>
  version: Generated<string | null>
  input: MaybeJson<object>
  before: MaybeJson<AuditFacts>
  after: MaybeJson<AuditFacts>
  /** When it is done though nobody else is there to agree (R1183). */
  alone_at: Since
  stop_hash: Generated<Buffer | null>
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
