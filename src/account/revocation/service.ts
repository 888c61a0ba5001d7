import type { JobContext } from '../../server/context/request-context.ts'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { cancelEmailChanges } from '../email-change/data.ts'
import { endLinks } from '../link/service.ts'
import { startPayoutHold } from '../proof/data.ts'
import { deleteFactor } from '../second-factor/data.ts'
import { deleteSessions } from '../session/data.ts'
import {
  endedBy,
  type Revocation,
  revocations,
  type SharedRight,
  type StandingRight,
  sharedRights,
} from './rules.ts'

interface Revoked {
  customerId: number
  act: Revocation
  /** The session in which it is done, which goes on. */
  session?: Buffer
  /** Since when somebody else may have come; a second factor of before is the owner's. */
  since?: Date
}

/**
 * Ends all that was given or begun in the name of the account, but what the act leaves (R1220). The one place where
 * rights are taken away: whoever adds a kind of right adds it here.
 */
export async function revokeRights(tx: Db, revoked: Revoked, ctx: JobContext): Promise<void> {
  const { customerId, act, session, since } = revoked
  const { now } = ctx
  const ends = endedBy(act)
  const owner = { kind: 'host', id: customerId } as const
  const ownKinds: Record<Exclude<StandingRight, SharedRight>, () => Promise<unknown>> = {
    // First: what this session is about to give waits for it, and is refused or seen below.
    sessions: () => deleteSessions(tx, owner, session),
    'known browsers': () => deleteRows(tx, 'known_device', { customer_id: customerId }),
    'code for a new password': () => endLinks(tx, 'password_reset', customerId),
    'link to sign in': () => endLinks(tx, 'sign_in', customerId),
    'code of the confirmation': () => endLinks(tx, 'email_confirmation', customerId),
    'waiting e-mail': () => cancelEmailChanges(tx, customerId, now),
    'second factor': () => deleteFactor(tx, owner),
    'new second factor': () => deleteFactor(tx, owner, since),
    'removal of the second factor': () => deleteRows(tx, 'factor_recovery', { customer_id: customerId }),
    // Whoever's it is; only the shop's password ties to a customer that there is (R1222).
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
