import { hourMs } from '../../base/durations.ts'

/** A new e-mail can be confirmed for 72 hours (R128). */
export const confirmHours = 72

/**
 * For how many hours after that the old address can take it back (R128). The link of an unconfirmed change works as
 * long, because a later change may have been confirmed.
 */
export const stopHours = 72

/** When it is too late to stop a change that was confirmed, or could be confirmed, until `until`. */
export function stopEnd(until: Date): Date {
  return new Date(until.getTime() + stopHours * hourMs)
}

/** Acts that are told to the owner by the same e-mail, `protected-act` (R1223). */
export const protectedActs = ['co_host_asked', 'closing_day', 'data_downloaded'] as const
export type ProtectedAct = (typeof protectedActs)[number]

/** The new address as the e-mail to the old one shows it, so that whoever reads that mailbox doesn't learn it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
