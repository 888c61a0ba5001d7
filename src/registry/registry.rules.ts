import * as z from 'zod/mini'
import { addDays, type Day, daysBetween } from '../base/dates.ts'
import { endpoint } from '../base/endpoint.ts'
import { fieldsAgree, text } from '../base/fields.ts'
import { languages } from '../base/language.ts'
import postcodeStarts from '../data/greek-postcodes.json' with { type: 'json' }
import type { privacyLevels } from './registry.contract.ts'

const place = z.object({ code: z.string(), name: z.string() })
export type Place = z.output<typeof place>

export const listPlaces = endpoint({
  method: 'GET',
  path: '/places',
  who: 'anyone',
  summary: 'Countries by ISO 3166 code, and the regions of one of them (none listed: free text).',
  input: z.object({ country: z.optional(text()), lang: z.optional(z.enum(languages)) }),
  reply: z.object({ countries: z.array(place), regions: z.array(place) }),
})

export interface RegistryRuleFields {
  customer_id: number
  co_host_id: number | null
  privacy: (typeof privacyLevels)[number]
  closing_day: Day | null
}

export type Visitor = { id: number } | null
type Hosted = Pick<RegistryRuleFields, 'customer_id' | 'co_host_id'>

/** Whether the visitor created the registry (owner and co-host, R218). */
export function isOwner(registry: Pick<RegistryRuleFields, 'customer_id'>, visitor: Visitor): boolean {
  return visitor !== null && visitor.id === registry.customer_id
}

/** Owner and co-host may change settings, gifts and guests, and read who gave what (R218). */
export function canEdit(registry: Hosted, visitor: Visitor): boolean {
  return isOwner(registry, visitor) || (visitor !== null && visitor.id === registry.co_host_id)
}

/** Only the owner may take money out, delete the registry and name a co-host (R218). */
export const canOwn: (registry: Pick<RegistryRuleFields, 'customer_id'>, visitor: Visitor) => boolean =
  isOwner

/** Anybody who has the address may see a public or shareable registry, only its hosts a private one (R208). */
export function canView(registry: Hosted & Pick<RegistryRuleFields, 'privacy'>, visitor: Visitor): boolean {
  return registry.privacy !== 'private' || canEdit(registry, visitor)
}

/** Search engines may show a public registry if its hosts agreed (R211). */
export function isIndexable(
  registry: Pick<RegistryRuleFields, 'privacy'> & { search_engines: boolean },
): boolean {
  return registry.privacy === 'public' && registry.search_engines
}

/** Open until the closing day ends in Athens; without one it stays open (open, closing, closed: R214). */
export function isRegistryOpen(registry: Pick<RegistryRuleFields, 'closing_day'>, today: Day): boolean {
  return registry.closing_day === null || today <= registry.closing_day
}

/** In the last 14 days hosts read that the registry closes soon (R214). */
const closingSoonDays = 14

/** `closing` is open, but in its last days (R214). */
export function registryState(
  registry: Pick<RegistryRuleFields, 'closing_day'>,
  today: Day,
): 'open' | 'closing' | 'closed' {
  if (!isRegistryOpen(registry, today)) return 'closed'
  const { closing_day } = registry
  return closing_day !== null && daysBetween(today, closing_day) <= closingSoonDays ? 'closing' : 'open'
}

/** A registry closes 30 days after the event unless the host names another closing day (R213). */
const defaultClosingDays = 30
export const maxDaysUntilEvent = 5 * 365
const maxDaysOpenAfterEvent = 365

/** The chosen closing day, else 30 days after the event, else none (R213). */
export function effectiveClosingDay(event: Day | null, chosen: Day | null): Day | null {
  if (chosen !== null) return chosen
  return event && addDays(event, defaultClosingDays)
}

interface Dates {
  event: Day | null
  closing: Day | null
}

/** A sent closing day counts; if it was the default and none or the same was sent, it moves with the event (R213). */
export function closingDayAfterChange(
  before: Dates,
  event: Day | null,
  sent: Day | null | undefined,
): Day | null {
  const isUnchanged = sent === undefined || sent === before.closing
  const followedEvent = before.closing === effectiveClosingDay(before.event, null)
  if (isUnchanged && !followedEvent) return before.closing
  return effectiveClosingDay(event, isUnchanged ? null : sent)
}

/**
 * Field → message key for the rules on the event's date (R212) and the closing day (R213). A day that is unchanged
 * from `before` may be in the past, so that the texts of an old registry can be edited.
 */
