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
import * as data from './data.ts'

/** State, dates and settings of a registry. */
export async function describeRegistry(row: data.StaffRegistry, ctx: StaffContext) {
  const types = await readEventTypes(ctx)
  const { code, slug, registry_name, event_day, event_place, closing_day, last_closed_day, message } = row
  const { privacy, searchable, surprise, reveal_day, we_connect, created_at, removed_at, guest_count } = row
  return {
    ...{ code, slug, registry_name, event_day, event_place, closing_day, last_closed_day, message },
    ...{ privacy, searchable, surprise, reveal_day, we_connect, created_at, removed_at, guest_count },
    event_type: types.find(type => type.slug === row.event_type)?.name ?? row.event_type,
    state: removed_at ? ('removed' as const) : registryState(row, dayInAthens(ctx.now)),
  }
}

/** Owner and co-host, with where they are signed in. */
export async function describeHosts(row: data.StaffRegistry, { db, config, now }: StaffContext) {
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
      confirmed_at: customer.confirmed_at,
      leaving_at: customer.deletion_requested_at,
      hold_until:
        customer.payout_hold_until && customer.payout_hold_until > now ? customer.payout_hold_until : null,
      erased: customer.erased_at !== null,
      sessions: sessions
        .filter(session => session.customer_id === id)
        .map(({ agent, seen_at }) => ({ ...parseUserAgent(agent), seen_at })),
    }
  })
}

/** Why a payout waits, and when it is tried again. */
export const describeWaiting = (
  payout: Pick<PayoutRow, 'attempts' | 'error' | 'trouble' | 'next_attempt_at'>,
) => ({
  attempts: payout.attempts,
  trouble: payoutTrouble(payout),
  next_attempt_at: payout.next_attempt_at,
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
