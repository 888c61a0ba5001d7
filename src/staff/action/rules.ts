import type { MoneySource } from '../../giftcard/ledger/rules.ts'

/** Templates of letters that are written anew after they were sent (R965). */
export const rewritableTemplates = [
  'giftcard-issued',
  'registry-created',
  'gift-given',
  'gift-thanks',
  'invitation',
  'welcome',
  'confirm-email',
  'password-reset',
] as const
export type RewritableTemplate = (typeof rewritableTemplates)[number]

/** Of these even one that failed is written anew: its link may have ended since. */
export const renewedTemplates: readonly string[] = ['welcome', 'confirm-email', 'password-reset']

/** Letters to people without an account: givers, guests, and whoever is asked to be a co-host. */
export const guestTemplates: ReadonlySet<string> = new Set([
  'gift-thanks',
  'withdrawal-received',
  'invitation',
  'reply-kept',
  'co-host-asked',
  'sms',
])

export function isRewritable(template: string): template is RewritableTemplate {
  return rewritableTemplates.some(one => one === template)
}

/** Where money is, as the form of its move names it: `12 gift`, `12 change`; null for anything else. */
export function parseMoneySource(text: string): MoneySource | null {
  const match = /^(\d{1,15}) (gift|change)$/.exec(text)
  return match && { giftId: Number(match[1]), account: match[2] === 'gift' ? 'gift' : 'change' }
}
