import { maskEmail } from '../../account/email-change/rules.ts'
import { orNotFound } from '../../base/app-error.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { foldSlug } from '../../registry/settings/slug-rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { findAnyRegistry, type StaffRegistry } from './data.ts'

/** The registry at an address, deleted or not. Throws `refused_missing` 404. */
export async function registryForStaff(
  { db }: Pick<RequestContext, 'db'>,
  address: string,
): Promise<StaffRegistry> {
  return orNotFound(await findAnyRegistry(db, address, foldSlug(address)))
}

/** An e-mail of a guest or giver as that role sees it (R962). */
export function guestEmailFor(
  role: StaffRole,
  email: string | null,
): { email: string | null; is_masked: boolean } {
  const is_masked = email !== null && role === 'support'
  return { email: is_masked ? maskEmail(email) : email, is_masked }
}
