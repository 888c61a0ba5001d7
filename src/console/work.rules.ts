/** The work lists, the ones that hold money first (R971); the names are stored. */
export const workKinds = [
  'approval',
  'unmatched',
  'refund',
  'second',
  'certificate',
  'payout',
  'withdrawal',
  'difference',
  'closing',
  'call',
  'contact',
  'letter',
  'unreadable',
  'webhook',
  'token',
] as const
export type WorkKind = (typeof workKinds)[number]

/**
 * Lists whose entries end with their cause: one that is marked as done comes back after a day while its cause is there.
 */
const endingByThemselves = new Set<WorkKind>([
  'approval',
  'unmatched',
  'refund',
  'second',
  'certificate',
  'payout',
  'unreadable',
  'webhook',
  'token',
])

export const endsByItself = (kind: WorkKind): boolean => endingByThemselves.has(kind)

/** Which entries of a list are shown: those to do, and those that were put off or done while their cause is there. */
export const workViews = ['open', 'aside'] as const
export type WorkView = (typeof workViews)[number]

export const workActs = ['take', 'leave', 'snooze', 'done', 'reopen', 'note'] as const
export type WorkAct = (typeof workActs)[number]

export const snoozeDays = [1, 3, 7, 30] as const

/** Listed are registries that close within so many days and hold at least so many cents. */
export const closingDays = 7
export const muchMoneyCents = 50_000

/** The largest count that is shown; the list itself has all entries. */
export const mostCounted = 99
