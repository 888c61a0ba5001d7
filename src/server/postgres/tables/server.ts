import type { Generated } from 'kysely'
import type { Language } from '../../../base/language.ts'
import type { Id, Json, Since, Stamp } from '../columns.ts'

export interface ServerTables {
  rate_limit: RateLimitTable
  security_event: SecurityEventTable
  schema_break: SchemaBreakTable
  outbox: OutboxTable
  lease: LeaseTable
  job_run: JobRunTable
  mailbox: MailboxTable
  text_message: TextMessageTable
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

export interface SchemaBreakTable {
  migration: string
  reason: string
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
  /** When it was first sent, of one that staff have sent again (R965). */
  first_sent_at: Since
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

/** Text messages of the local outbox at /dev/sms (demo only). */
export interface TextMessageTable {
  message_id: string
  recipient: string
  body: string
  received_at: Stamp
}
