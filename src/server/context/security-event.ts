import type { Db } from '../postgres/tables.ts'

/** Kinds of security events (R942) that anybody can cause without limit. */
export const floodKinds = [
  /** Wrong e-mail or password; with the customer where there is such an account. */
  'sign_in_failed',
  /** A one-time code, or a password that proves who is there, was wrong. */
  'code_failed',
  'proof_failed',
  /** A rate limit was reached; `about` is its name. */
  'limit_reached',
  /** Somebody asked for what is not theirs (401, 403, 404 of the API); `about` is the error's code. */
  'access_refused',
  /** A failure of ours; `about` is its code. */
  'unexpected_error',
] as const

export const accountKinds = [
  'registered',
  'signed_in',
  'signed_out',
  'sessions_ended',
  'code_requested',
  'code_used',
  'proof_given',
  'email_confirmed',
  'email_change_requested',
  'email_changed',
  'email_change_cancelled',
  'password_changed',
  /** A second factor; `about` says what became of it. */
  'factor_changed',
  'address_changed',
  'co_host_changed',
  /** Fewer people may see a registry, or find it; `about` says who still may. */
  'registry_hidden',
  'account_deactivated',
  /** A sign-in took the deactivation back. */
  'account_returned',
  'account_erased',
  'data_exported',
  /** Money left, or was asked to leave, a registry; `cents` is how much. */
  'money_out',
  'money_refused',
  /** Something that staff did; `about` says what. */
  'staff_action',
  /** Staff were told of something unusual; `about` says of what. */
  'alarm',
] as const

export type SecurityEventKind = (typeof floodKinds)[number] | (typeof accountKinds)[number]

export interface SecurityEvent {
  kind: SecurityEventKind
  /** By default the signed-in customer; null for nobody. */
  customerId?: number | null
  registryId?: number
  /** A word of ours, such as the name of a limit: never anything that a person typed. */
  about?: string
  cents?: number
}

/** Kinds by which somebody lost a right, or kept their account: always (`all`), or only with these values of `about`. */
const revokingKinds: Partial<Record<SecurityEventKind, string[] | 'all'>> = {
  password_changed: 'all',
  email_changed: 'all',
  email_change_cancelled: 'all',
  factor_changed: 'all',
  account_deactivated: 'all',
  account_returned: 'all',
  address_changed: 'all',
  registry_hidden: 'all',
  co_host_changed: ['left'],
  staff_action: ['staff ended', 'staff changed'],
}

/** Whether a restored backup would undo what this event did to somebody's rights (R1261). */
export function isRevoking({ kind, about = '' }: Pick<SecurityEvent, 'kind' | 'about'>): boolean {
  const words = revokingKinds[kind]
  return words === 'all' || (words?.includes(about) ?? false)
}

/**
 * Adds to the security log (R942). Within a transaction it is written with it; without one it never throws. No personal
 * data but ids: the network address is added by itself, as a keyed digest.
 */
export type RecordSecurityEvent = (event: SecurityEvent, tx?: Db) => Promise<void>
