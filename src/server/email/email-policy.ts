import { domainToASCII } from 'node:url'
import { normalizeText } from '../../base/text.ts'
import { type Letter, limits, type MessageKind, type MessagePolicy } from '../../ui/email/letter.ts'

/** Each kind has its own share of the site's budget, so that none can starve another (R719). */
interface KindPolicy {
  /** Of the site's budget of its channel, in percent. */
  share: number
  /** Goes to the holder of an account, and therefore only to a confirmed address (R718). */
  isForAccount: boolean
  /** Others than the recipient may cause it, so that it counts against the mailbox's cap, and is held by it (R1247). */
  isCapped: boolean
  /** At least one an hour leaves to a recipient, however many of its template came before. */
  neverSilent: boolean
  /** Beyond the recipient's limits: each waits an hour, one of them waits, or none is sent. */
  beyond: 'wait' | 'once' | 'drop'
  /** How many a day one account, and one network (/48), may cause; null for no such limit. */
  bySender: number | null
  fromAddress: number | null
}

const toAccount = {
  isForAccount: true,
  isCapped: false,
  neverSilent: false,
  bySender: null,
  fromAddress: null,
}
const toAnybody = { ...toAccount, isForAccount: false }
const capped = { isCapped: true }

export const kindPolicies: Record<MessageKind, KindPolicy> = {
  /** Proves an address or gives access; the only kind that an unconfirmed account's address gets. */
  code: {
    ...toAnybody,
    ...capped,
    share: 12,
    neverSilent: true,
    beyond: 'drop',
    bySender: 40,
    fromAddress: 300,
  },
  /** Codes to a confirmed account that others can't use up by asking for them (R1249). */
  access: { ...toAnybody, share: 8, neverSilent: true, beyond: 'drop' },
  /** Somebody did something with the account. */
  security: { ...toAccount, share: 15, neverSilent: true, beyond: 'once' },
  money: { ...toAccount, share: 15, beyond: 'wait' },
  /** To the host, of a gift that came. */
  order: { ...toAccount, share: 12, beyond: 'wait' },
  /** To the giver, at the address of their paid order. */
  giver: { ...toAnybody, share: 12, beyond: 'wait' },
  /** Other news for the host. */
  notice: { ...toAccount, ...capped, share: 6, beyond: 'once', bySender: 60, fromAddress: 400 },
  /** A host's letter to people of their choice, and what those cause in turn. */
  invitation: { ...toAnybody, ...capped, share: 14, beyond: 'drop', fromAddress: 2000 },
  /** A host's letter to themselves. */
  test: { ...toAccount, ...capped, share: 1, beyond: 'drop', bySender: 30, fromAddress: 60 },
  staff: { ...toAnybody, share: 3, beyond: 'wait' },
  /** From the contact page to the people who run the shop. */
  contact: { ...toAnybody, share: 2, beyond: 'wait', fromAddress: 20 },
  /** Text messages, which have a budget of their own, in paid parts; of accounts that are new, and of known ones. */
  sms: { ...toAnybody, share: 50, beyond: 'drop' },
  'known-sms': { ...toAnybody, share: 50, beyond: 'drop' },
}

/** The kinds whose messages count against their mailbox's cap. */
export const cappedKinds = Object.entries(kindPolicies).flatMap(([kind, { isCapped }]) =>
  isCapped ? [kind] : [],
)

/** How many messages of capped kinds one mailbox gets, of all templates and senders together (R1247). */
const mailboxCap = { hour: 12, day: 40 }

/** Text messages have no template of ours: whoever sends them writes the text. */
const smsPolicy = limits('sms', 2, 4, { isWritten: true })

/** The policy of a template. Throws for a template that is no letter, so that nothing is sent without limits. */
export function policyOf(template: string, letters: Record<string, Letter>): MessagePolicy {
  const policy = template === 'sms' ? smsPolicy : letters[template]?.policy
  if (!policy) throw new Error(`there is no letter “${template}”`)
  return policy
}

/** What decides the kind of a message beside its template. */
interface KindFacts {
  /** The recipient is the e-mail of a confirmed account. */
  is_confirmed: boolean | null
  /** Messages of the template and of kind `access` to the recipient within a day. */
  own_today: number
  /** A browser that the recipient's account knows asked for it. */
  isOwnAct: boolean
  /** The account that writes it has been confirmed for a while. */
  is_sender_known: boolean | null
}

/**
 * The kind that a message counts as: messages to accounts that we know have a share of their own, which
 * strangers can't use up (R1249).
 */
export function kindOf({ kind, isAccess }: MessagePolicy, facts: KindFacts): MessageKind {
  if (kind === 'sms') return facts.is_sender_known ? 'known-sms' : kind
  if (!facts.is_confirmed || !isAccess) return kind
  return isAccess === 'always' || facts.isOwnAct || facts.own_today === 0 ? 'access' : kind
}

/** How many messages a recipient already got: of a template and kind, and of all that count against the cap. */
export interface Received {
  hour: number
  day: number
  capped_hour: number
  capped_day: number
}

export function mayReceive(
  { perHour, perDay }: MessagePolicy,
  kind: MessageKind,
  received: Received,
): boolean {
  const { isCapped, neverSilent } = kindPolicies[kind]
  const { hour, day, capped_hour, capped_day } = received
  if (isCapped && (capped_hour >= mailboxCap.hour || capped_day >= mailboxCap.day)) return false
  return (neverSilent && hour === 0) || (hour < perHour && day < perDay)
}

/**
 * One key for the addresses of one mailbox: a part behind + makes no other, nor do the dots of Gmail, capitals, compatible
 * letters, or a domain in its ASCII form.
 */
export function mailboxKey(address: string): string {
  const [, name = '', typed = ''] = /^([^@]*)@(.*)$/.exec(normalizeText(address, 'NFKC').toLowerCase()) ?? []
  if (!typed) return address
  const domain = domainToASCII(typed.replace(/\.$/, '')) || typed
  const withoutTag = name.split('+')[0] || name
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${withoutTag.replaceAll('.', '')}@gmail.com` : `${withoutTag}@${domain}`
}

export interface Budget {
  hour: number
  day: number
}

/** What may leave of a kind: its share of what the site may send. */
export function budgetOf(kind: MessageKind, site: Budget): Budget {
  const { share } = kindPolicies[kind]
  return { hour: Math.ceil((site.hour * share) / 100), day: Math.ceil((site.day * share) / 100) }
}
