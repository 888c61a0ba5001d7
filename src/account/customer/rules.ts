/** One key per mailbox: case and compatible letter forms do not make another person. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}

/** Typed alike on every keyboard: an accent is one letter or two code points, the password is the same. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC')
}

/** Spec §5: the user cookie, and with it the session, lives 30 days. */
export const sessionDays = 30

/** How many attempts of one kind a window takes. */
export interface RateLimit {
  max: number
  seconds: number
}

const quarterHour = 15 * 60

/**
 * Sign-in attempts. An account under attack from many addresses is never closed: each address keeps a few
 * attempts of its own, so that the owner gets in from where he is (faults F24).
 */
export const loginRateLimits = {
  /** From one address, whatever the account. */
  address: { max: 100, seconds: quarterHour },
  /** From one address on one account. */
  addressOnAccount: { max: 10, seconds: quarterHour },
  /** On one account from everywhere; beyond it, each address has only `addressUnderAttack`. */
  account: { max: 100, seconds: quarterHour },
  addressUnderAttack: { max: 3, seconds: quarterHour },
} satisfies Record<string, RateLimit>

/** New accounts from one address: registering tells whether an address is known, so it can't be asked for ever. */
export const registrationRateLimit: RateLimit = { max: 60, seconds: 3600 }

/** How long the code of a forgotten password lives. */
export const passwordResetCodeMinutes = 60

/** Asking for such codes, and trying them, from one address. */
export const oneTimeCodeRateLimits = {
  ask: { max: 20, seconds: 3600 },
  try: { max: 30, seconds: quarterHour },
} satisfies Record<string, RateLimit>

/** Letters to one account; beyond them asking is answered as ever, and the last letter stays good. */
export const oneTimeCodeEmailRateLimit: RateLimit = { max: 5, seconds: 3600 }

/** How long the link that confirms an e-mail lives. */
export const confirmationLinkDays = 7

/** So long somebody who asked to leave may come back by signing in; then what tells of him is erased. */
export const deletionGraceDays = 14

/** When the grace of somebody who asked to leave at that moment ends. */
export function deletionGraceEnd(leavingAt: Date): Date {
  return new Date(leavingAt.getTime() + deletionGraceDays * 86_400_000)
}

/** Trying the current password of one account from within. */
export const currentPasswordRateLimit: RateLimit = { max: 10, seconds: quarterHour }

/** Every answer to a forgotten password takes so long, whether or not there is an account to work for. */
export const constantResponseMs = 150
