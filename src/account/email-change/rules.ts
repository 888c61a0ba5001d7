/** For how many hours a new e-mail can be confirmed by the link of its letter. */
export const confirmHours = 72

/** For how many hours after the confirmation the old address can still take it back (R128). */
export const stopHours = 72

/** What the owner is told of by one and the same letter (R1223). */
export const protectedActs = ['co_host_asked', 'closing_day', 'data_downloaded'] as const
export type ProtectedAct = (typeof protectedActs)[number]

/** When it is too late to stop a change; one that was never confirmed may have been replaced by one that was. */
export function stopEnd({
  requested_at,
  confirmed_at,
}: {
  requested_at: Date
  confirmed_at: Date | null
}): Date {
  const latest = confirmed_at?.getTime() ?? requested_at.getTime() + confirmHours * 3_600_000
  return new Date(latest + stopHours * 3_600_000)
}

/** An address as the letter to the old one shows it: whoever finds that letter does not learn the new one. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