export function findDateErrors(dates: Dates, today: Day, before: Dates = { event: null, closing: null }) {
  const { event, closing } = dates
  const errors: Record<string, string> = {}
  if (event && event !== before.event) {
    if (event < today) errors.registry_date = 'registry_date_past'
    else if (daysBetween(today, event) > maxDaysUntilEvent) errors.registry_date = 'registry_date_far'
  }
  if (!closing || (closing === before.closing && event === before.event)) return errors
  if (event && closing < event) errors.end_date = 'registry_closing_early'
  else if (closing === before.closing) return errors
  else if (closing < today) errors.end_date = 'registry_closing_past'
  else if (daysBetween(event ?? today, closing) > (event ? maxDaysOpenAfterEvent : maxDaysUntilEvent))
    errors.end_date = 'registry_closing_far'
  return errors
}

const dateErrorFields: Record<string, 'registry_date' | 'end_date'> = {
  registry_date_past: 'registry_date',
  registry_date_far: 'registry_date',
  registry_closing_early: 'end_date',
  registry_closing_past: 'end_date',
  registry_closing_far: 'end_date',
}

/** `findDateErrors` as checks of a draft's schema, for the browser. */
export function dateChecks(today: Day) {
  return Object.entries(dateErrorFields).map(([messageKey, field]) =>
    fieldsAgree<{ registry_date: Day | null; end_date: Day | null; date_undecided: boolean }>(
      draft => {
        const event = draft.date_undecided ? null : (draft.registry_date ?? null)
        return findDateErrors({ event, closing: draft.end_date ?? null }, today)[field] !== messageKey
      },
      messageKey,
      field,
    ),
  )
}

/** First names of the hosts: “Eleni & Giorgos”. */
export function hostNames(registry: { name: string; partner_name: string | null }): string {
  return registry.partner_name ? `${registry.name} & ${registry.partner_name}` : registry.name
}

/** The month in which the terms of use last changed; stored with each registry whose host accepts them (R203). */
export const currentTermsVersion = '2026-11'

/**
 * The Greek region of a postcode by its first two digits (src/data/greek-postcodes.json); undefined for other
 * countries and invalid postcodes. Mount Athos has 630 86.
 */
export function regionOfPostcode(country: string, postcode: string): string | undefined {
  const plain = postcode.replace(/\s/g, '')
  if (country !== 'GR' || !isGreekPostcode(plain)) return undefined
  if (plain === '63086') return 'GR-69'
  const start = plain.slice(0, 2)
  return Object.entries(postcodeStarts).find(([, starts]) => starts.split(' ').includes(start))?.[0]
}

const isGreekPostcode = (plain: string) => /^[1-8]\d{4}$/.test(plain)

/** Fills in the region of addresses in a form where none is chosen, by the postcode (R203). */
export function withRegionsOfPostcodes(values: Record<string, string>): Record<string, string> {
  const filled = { ...values }
  for (const name of ['home_address', 'shipping_address']) {
    const read = (part: string) => values[`${name}[${part}]`] ?? ''
    const region = read('region') || regionOfPostcode(read('country'), read('postcode'))
    if (region) filled[`${name}[region]`] = region
  }
  return filled
}

/** Whether a postcode looks unusual for Greece, Cyprus or the region: only a hint, never an error (R226). */
export function isUnusualPostcode(country: string, postcode: string, region = ''): boolean {
  const plain = postcode.replace(/\s/g, '')
  if (country === 'GR' && isGreekPostcode(plain) && region.startsWith('GR-'))
    return regionOfPostcode(country, plain) !== region
  if (country === 'GR') return !isGreekPostcode(plain)
  return country === 'CY' && !/^\d{4}$/.test(plain)
}

/** Whether a phone number looks unusual for Greece or Cyprus: only a hint, never an error (R226). */
export function isUnusualPhone(country: string, phone: string): boolean {
  const plain = phone.replace(/[\s\-().]/g, '')
  if (country === 'GR') return !/^(?:(?:\+|00)30)?(?:2\d{9}|69\d{8})$/.test(plain) && !isForeign(plain, '30')
  return country === 'CY' && !/^(?:(?:\+|00)357)?\d{8}$/.test(plain) && !isForeign(plain, '357')
}

function isForeign(phone: string, homePrefix: string): boolean {
  return /^(?:\+|00)\d{8,15}$/.test(phone) && !phone.replace(/^(?:\+|00)/, '').startsWith(homePrefix)
}

/** The change of the moment since when the hosts wish to be called ("We Connect", R223); empty if the wish is unchanged. */
export function callWishAfter(
  wanted: boolean | undefined,
  former: boolean,
  now: Date,
): { we_connect_at?: Date | null } {
  if (wanted === undefined || wanted === former) return {}
  return { we_connect_at: wanted ? now : null }
}
