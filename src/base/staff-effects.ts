import type { StaffRole } from './staff-roles.ts'

interface Demands {
  /** The least role that may do it. */
  role: StaffRole
  /** Whether password and time code have to be fresh (R1181). */
  proof: boolean
  /** Whether a second person agrees, from a sum on (R1182). */
  two: boolean
}

/**
 * What staff may do follows from what it does: to money, to where letters and goods go, to who signs in, or to whose
 * data is exported. The role and the proofs of an act are declared here alone (R1180).
 */
export const staffEffects = {
  none: { role: 'support', proof: false, two: false },
  /** Takes money back that counted: a receipt, a placing. */
  'takes back': { role: 'manager', proof: false, two: false },
  'moves money': { role: 'manager', proof: true, two: true },
  /** After it money may leave that could not before. */
  'makes payable': { role: 'manager', proof: true, two: true },
  pays: { role: 'manager', proof: true, two: true },
  /** Letters go elsewhere, and with them all that a mailbox gives access to. */
  'changes e-mail': { role: 'manager', proof: true, two: false },
  'ends a second factor': { role: 'manager', proof: true, two: false },
  'changes the team': { role: 'owner', proof: true, two: false },
  'ends an account': { role: 'manager', proof: true, two: false },
  'exports people': { role: 'manager', proof: true, two: false },
} as const satisfies Record<string, Demands>
export type StaffEffect = keyof typeof staffEffects

/** For so long a proof by password and time code counts as fresh (R1181). */
const proofMinutes = 10

export function isStaffProofFresh(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() <= proofMinutes * 60_000
}
