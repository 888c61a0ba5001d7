import { addDays, type Day, daysBetween } from '../../base/dates.ts'
import { agreement } from '../../base/fields.ts'
import type { privacyLevels } from './contract.ts'

/** As much of a registry as its rules need. */
export interface RegistryRuleFields {
  customer_id: number
  co_host_id: number | null
  privacy: (typeof privacyLevels)[number]
  closing_day: Day | null
}

type Someone = { id: number } | null

/** Spec §5: true only for the signed-in host whose registry it is. */
export function isOwner(registry: Pick<RegistryRuleFields, 'customer_id'>, customer: Someone): boolean {
  return customer !== null && customer.id === registry.customer_id
}

type Hosted = Pick<RegistryRuleFields, 'customer_id' | 'co_host_id'>

/** Owner and co-host alike: settings, gifts, guests, who gave what. */
export function canEdit(registry: Hosted, customer: Someone): boolean {
  return isOwner(registry, customer) || (customer !== null && customer.id === registry.co_host_id)
}

/** What is the owner's alone: redeeming money, deleting the registry, saying who is co-host. */
export const canOwn: (registry: Pick<RegistryRuleFields, 'customer_id'>, customer: Someone) => boolean =
  isOwner

/** Spec §4: public and shareable ones are for whoever has the address, a private one for its hosts alone. */
export function canView(registry: Hosted & Pick<RegistryRuleFields, 'privacy'>, customer: Someone): boolean {
  return registry.privacy !== 'private' || canEdit(registry, customer)
}

/** Open until the closing day is over in Athens; without a closing day it stays open (product.md 16). */
export function isRegistryOpen(registry: Pick<RegistryRuleFields, 'closing_day'>, today: Day): boolean {
  return registry.closing_day === null || today <= registry.closing_day
}

/** A registry that closes within so many days says so to its hosts. */
export const closingSoonDays = 14

/** How it stands with giving: open, closing soon, closed. */
export function registryState(
  registry: Pick<RegistryRuleFields, 'closing_day'>,
  today: Day,
): 'open' | 'closing' | 'closed' {
  if (!isRegistryOpen(registry, today)) return 'closed'
  const { closing_day } = registry
  return closing_day !== null && daysBetween(today, closing_day) <= closingSoonDays ? 'closing' : 'open'
}

/** Guests have this long after the event when the host names no closing day. */
export const defaultClosingDays = 30
/** How far ahead an event may lie, and how long after it a registry may stay open. */
export const maxDaysUntilEvent = 5 * 365
export const maxDaysOpenAfterEvent = 365

/** The closing day that stands: the host's own, else 30 days after the event, else none. */
export function effectiveClosingDay(event: Day | null, chosen: Day | null): Day | null {
  if (chosen !== null) return chosen
  return event && addDays(event, defaultClosingDays)
}

/**
 * The closing day after a change: the one that the host names; when he leaves the one that stands (or sends none) and
 * it stood 30 days after the event, it moves with the event.
 */
export function closingDayAfterChange(
  before: Dates,
  event: Day | null,
  sent: Day | null | undefined,
): Day | null {
  const left = sent === undefined || sent === before.closing
  const followed = before.closing === effectiveClosingDay(before.event, null)
  if (left && !followed) return before.closing
  return effectiveClosingDay(event, left ? null : sent)
}

interface Dates {
  event: Day | null
  closing: Day | null
}

/**
 * What is wrong with the dates, as message keys beside the contract's field names; empty when all is well.
 * A day that stood before (`kept`) may lie in the past: an old registry's words can still be changed.
 */
export function findDateErrors(dates: Dates, today: Day, kept: Dates = { event: null, closing: null }) {
  const { event, closing } = dates
  const wrong: Record<string, string> = {}
  if (event && event !== kept.event) {
    if (event < today) wrong.registry_date = 'registry_date_past'
    else if (daysBetween(today, event) > maxDaysUntilEvent) wrong.registry_date = 'registry_date_far'
  }
  if (!closing) return wrong
  if (event && closing < event) wrong.end_date = 'registry_closing_early'
  else if (closing === kept.closing) return wrong
  else if (closing < today) wrong.end_date = 'registry_closing_past'
  else if (daysBetween(event ?? today, closing) > (event ? maxDaysOpenAfterEvent : maxDaysUntilEvent))
    wrong.end_date = 'registry_closing_far'
  return wrong
}

/** The same as checks of a draft, so that the browser says it too. */
export function dateChecks(today: Day) {
  const keys = ['registry_date_past', 'registry_date_far', ...closingKeys]
  return keys.map(key => {
    const field = key.startsWith('registry_closing') ? 'end_date' : 'registry_date'
    return agreement<{ registry_date: Day | null; end_date: Day | null; date_undecided: boolean }>(
      draft => {
        const event = draft.date_undecided ? null : (draft.registry_date ?? null)
        return findDateErrors({ event, closing: draft.end_date ?? null }, today)[field] !== key
      },
      key,
      field,
    )
  })
}

const closingKeys = ['registry_closing_early', 'registry_closing_past', 'registry_closing_far']

/** First names of the hosts, as they stand on the page: “Eleni & Giorgos”. */
export function hostNames(registry: { name: string; partner_name: string | null }): string {
  return registry.partner_name ? `${registry.name} & ${registry.partner_name}` : registry.name
}

/** Which terms of use hosts accept today, by the month of their last change; kept with each registry, with the moment. */
export const currentTermsVersion = '2026-11'

/**
 * Whether a post code or a phone looks unlike those of its country (Greece and Cyprus are known): a hint for the
 * host, never a refusal, for there are more kinds of addresses than rules.
 */
export function isUnusualPostcode(country: string, postcode: string): boolean {
  const plain = postcode.replace(/\s/g, '')
  if (country === 'GR') return !/^[1-8]\d{4}$/.test(plain)
  return country === 'CY' && !/^\d{4}$/.test(plain)
}

export function isUnusualPhone(country: string, phone: string): boolean {
  const plain = phone.replace(/[\s\-().]/g, '')
  if (country === 'GR') return !/^(?:(?:\+|00)30)?(?:2\d{9}|69\d{8})$/.test(plain) && !isForeign(plain, '30')
  return country === 'CY' && !/^(?:(?:\+|00)357)?\d{8}$/.test(plain) && !isForeign(plain, '357')
}

function isForeign(phone: string, own: string): boolean {
  return /^(?:\+|00)\d{8,15}$/.test(phone) && !phone.replace(/^(?:\+|00)/, '').startsWith(own)
}

/** Events that concern a child: found by date and place, shown without either. */
export function isChildEvent(type: string): boolean {
  return type === 'baby-shower' || type === 'baptism'
}
