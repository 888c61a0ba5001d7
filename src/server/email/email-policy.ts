import { domainToASCII } from 'node:url'
import { normalizeText } from '../../base/text.ts'

/** What a message is for; each kind has its own share of the site's budget, so that none can starve another (R719). */
export type MessageKind = keyof typeof kinds

interface KindPolicy {
  /** Of the site's budget of its channel, in percent. */
  share: number
  /** Goes to the holder of an account, and therefore only to a confirmed address (R718). */
  isForAccount: boolean
  /** Others than the recipient may cause it, so that it counts against the mailbox's cap, and is held by it (R1247). */
  isCapped: boolean
  /** One an hour leaves to a recipient whatever came before of its template. */
  neverSilent: boolean
  /** Beyond the recipient's limits: each waits an hour, one of them waits, or none is sent. */
  beyond: 'wait' | 'once' | 'drop'
  /** For one account and one network (/48) that cause them, per day; null when others than they do. */
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

const kinds = {
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
  /** The same to a confirmed account, as far as nobody else's act can use it up (R1249). */
  access: { ...toAnybody, share: 8, neverSilent: true, beyond: 'drop' },
  /** Somebody did something with the account. */
  security: { ...toAccount, share: 15, neverSilent: true, beyond: 'once' },
  /** Money of the host. */
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
  /** To the people who run the shop. */
  staff: { ...toAnybody, share: 3, beyond: 'wait' },
  /** From the contact page to the people who run the shop. */
  contact: { ...toAnybody, share: 2, beyond: 'wait', fromAddress: 20 },
  /** Text messages, which have a budget of their own, in paid parts; of accounts that are new, and of known ones. */
  sms: { ...toAnybody, share: 50, beyond: 'drop' },
  'known-sms': { ...toAnybody, share: 50, beyond: 'drop' },
} satisfies Record<string, KindPolicy>

export const kindPolicies: Record<MessageKind, KindPolicy> = kinds

/** The kinds whose messages count against their mailbox's cap. */
export const cappedKinds = Object.entries(kindPolicies).flatMap(([kind, { isCapped }]) =>
  isCapped ? [kind] : [],
)

/** What of all templates and senders together one mailbox gets (R1247). */
const mailboxCap = { hour: 12, day: 40 }

export interface MessagePolicy {
  kind: MessageKind
  /** Messages of this template to one recipient. */
  perHour: number
  perDay: number
  /** An account writes it to somebody of its choice, for which its own e-mail must be confirmed (R1248). */
  isWritten?: boolean
}

const policy =
  (kind: MessageKind, perHour: number, perDay: number, more: Pick<MessagePolicy, 'isWritten'> = {}) =>
  (...templates: string[]): [string, MessagePolicy][] =>
    templates.map(template => [template, { kind, perHour, perDay, ...more }])

/** Caused by a paid order, a refund, a payout or a withdrawal: as many as there are of these (R1247). */
const asCaused = (kind: MessageKind) => policy(kind, Infinity, Infinity)

const written = { isWritten: true }

/** Every template; what is not listed here can't be sent. */
const policies = new Map<string, MessagePolicy>([
  // More than the limits of the calls that ask for them, after which the last code stays valid (R114 R117).
  ...policy('code', 10, 20)('welcome', 'confirm-email', 'password-reset', 'email-change-confirm'),
  ...policy('code', 2, 24)('sign-in-link'),
  ...policy('code', 2, 6)('money-waits'),
  ...policy('code', 5, 10)('staff-invitation'),
  ...policy('security', 2, 6)('password-changed', 'password-updated', 'new-device', 'account-leaving'),
  ...policy('security', 2, 6)('account-back', 'account-erased', 'email-change-requested', 'email-changed'),
  ...policy('security', 2, 6)('delivery-address-changed', 'email-correction-requested', 'sign-in-guessed'),
  ...policy('security', 8, 24)('second-factor-changed', 'second-factor-recovery', 'protected-act'),
  ...asCaused('money')('money-requested', 'giftcard-issued', 'giftcard-redeemed', 'giftcard-refused'),
  ...asCaused('money')('giftcard-lowered', 'giftcard-returned', 'giftcard-withdrawn', 'money-owed'),
  ...asCaused('money')('registry-closed', 'line-card', 'line-card-lowered'),
  ...asCaused('order')('gift-given'),
  ...asCaused('giver')('gift-thanks', 'withdrawal-received'),
  ...policy('notice', 10, 30)('registry-created', 'registry-revealed', 'co-host-joined', 'guest-list-ends'),
  ...policy('notice', 10, 30)('registry-closing-week', 'registry-closing-day'),
  ...policy('notice', 30, 200)('guest-replied'),
  ...policy('invitation', 3, 5, written)('invitation', 'co-host-asked'),
  ...policy('invitation', 5, 10)('reply-kept'),
  ...policy('test', 10, 20, written)('invitation-test'),
  ...policy('staff', 30, 200)('payout-stuck', 'shop-email-differs', 'pictures-full', 'budget-reached'),
  ...policy('staff', 30, 200)('staff-tries'),
  // As many as are asked for: each may have to be stopped.
  ...asCaused('staff')('staff-request-alone', 'staff-money'),
  ...policy('staff', 30, 200)('shop-uninstalled', 'storefront-moved'),
  ...policy('staff', 30, 200)('money-unclaimed', 'shop-refuses', 'shop-token-ends', 'pictures-left-out'),
  ...policy('staff', 30, 200)('order-unmatched', 'withdrawn', 'refund-unplaced', 'order-currency'),
  ...policy('staff', 30, 200)(
    'order-released',
    'order-status-unknown',
    'order-gone',
    'refund-by-hand',
    'order-unplaced',
    'certificate-unplaced',
    'line-card-spent',
  ),
  ...policy('staff', 30, 200)('alarm-one-account', 'alarm-many-accounts', 'alarm-money-out'),
  ...policy('contact', 40, 400)('contact', 'contact-digest'),
  ...policy('sms', 2, 4, written)('sms'),
])

/** The policy of a template. Throws for a template without one, so that none is added that knows no bounds. */
export function policyOf(template: string): MessagePolicy {
  const found = policies.get(template)
  if (!found) throw new Error(`the template “${template}” has no policy`)
  return found
}

/** What a message is counted as beside its template. */
interface KindFacts {
  /** The recipient is the e-mail of a confirmed account. */
  is_confirmed: boolean | null
  /** Messages of the template to the recipient that were nobody else's to use up, within a day. */
  own_today: number
  /** Its own browser asked for it. */
  isOwnAct: boolean
  /** The account that writes it has been confirmed for a while. */
  is_sender_known: boolean | null
}

/** The kind that a message counts as: a share of its own keeps what is meant for those whom we know (R1249). */
export function kindOf(template: string, facts: KindFacts): MessageKind {
  const { kind } = policyOf(template)
  if (kind === 'sms') return facts.is_sender_known ? 'known-sms' : kind
  if (!facts.is_confirmed) return kind
  // Who asks for it has the password, and asking again sends no second one.
  if (template === 'sign-in-link') return 'access'
  if (template === 'password-reset') return facts.isOwnAct || facts.own_today === 0 ? 'access' : kind
  return kind
}

/** How many messages a recipient already got: of a template and kind, and of all that count against the cap. */
export interface Received {
  hour: number
  day: number
  capped_hour: number
  capped_day: number
}

/** Whether a recipient may get one more. */
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
