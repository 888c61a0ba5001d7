/** For how many hours a new e-mail can be confirmed by the link of its letter. */
export const confirmHours = 72

/**
 * For how many hours after that the old address can still take it back (R128); also one that was never confirmed, which may
 * have been replaced by one that was.
 */
export const stopHours = 72

/** When it is too late to stop a change that was confirmed, or could be confirmed until, that moment. */
export function stopEnd(until: Date): Date {
  return new Date(until.getTime() + stopHours * 3_600_000)
}

/** What the owner is told of by one and the same letter (R1223). */
export const protectedActs = ['co_host_asked', 'closing_day', 'data_downloaded'] as const
export type ProtectedAct = (typeof protectedActs)[number]

/** An address as the letter to the old one shows it: whoever finds that letter does not learn the new one. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
