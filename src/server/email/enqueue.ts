import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { OutgoingEmail } from '../context/request-context.ts'
import type { Db } from '../postgres/tables.ts'
import { kindPolicies, type MessagePolicy, mailboxKey, mayReceive, policyOf } from './email-policy.ts'
import { appendToMessage, insertOutboxMessage } from './outbox.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Who causes a message. */
export interface MessageSource {
  /** The host name of the message ids. */
  host: string
  now: Date
  log: Logger
  /** The signed-in customer. */
  customerId: number | null
  /** A keyed digest of the visitor's network address; null for work without a visitor. */
  address: Buffer | null
  /** By which accounts are found. */
  emailKey: (email: string) => string
  /** Called within the transaction when a limit of messages is reached. */
  onLimit?: (tx: Db, template: string) => Promise<void>
}

/**
 * Puts a message into the outbox, unless its policy forbids it (R718 R719): answers whether it will be sent. Counts are
 * read without locks, so that messages of one transaction can't wait for another's; what passes at the same moment is
 * counted again when it leaves. Throws for a template without a policy.
 */
export async function enqueueMessage(tx: Db, email: OutgoingEmail, source: MessageSource): Promise<boolean> {
  const policy = policyOf(email.template)
  if (email.gathered) return gatherMessage(tx, email, email.gathered, source, policy.kind)
  const { now, customerId, address, log } = source
  const recipient_key = email.channel === 'sms' ? email.to : mailboxKey(email.to)
  const facts = await readFacts(tx, email, { ...source, recipient_key, kind: policy.kind })
  const verdict = judge(policy, facts, source)
  if (verdict !== 'now' && verdict !== 'later') {
    log.info({ template: email.template, reason: verdict }, 'email not enqueued')
    if (verdict !== 'unconfirmed') await source.onLimit?.(tx, email.template)
    return false
  }
  await insertOutboxMessage(tx, email, source.host, now, {
    kind: policy.kind,
    recipient_key,
    sender_id: customerId,
    sender_address: address,
    at: verdict === 'later' ? new Date(now.getTime() + hourMs) : now,
  })
  return true
}

/** Adds a message to the one that gathers others of its kind; it is for our own people, whose limits are the caller's. */
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
  /** Messages of the template to the recipient, and whether one of them waits for its hour. */
  hour: number
  day: number
  is_one_postponed: boolean
  /** Messages of the kind within a day. */
  by_sender: number
  from_address: number
}

async function readFacts(
  tx: Db,
  { cause, template, to }: OutgoingEmail,
  {
    now,
    customerId,
    address,
    emailKey,
    recipient_key,
    kind,
  }: MessageSource & { recipient_key: string; kind: string },
): Promise<Facts> {
  const dayAgo = new Date(now.getTime() - dayMs)
  const { rows } = await sql<Facts>`
    select
      exists (select from outbox where cause = ${cause}) as is_repeated,
      customer.id as account_id, customer.confirmed_at is not null as is_confirmed, received.*,
      (select count(*) from outbox
       where sender_id = ${customerId} and kind = ${kind} and created_at > ${dayAgo}) as by_sender,
      (select count(*) from outbox
       where sender_address = ${address} and kind = ${kind} and created_at > ${dayAgo}) as from_address
    from (
      select count(*) filter (where created_at > ${new Date(now.getTime() - hourMs)}) as hour, count(*) as day,
        count(*) filter (where state = 'waiting' and next_attempt_at > ${now} and attempts = 0) > 0 as is_one_postponed
      from outbox
      where recipient_key = ${recipient_key} and template = ${template} and created_at > ${dayAgo}
    ) as received
    left join customer on customer.email_key = ${emailKey(to)}`.execute(tx)
  return rows[0] as Facts
}

type Verdict = 'now' | 'later' | 'unconfirmed' | 'sender' | 'address' | 'recipient'

/** Whether and when a message may leave; else what speaks against it. */
function judge(policy: MessagePolicy, facts: Facts, { customerId }: MessageSource): Verdict {
  const { isForAccount, bySender, fromAddress, beyond } = kindPolicies[policy.kind]
  if (facts.is_repeated) return 'now'
  if (isForAccount && facts.account_id !== null && !facts.is_confirmed) return 'unconfirmed'
  if (policy.kind === 'test' && (facts.account_id === null || facts.account_id !== customerId))
    return 'recipient'
  if (bySender !== null && facts.by_sender >= bySender) return 'sender'
  if (fromAddress !== null && facts.from_address >= fromAddress) return 'address'
  if (mayReceive(policy, facts)) return 'now'
  if (beyond === 'wait' || (beyond === 'once' && !facts.is_one_postponed)) return 'later'
  return 'recipient'
}
