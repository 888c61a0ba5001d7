import type { RevokedRight } from '../../server/backup/erasure-log.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { endAllLinks } from '../link/service.ts'
import { revokeRights } from '../revocation/service.ts'
import { endPasswords, endWhatWasBegun, unconfirmEmails } from './data.ts'

/** By these an account lost rights; by others a registry did. */
const accountKinds = [
  'password_changed',
  'email_changed',
  'email_change_cancelled',
  'factor_changed',
  'account_deactivated',
]

/**
 * A restored backup has sessions, codes and passwords that were taken away since (R1261): everybody signs in anew, by a
 * new password where the account lost a right meanwhile, and money of such accounts rests for 72 hours.
 */
export async function endRestoredAccounts(tx: Db, revoked: RevokedRight[], ctx: JobContext): Promise<void> {
  await endWhatWasBegun(tx, ctx.now)
  await endAllLinks(tx, 'password_reset')
  const idsOf = (kinds: string[]) => [
    ...new Set(revoked.flatMap(({ kind, customer }) => (kinds.includes(kind) ? (customer ?? []) : []))),
  ]
  const ids = idsOf(accountKinds)
  await endPasswords(tx, ids)
  for (const customerId of ids) await revokeRights(tx, { customerId, act: 'reset' }, ctx)
  await unconfirmEmails(tx, idsOf(['email_changed']))
}
