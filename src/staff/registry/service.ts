import { findCustomersByIds } from '../../account/customer/data.ts'
import { sessionEnds } from '../../account/session/access.ts'
import { parseUserAgent } from '../../account/session/device-rules.ts'
import { dayInAthens } from '../../base/dates.ts'
import { readyBalance } from '../../giftcard/ledger/release-rules.ts'
import { readBalance, releaseTerm } from '../../giftcard/ledger/service.ts'
import type { PayoutRow } from '../../giftcard/payout/data.ts'
import { payoutTrouble } from '../../giftcard/payout/rules.ts'
import { readEventTypes } from '../../registry/registry/access.ts'
import { countGiftsAndGivers } from '../../registry/registry/data.ts'
import { registryState } from '../../registry/registry/rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { countRows } from '../../server/postgres/rows.ts'
import type * as contract from './contract.ts'
import * as data from './data.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

/** State, dates and settings of a registry. */
export async function describeRegistry(
  row: data.StaffRegistry,
  ctx: StaffContext,
): Promise<contract.StaffRegistryHead> {
  const types = await readEventTypes(ctx)
  return {
    code: row.code,
    slug: row.slug,
    registry_name: row.registry_name,
    event_type: types.find(({ slug }) => slug === row.event_type)?.name ?? row.event_type,
    state: row.removed_at ? 'removed' : registryState(row, dayInAthens(ctx.now)),
    privacy: row.privacy,
    searchable: row.searchable,
    surprise: row.surprise,
    reveal_day: row.reveal_day,
    we_connect: row.we_connect,
    event_day: row.event_day,
    event_place: row.event_place,
    closing_day: row.closing_day,
    last_closed_day: row.last_closed_day,
    created_at: row.created_at.toISOString(),
    removed_at: iso(row.removed_at),
    guest_count: row.guest_count,
    message: row.message,
  }
}

/** Owner and co-host, with where they are signed in. */
export async function describeHosts(
  row: data.StaffRegistry,
  { db, config, now }: StaffContext,
): Promise<contract.StaffHostView[]> {
  const ids = [row.customer_id, ...(row.co_host_id === null ? [] : [row.co_host_id])]
  const customers = await findCustomersByIds(db, ids)
  const sessions = await data.findHostSessions(db, ids, sessionEnds(config, now))
  return ids.flatMap(id => {
    const customer = customers.find(one => one.id === id)
    if (!customer) return []
    return {
      id,
      is_owner: id === row.customer_id,
      name: `${customer.name} ${customer.surname}`.trim(),
      email: customer.email,
      phone: customer.phone,
      language: customer.language,
      confirmed_at: iso(customer.confirmed_at),
      leaving_at: iso(customer.deletion_requested_at),
      hold_until:
        customer.payout_hold_until && customer.payout_hold_until > now
          ? iso(customer.payout_hold_until)
          : null,
      erased: customer.erased_at !== null,
      sessions: sessions
        .filter(session => session.customer_id === id)
        .map(({ agent, seen_at }) => ({ ...parseUserAgent(agent), seen_at: seen_at.toISOString() })),
    }
  })
}

/** Why a payout waits, and when it is tried again. */
export const describeWaiting = (
  payout: Pick<PayoutRow, 'attempts' | 'error' | 'trouble' | 'next_attempt_at'>,
) => ({
  attempts: payout.attempts,
  trouble: payoutTrouble(payout),
  next_attempt_at: payout.next_attempt_at.toISOString(),
})

/** How many gifts, givers and guests there are, and what money is held. */
export async function summarizeRegistry(id: number, ctx: StaffContext) {
  const { db } = ctx
  const counts = (await countGiftsAndGivers(db, [id])).get(id)
  const balance = await readBalance(db, id)
  const { items = 0, gifts_given = 0, givers = 0 } = counts ?? {}
  return {
    counts: { items, gifts_given, givers, guests: await countRows(db, 'guest', { registry_id: id }) },
    money: {
      open: balance.available,
      free: readyBalance(balance, 'ripe', releaseTerm(ctx)).available,
      owed: balance.negativeBalance,
    },
  }
}
