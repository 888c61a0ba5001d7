import { sql } from 'kysely'
import type { Logger } from 'pino'
import { dayMs, hourMs } from '../../base/durations.ts'
import type { Letter, MessageKind, MessagePolicy } from '../../ui/email/letter.ts'
import type { OutgoingEmail } from '../context/emails.ts'
import type { Db } from '../postgres/tables.ts'
import {
  cappedKinds,
  kindOf,
  kindPolicies,
  mailboxKey,
  mayReceive,
  policyOf,
  type Received,
} from './email-policy.ts'
import { appendToMessage, insertOutboxMessage, limitReached } from './outbox.ts'

interface MessageSource {
  /** What can be sent, by template. */
  letters: Record<string, Letter>
  /** The host name of the message ids. */
  host: string
  now: Date
  log: Logger
  /** Null without a signed-in customer. */
  customerId: number | null
  /** A keyed digest of the visitor's network address; null for work without a visitor. */
  address: Buffer | null
  /** Makes the key by which accounts are found. */
  emailKey: (email: string) => string
  /** Called within the transaction when a limit of messages is reached. */
  onLimit?: (tx: Db, template: string) => Promise<void>
}

/**
 * Puts a message into the outbox, unless its policy forbids it (R718 R719): answers whether it will be sent. Counts are
 * read without locks, so that messages of one transaction can't wait for another's; what passes at the same moment is
 * counted again when it leaves. Throws for a template that is no letter.
 */
export async function enqueueMessage(tx: Db, email: OutgoingEmail, source: MessageSource): Promise<boolean> {
  const policy = policyOf(email.template, source.letters)
  if (email.gathered) return gatherMessage(tx, email, email.gathered, source, policy.kind)
  const { now, customerId, address, log } = source
  const recipient_key = email.channel === 'sms' ? email.to : mailboxKey(email.to)
  const facts = await readFacts(tx, email, { ...source, recipient_key })
  const kind = kindOf(policy, { ...facts, isOwnAct: email.isOwnAct === true })
  const counts = await readCounts(tx, email.template, { ...source, recipient_key, kind })
  const verdict = judge({ policy, kind, facts, counts }, source)
  if (verdict !== 'now' && verdict !== 'later') {
    log.info({ template: email.template, reason: verdict }, 'email not enqueued')
    if (verdict !== 'unconfirmed') await source.onLimit?.(tx, email.template)
    return false
  }
  await insertOutboxMessage(tx, email, source.host, now, {
    kind,
    recipient_key,
    sender_id: customerId,
    sender_address: address,
    at: verdict === 'later' ? new Date(now.getTime() + hourMs) : now,
  })
  return true
}

/**
 * Adds a message to the waiting one of the same cause. No limits are checked: it goes to our own people, and
 * the caller limits it.
 */
async function gatherMessage(
  tx: Db,
  email: OutgoingEmail,
  { until, max }: { until: Date; max: number },
  { host, now }: MessageSource,
  kind: string,
): Promise<boolean> {
  if (await appendToMessage(tx, email, max)) return true
  const counted = { recipient_key: mailboxKey(email.to), sender_id: null, sender_address: null }
  return insertOutboxMessage(tx, email, host, now, { kind, ...counted, at: until })
}

interface Facts {
  /** The same cause is in the outbox. */
  is_repeated: boolean
  /** The account with that e-mail; null without one. */
  account_id: number | null
  is_confirmed: boolean | null
  /** The account that causes it; null without one. */
  is_sender_confirmed: boolean | null
  is_sender_known: boolean | null
  /** Messages of the template and of kind `access` to the recipient within a day. */
  own_today: number
}

/** An account counts as known so long after its confirmation; new ones can't use up the share of known ones (R1249). */
const knownAfterMs = 7 * dayMs

async function readFacts(
  tx: Db,
  { cause, template, to }: OutgoingEmail,
  { now, customerId, emailKey, recipient_key }: MessageSource & { recipient_key: string },
): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select
      exists (select from outbox where cause = ${cause}) as is_repeated,
      customer.id as account_id, customer.confirmed_at is not null as is_confirmed,
      sender.confirmed_at is not null as is_sender_confirmed,
      sender.confirmed_at < ${new Date(now.getTime() - knownAfterMs)} as is_sender_known,
      (select count(*) from outbox
       where recipient_key = ${recipient_key} and template = ${template} and kind = 'access'
         and created_at > ${new Date(now.getTime() - dayMs)}) as own_today
    from (select) as message
    left join customer on customer.email_key = ${emailKey(to)}
    left join customer sender on sender.id = ${customerId}`.execute(tx)
  return rows[0] as Facts
}

interface Counts extends Received {
  /** One of the template waits for its hour. */
  is_one_postponed: boolean
  /** Messages of the kind within a day. */
  by_sender: number
  from_address: number
}

async function readCounts(
  tx: Db,
  template: string,
  { now, customerId, address, recipient_key, kind }: MessageSource & { recipient_key: string; kind: string },
): Promise<Counts> {
  const dayAgo = new Date(now.getTime() - dayMs)
  const hourAgo = new Date(now.getTime() - hourMs)
  const { rows } = await sql<Counts>`
    select
      count(*) filter (where is_same and created_at > ${hourAgo}) as hour, count(*) filter (where is_same) as day,
      count(*) filter (where is_capped and created_at > ${hourAgo}) as capped_hour,
      count(*) filter (where is_capped) as capped_day,
      count(*) filter (where is_same and state = 'waiting' and next_attempt_at > ${now} and attempts = 0) > 0
        as is_one_postponed,
      (select count(*) from outbox
       where sender_id = ${customerId} and kind = ${kind} and created_at > ${dayAgo}) as by_sender,
      (select count(*) from outbox
       where sender_address = ${address} and kind = ${kind} and created_at > ${dayAgo}) as from_address
    from (
      select *, template = ${template} and kind = ${kind} as is_same,
        kind = any(${cappedKinds}::text[]) and error is distinct from ${limitReached} as is_capped
      from outbox where recipient_key = ${recipient_key} and created_at > ${dayAgo}
    ) as received`.execute(tx)
  return rows[0] as Counts
}

type Verdict = 'now' | 'later' | 'unconfirmed' | 'sender' | 'address' | 'recipient'

interface Case {
  policy: MessagePolicy
  kind: MessageKind
  facts: Facts
  counts: Counts
}

/** When a message may leave, or why it may not. */
function judge({ policy, kind, facts, counts }: Case, { customerId }: MessageSource): Verdict {
  const { isForAccount, bySender, fromAddress, beyond } = kindPolicies[kind]
  if (facts.is_repeated) return 'now'
  if (isForAccount && facts.account_id !== null && !facts.is_confirmed) return 'unconfirmed'
  if (policy.isWritten && customerId !== null && !facts.is_sender_confirmed) return 'unconfirmed'
  if (kind === 'test' && (facts.account_id === null || facts.account_id !== customerId)) return 'recipient'
  if (bySender !== null && counts.by_sender >= bySender) return 'sender'
  if (fromAddress !== null && counts.from_address >= fromAddress) return 'address'
  if (mayReceive(policy, kind, counts)) return 'now'
  if (beyond === 'wait' || (beyond === 'once' && !counts.is_one_postponed)) return 'later'
  return 'recipient'
}
