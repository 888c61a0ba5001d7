import { parseUserAgent } from '../../account/cookie.rules.ts'
import { findCustomersByIds } from '../../account/customer/customer.sql.ts'
import { maskEmail } from '../../account/email-change/email-change.rules.ts'
import { sessionEnds } from '../../account/session.calls.ts'
import { orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import { formatPhone } from '../../base/text.ts'
import { readyBalance } from '../../money/ledger.rules.ts'
import { readBalance, releaseTerm } from '../../money/ledger.ts'
import { payoutTrouble } from '../../money/payout/payout.rules.ts'
import type { PayoutRow } from '../../money/payout/payout.sql.ts'
import { countriesIn, regionsOfCountry } from '../../registry/address.rules.ts'
import { readEventTypes } from '../../registry/event-type.ts'
import type { AddressInput } from '../../registry/registry.contract.ts'
import { registryState } from '../../registry/registry.rules.ts'
import { countGiftsAndGivers } from '../../registry/registry.sql.ts'
import type { RequestContext, StaffContext } from '../../server/context/request-context.ts'
import { countRows, findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { eraseGiversFromAudit } from '../audit.sql.ts'
import * as data from './registry.sql.ts'

export async function describeRegistry(row: data.StaffRegistry, ctx: StaffContext) {
  const types = await readEventTypes(ctx)
  const { code, slug, registry_name, event_day, event_place, closing_day, last_closed_day, message } = row
  const { privacy, searchable, surprise, reveal_day, we_connect, created_at, removed_at, guest_count } = row
  return {
    code,
    slug,
    registry_name,
    event_day,
    event_place,
    closing_day,
    last_closed_day,
    message,
    privacy,
    searchable,
    surprise,
    reveal_day,
    we_connect,
    created_at,
    removed_at,
    guest_count,
    event_type: types.find(type => type.slug === row.event_type)?.name ?? row.event_type,
    state: removed_at ? ('removed' as const) : registryState(row, dayInAthens(ctx.now)),
  }
}

/** The lines of an address below the name, as overview, delivery slip and parcel have them. */
export function formatAddressLines(address: AddressInput, language: Language): string[] {
  const { street, postcode, city, country, phone } = address
  const region = regionsOfCountry(country, language).find(({ code }) => code === address.region)?.name
  const countryName = countriesIn(language).find(({ code }) => code === country)?.name ?? country
  return [
    street,
    `${postcode} ${city}`,
    [region ?? address.region, countryName].filter(Boolean).join(', '),
    formatPhone(phone),
  ].filter(Boolean)
}

export async function describeHosts(row: data.StaffRegistry, { db, config, now }: StaffContext) {
  const ids = [row.customer_id, ...(row.co_host_id === null ? [] : [row.co_host_id])]
  const customers = await findCustomersByIds(db, ids)
  const sessions = await data.findHostSessions(db, ids, sessionEnds(config, now))
  return ids.flatMap(id => {
    const customer = customers.find(one => one.id === id)
    if (!customer) return []
    const { email, phone, language, confirmed_at, payout_hold_until } = customer
    return {
      id,
      email,
      phone,
      language,
      confirmed_at,
      is_owner: id === row.customer_id,
      name: `${customer.name} ${customer.surname}`.trim(),
      leaving_at: customer.deletion_requested_at,
      hold_until: payout_hold_until && payout_hold_until > now ? payout_hold_until : null,
      erased: customer.erased_at !== null,
      sessions: sessions
        .filter(session => session.customer_id === id)
        .map(({ agent, seen_at }) => ({ ...parseUserAgent(agent), seen_at })),
    }
  })
}

export const describeWaiting = (
  payout: Pick<PayoutRow, 'attempts' | 'error' | 'trouble' | 'next_attempt_at'>,
) => ({
  attempts: payout.attempts,
  trouble: payoutTrouble(payout),
  next_attempt_at: payout.next_attempt_at,
})

/**
 * `open` is all that the registry holds, `free` what may leave now (R511, days before money leaves), `owed` the negative
 * balance; cents.
 */
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

/** Erases givers from the audit before the hand-offs lose their customer (R1031). */
export async function eraseGiverForStaff(tx: Db, { customerId }: { customerId: number }): Promise<void> {
  const handoffs = await findRows(tx, 'handoff', { where: { customer_id: customerId }, columns: ['id'] })
  const ids = handoffs.map(({ id }) => id)
  await eraseGiversFromAudit(tx, ids)
}

/** The registry of an address or slug, deleted or not. Throws `refused_missing` 404. */
export async function registryForStaff({ db }: Pick<RequestContext, 'db'>, address: string) {
  return orNotFound(await data.findAnyRegistry(db, address))
}

/** The e-mail of a guest or giver, masked for support (R962). */
export function guestEmailFor(role: StaffRole, email: string | null) {
  const is_masked = email !== null && role === 'support'
  return { email: is_masked ? maskEmail(email) : email, is_masked }
}

/** Of a letter: the address of a host, or of a guest or giver as above. */
export const recipientFor = (role: StaffRole, recipient: string, hostEmails: string[]): string =>
  hostEmails.includes(recipient) ? recipient : (guestEmailFor(role, recipient).email ?? '')
