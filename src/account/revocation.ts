import { sql, type Updateable } from 'kysely'
import type { RevokedRight } from '../server/backup/erasure-log.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { deleteRows, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { lockCustomer } from './customer/customer.sql.ts'
import { cancelEmailChanges } from './email-change/email-change.sql.ts'
import { endAllLinks, endLinks } from './link.ts'
import { startPayoutHold } from './proof/proof.sql.ts'
import {
  endedBy,
  type Revocation,
  revocations,
  type SharedRight,
  type StandingRight,
  sharedRights,
} from './revocation.rules.ts'
import { deleteFactor } from './second-factor/second-factor.sql.ts'
import { deleteSessions } from './session.ts'

interface Revoked {
  customerId: number
  act: Revocation
  /** Not ended: the session in which it is done. */
  session?: Buffer
  /** Since when somebody else may have come in; an older second factor is the owner's. */
  since?: Date
}

/**
 * Ends every right of the account but those that the act leaves (R1220). New kinds of rights are revoked here too.
 * Whoever locks anything else of the account before calls `lockCustomer` first, so that no two transactions deadlock.
 */
export async function revokeRights(tx: Db, revoked: Revoked, ctx: JobContext): Promise<void> {
  const { customerId, act, session, since } = revoked
  const { now } = ctx
  const ends = endedBy(act)
  const owner = { kind: 'host', id: customerId } as const
  // A sign-in, or a grant in a session (`lockSession`), is refused after this, or has committed and is ended below.
  await lockCustomer(tx, customerId)
  const ownKinds: Record<Exclude<StandingRight, SharedRight>, () => Promise<unknown>> = {
    sessions: () => deleteSessions(tx, owner, session),
    'known browsers': () => deleteRows(tx, 'known_device', { customer_id: customerId }),
    'code for a new password': () => endLinks(tx, 'password_reset', customerId),
    'link to sign in': () => endLinks(tx, 'sign_in', customerId),
    'code of the confirmation': () => endLinks(tx, 'email_confirmation', customerId),
    'waiting e-mail': () => cancelEmailChanges(tx, customerId, now),
    'second factor': () => deleteFactor(tx, owner),
    'new second factor': () => deleteFactor(tx, owner, since),
    'removal of the second factor': () => deleteRows(tx, 'factor_recovery', { customer_id: customerId }),
    // The shop's customer may be somebody else's, so that only the shop's password links it again (R1222).
    'tie to the shop': () =>
      updateRows(tx, 'customer', {
        set: { shop_customer_id: null, shop_link_due_at: null, shop_tie_cut_at: now, shop_tie_asks: true },
        where: { id: customerId, shop_customer_id: { '<>': null } },
      }),
  }
  for (const [kind, end] of Object.entries(ownKinds)) if (ends.has(kind as StandingRight)) await end()
  const shared = sharedRights.filter(kind => ends.has(kind))
  if (shared.length > 0) await ctx.emit('rightsRevoked', tx, { customerId, ends: shared })
  if (revocations[act].holdsMoney) await startPayoutHold(tx, customerId, now)
}

/** The kinds of `RevokedRight` by which an account lost rights; by the others a registry did. */
const accountKinds = [
  'password_changed',
  'email_changed',
  'email_change_cancelled',
  'factor_changed',
  'account_deactivated',
]

/**
 * Ends what a restored backup brought back although it was revoked since (R1261): everybody signs in again, with a
 * new password where the account lost a right meanwhile, and payouts of such accounts are held for 72 hours.
 */
export async function endRestoredAccounts(tx: Db, revoked: RevokedRight[], ctx: JobContext): Promise<void> {
  await endPending(tx, ctx.now)
  await endAllLinks(tx, 'password_reset')
  const idsOf = (kinds: string[]) => [
    ...new Set(revoked.flatMap(({ kind, customer }) => (kinds.includes(kind) ? (customer ?? []) : []))),
  ]
  const ids = idsOf(accountKinds)
  // Without a password hash an account can only be opened by a new password.
  await updateCustomers(tx, ids, { password_hash: '' })
  for (const customerId of ids) await revokeRights(tx, { customerId, act: 'reset' }, ctx)
  await updateCustomers(tx, idsOf(['email_changed']), { confirmed_at: null })
}

/** Ends for every account what may have been used up, stopped or signed out of since the backup. */
async function endPending(tx: Db, now: Date): Promise<void> {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('factor_recovery').execute()
  await updateRows(tx, 'email_change', {
    set: { stopped_at: now },
    where: { confirmed_at: null, stopped_at: null },
  })
}

async function updateCustomers(tx: Db, ids: number[], set: Updateable<Tables['customer']>): Promise<void> {
  const those = sql<number>`any(${ids}::bigint[])`
  await tx.updateTable('customer').set(set).where('id', '=', those).execute()
}
