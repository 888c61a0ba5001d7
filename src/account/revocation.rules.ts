/**
 * Everything that was given or begun in the name of an account and goes on by itself, and where it stands: tables,
 * columns, or kinds of links (R1220). A table, column or kind that grants something is of one of these kinds, or a test is red.
 */
export const standingRights = {
  sessions: ['session'],
  'known browsers': ['known_device'],
  'code for a new password': ['link:password_reset'],
  'link to sign in': ['link:sign_in'],
  'code of the confirmation': ['link:email_confirmation'],
  'waiting e-mail': ['email_change', 'link:email_change'],
  'second factor': ['second_factor', 'recovery_code'],
  /** Added since whoever is to be shut out may have come. */
  'new second factor': ['second_factor', 'recovery_code'],
  'removal of the second factor': ['factor_recovery'],
  'tie to the shop': ['customer.shop_customer_id'],
  'invitations of co-hosts': ['link:co_host'],
  /** Who joined within `newCoHostDays`. */
  'new co-hosts': ['registry.co_host_id'],
  'co-hosts': ['registry.co_host_id'],
  /** Where the gifts of an account go that was never confirmed: its registries are private and without addresses then. */
  'prepared registries': ['registry.customer_id'],
} satisfies Record<string, string[]>

export type StandingRight = keyof typeof standingRights

/** Kinds that the feature of registries keeps, and ends when it is told to. */
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
/** It reaches the owner of the mailbox alone. */
const ownLink = 'code of the confirmation'

/**
 * Each act that revokes: what it leaves, everything else ends; and whether money rests for 72 hours then (R130). A new
 * kind of right ends by all of them until somebody decides otherwise.
 */
export const revocations = {
  /** The owner stops a new e-mail: whoever asked for it has the password. */
  stop: { leaves: ['second factor', ...ownWork], holdsMoney: true },
  /** A new password by mail. The mailbox alone does not end a second factor, nor keep one that staff are to remove. */
  reset: { leaves: [ownLink, ...factors, ...ownWork], holdsMoney: true },
  /** A new password by who knows the old one, and has the second factor. */
  password: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: true },
  /** A second factor was added or removed. */
  factor: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: true },
  /** The mailbox's owner takes over what was never confirmed; the link then says that it is. */
  reclaim: { leaves: [ownLink], holdsMoney: true },
  /** A new e-mail counts: what was sent to the old one opens nothing; that change can still be stopped. */
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
  /** Staff ask for another e-mail: the old mailbox may be somebody else's. The host has yet to confirm it, signed in. */
  correction: { leaves: ['sessions', ...factors, ...ownWork, 'new co-hosts'], holdsMoney: false },
  /** Staff end all sessions, for a host who calls. */
  staff: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: false },
  deactivation: { leaves: [ownLink, ...factors, ...ownWork, 'new co-hosts'], holdsMoney: false },
} satisfies Record<string, { leaves: StandingRight[]; holdsMoney: boolean }>

export type Revocation = keyof typeof revocations

/** The kinds that an act ends. */
export function endedBy(act: Revocation): Set<StandingRight> {
  const leaves: StandingRight[] = revocations[act].leaves
  const kinds = Object.keys(standingRights) as StandingRight[]
  return new Set(kinds.filter(kind => !leaves.includes(kind)))
}
