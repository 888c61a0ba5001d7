/**
 * Every right that an account gives until it is revoked (R1220), with its tables, columns or kinds of links. A test
 * fails when a table, column or kind of link that grants something is missing here.
 */
export const standingRights = {
  sessions: ['session'],
  'known browsers': ['known_device'],
  'code for a new password': ['link:password_reset'],
  'link to sign in': ['link:sign_in'],
  'code of the confirmation': ['link:email_confirmation'],
  'waiting e-mail': ['email_change', 'link:email_change'],
  'second factor': ['second_factor', 'recovery_code'],
  /** A second factor that was added since `Revoked.since`, when somebody else may have come in. */
  'new second factor': ['second_factor', 'recovery_code'],
  'removal of the second factor': ['factor_recovery'],
  'tie to the shop': ['customer.shop_customer_id'],
  'invitations of co-hosts': ['link:co_host'],
  /** Who joined within `newCoHostDays`. */
  'new co-hosts': ['registry.co_host_id'],
  'co-hosts': ['registry.co_host_id'],
  /** The registries of an account that was never confirmed; revoked, they become private and lose their addresses. */
  'prepared registries': ['registry.customer_id'],
} satisfies Record<string, string[]>

export type StandingRight = keyof typeof standingRights

/** Kinds that the registry feature stores, and ends on the event `rightsRevoked`. */
export const sharedRights = [
  'invitations of co-hosts',
  'new co-hosts',
  'co-hosts',
  'prepared registries',
] as const satisfies StandingRight[]
export type SharedRight = (typeof sharedRights)[number]

/** For how many days a co-host is a new one: a change of the e-mail can be stopped for six. */
export const newCoHostDays = 7

const factors = ['second factor', 'new second factor', 'removal of the second factor'] as const
const ownWork = ['tie to the shop', 'co-hosts', 'prepared registries'] as const
/** Harmless to leave: only the owner of the mailbox gets it. */
const ownLink = 'code of the confirmation'

/**
 * What each act leaves in place (everything else ends), and whether it holds payouts for 72 hours (R130). A new kind
 * of right is ended by all acts until it is listed in `leaves`.
 */
export const revocations = {
  /** The owner stops a new e-mail: whoever asked for it has the password. */
  stop: { leaves: ['second factor', ...ownWork], holdsMoney: true },
  /** A new password by e-mail. The mailbox alone neither ends a second factor nor stops staff from removing one. */
  reset: { leaves: [ownLink, ...factors, ...ownWork], holdsMoney: true },
  /** A new password by somebody who knows the old one and has the second factor. */
  password: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: true },
  /** A second factor was added or removed. */
  factor: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: true },
  /** The mailbox's owner takes over an account that was never confirmed, by the confirmation link. */
  reclaim: { leaves: [ownLink], holdsMoney: true },
  /** A new e-mail counts: codes sent to the old one end, but the change can still be stopped. */
  email: {
    leaves: [
      'sessions',
      'known browsers',
      'waiting e-mail',
      'invitations of co-hosts',
      ...factors,
      ...ownWork,
      'new co-hosts',
    ],
    holdsMoney: true,
  },
  /** Staff ask for another e-mail, because the old mailbox may be somebody else's. The host confirms it while signed in. */
  correction: { leaves: ['sessions', ...factors, ...ownWork, 'new co-hosts'], holdsMoney: false },
  /** Staff end all sessions, for a host who calls. */
  staff: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: false },
  deactivation: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: false },
} satisfies Record<string, { leaves: StandingRight[]; holdsMoney: boolean }>

export type Revocation = keyof typeof revocations

export function endedBy(act: Revocation): Set<StandingRight> {
  const leaves: StandingRight[] = revocations[act].leaves
  const kinds = Object.keys(standingRights) as StandingRight[]
  return new Set(kinds.filter(kind => !leaves.includes(kind)))
}
