import { normalizeText } from '../../base/text.ts'

/** What a message is for; each kind has its own share of the site's budget, so that none can starve another (R719). */
export type MessageKind = keyof typeof kinds

interface KindPolicy {
  /** Of the site's budget of its channel, in percent. */
  share: number
  /** Goes to the holder of an account, and therefore only to a confirmed address (R718). */
  isForAccount: boolean
  /** One an hour leaves to a recipient whatever came before, so that nobody can silence it by a flood. */
  neverSilent: boolean
  /** Beyond the recipient's limits: each waits an hour, one of them waits, or none is sent. */
  beyond: 'wait' | 'once' | 'drop'
  /** For one account and one network address that cause them, per day; null when others than they do. */
  bySender: number | null
  fromAddress: number | null
}

const toAccount = { isForAccount: true, neverSilent: false, bySender: null, fromAddress: null }
const toAnybody = { ...toAccount, isForAccount: false }

const kinds = {
  /** Proves an address or gives access; the only kind that an unconfirmed account's address gets. */
  code: { ...toAnybody, share: 20, neverSilent: true, beyond: 'drop', bySender: 40, fromAddress: 300 },
  /** Somebody did something with the account. */
  security: { ...toAccount, share: 15, neverSilent: true, beyond: 'once' },
  /** Money of the host. */
  money: { ...toAccount, share: 15, beyond: 'wait' },
  /** To the host, of a gift that came. */
  order: { ...toAccount, share: 12, beyond: 'wait' },
  /** To the giver, at the address of their paid order. */
  giver: { ...toAnybody, share: 12, beyond: 'wait' },
  /** Other news for the host. */
  notice: { ...toAccount, share: 6, beyond: 'once', bySender: 60, fromAddress: 400 },
  /** A host's letter to people of their choice, and what those cause in turn. */
  invitation: { ...toAnybody, share: 14, beyond: 'drop', fromAddress: 2000 },
  /** A host's letter to themselves. */
  test: { ...toAccount, share: 1, beyond: 'drop', bySender: 30, fromAddress: 60 },
  /** To the people who run the shop. */
  staff: { ...toAnybody, share: 3, beyond: 'wait' },
  /** From the contact page to the people who run the shop. */
  contact: { ...toAnybody, share: 2, beyond: 'wait', fromAddress: 20 },
  /** Text messages, which have a budget of their own, in paid parts. */
  sms: { ...toAnybody, share: 100, beyond: 'drop' },
} satisfies Record<string, KindPolicy>

export const kindPolicies: Record<MessageKind, KindPolicy> = kinds

export interface MessagePolicy {
  kind: MessageKind
  /** Messages of this template to one recipient. */
  perHour: number
  perDay: number
}

const policy =
  (kind: MessageKind, perHour: number, perDay: number) =>
  (...templates: string[]): [string, MessagePolicy][] =>
    templates.map(template => [template, { kind, perHour, perDay }])

/** Every template; what is not listed here can't be sent. */
const policies = new Map<string, MessagePolicy>([
  // More than the limits of the calls that ask for them, after which the last code stays valid (R114 R117).
  ...policy('code', 10, 20)('welcome', 'confirm-email', 'password-reset', 'email-change-confirm'),
  ...policy('code', 2, 6)('money-waits'),
  ...policy('code', 5, 10)('staff-invitation'),
  ...policy('security', 2, 6)('password-changed', 'password-updated', 'new-device', 'account-leaving'),
  ...policy('security', 2, 6)('account-back', 'account-erased', 'email-change-requested', 'email-changed'),
  ...policy('security', 2, 6)('delivery-address-changed', 'email-correction-requested'),
  ...policy('security', 8, 24)('second-factor-changed', 'second-factor-recovery'),
  ...policy('money', 20, 60)('money-requested', 'giftcard-issued', 'giftcard-redeemed', 'giftcard-refused'),
  ...policy('money', 20, 60)('giftcard-lowered'),
  ...policy('money', 20, 60)('giftcard-returned', 'giftcard-withdrawn', 'money-owed', 'registry-closed'),
  ...policy('order', 60, 300)('gift-given'),
  ...policy('giver', 20, 60)('gift-thanks', 'withdrawal-received'),
  ...policy('notice', 10, 30)('registry-created', 'registry-revealed', 'co-host-joined', 'guest-list-ends'),
  ...policy('notice', 10, 30)('registry-closing-week', 'registry-closing-day'),
  ...policy('notice', 30, 200)('guest-replied'),
  ...policy('invitation', 3, 5)('invitation', 'co-host-asked'),
  ...policy('invitation', 5, 10)('reply-kept'),
  ...policy('test', 10, 20)('invitation-test'),
  ...policy('staff', 30, 200)('payout-stuck', 'shop-email-differs', 'pictures-full', 'budget-reached'),
  ...policy('staff', 30, 200)('staff-locked'),
  ...policy('staff', 30, 200)('money-unclaimed', 'shop-refuses', 'shop-token-ends'),
  ...policy('staff', 30, 200)('order-unmatched', 'withdrawn', 'refund-unplaced', 'order-currency'),
  ...policy('staff', 30, 200)(
    'order-released',
    'order-status-unknown',
    'order-gone',
    'order-unplaced',
    'certificate-unplaced',
  ),
  ...policy('staff', 30, 200)('alarm-one-account', 'alarm-many-accounts', 'alarm-money-out'),
  ...policy('contact', 40, 400)('contact', 'contact-digest'),
  ...policy('sms', 2, 4)('sms'),
])

/** The policy of a template. Throws for a template without one, so that none is added that knows no bounds. */
export function policyOf(template: string): MessagePolicy {
  const found = policies.get(template)
  if (!found) throw new Error(`the template “${template}” has no policy`)
  return found
}

/** How many messages of a template a recipient already got. */
interface Received {
  hour: number
  day: number
}

/** Whether a recipient may get one more. */
export function mayReceive({ kind, perHour, perDay }: MessagePolicy, { hour, day }: Received): boolean {
  if (kindPolicies[kind].neverSilent && hour === 0) return true
  return hour < perHour && day < perDay
}

/** One key for the addresses of one mailbox: a part behind + makes no other, nor do the dots of Gmail. */
export function mailboxKey(address: string): string {
  const [, name = '', domain = ''] = /^([^@]*)@(.*)$/.exec(normalizeText(address, 'NFKC').toLowerCase()) ?? []
  if (!domain) return address
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
