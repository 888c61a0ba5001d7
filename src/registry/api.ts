import { randomBytes } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { codeFrom, metaOf } from '../base/fields.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import * as places from './places.ts'
import { canView, closingDay, hostsOf, isOpen, isOwner, termsVersion, wrongDates } from './rules.ts'

export const calls: Served[] = [
  serve(said.registryTypes, listTypes),
  serve(said.addressPlaces, listPlaces),
  serve(said.saveRegistry, createRegistry),
  serve(said.findRegistry, showRegistry),
  serve(said.standingOf, tellStanding),
  serve(said.myRegistries, listMine),
  serve(said.updateRegistry, changeWords),
  serve(said.changeSearchable, hideOrShow),
  serve(said.deleteRegistry, removeRegistry),
]

const registriesPerPage = 20
/** More than any host needs, less than a script would like. */
const createdPerHour = 30

async function listTypes({ lang }: ParsedOf<typeof said.registryTypes>, { db, language }: Visit) {
  const types = await data.eventTypes(db, lang ?? language)
  return types.map(type => ({ ...type, picture: pictureOf(type.picture) }))
}

async function listPlaces({ country, lang }: ParsedOf<typeof said.addressPlaces>, visit: Visit) {
  const language = lang ?? visit.language
  return {
    countries: places.countries(language),
    regions: country ? places.regions(country, language) : [],
  }
}

async function createRegistry(draft: said.RegistryDraft, visit: CustomerVisit) {
  const { db, customer, now } = visit
  await refuseWrong(draft, visit)
  await visit.limit(`registry-save:${customer.id}`, createdPerHour, 3600)
  const home = draft.home_address
  const event_day = draft.date_undecided ? null : draft.registry_date
  const values = {
    customer_id: customer.id,
    event_type: draft.type,
    name: draft.name,
    surname: draft.surname,
    partner_name: draft.partner_name ?? null,
    partner_surname: draft.partner_surname ?? null,
    registry_name: draft.registry_name,
    message: draft.message ?? null,
    greeting: draft.greeting ?? null,
    event_place: draft.event_place ?? null,
    event_day,
    closing_day: closingDay(event_day, draft.end_date),
    guest_count: draft.guest_count,
    privacy: draft.registry_status,
    we_connect: draft.we_connect,
    home_address: JSON.stringify(kept(home)),
    shipping_address: JSON.stringify(kept(draft.same_as_home ? home : (draft.shipping_address ?? home))),
    terms_version: termsVersion,
    terms_at: now,
    created_at: now,
  }
  return db.transaction().execute(async tx => {
    const registry = await data.insertRegistry(tx, values, () => codeFrom(randomBytes))
    await visit.post(tx, {
      cause: `registry-created:${registry.code}`,
      template: 'registry-created',
      language: customer.language,
      to: customer.email,
      props: { id: registry.code, registry_name: registry.registry_name },
    })
    return { id: registry.code, registry_name: registry.registry_name }
  })
}

/** What the contract can't know: the event types there are, the places there are, and today. */
async function refuseWrong(draft: said.RegistryDraft, { db, now, language }: Visit): Promise<void> {
  const fields: Record<string, string> = {}
  const types = await data.eventTypes(db, language)
  if (!types.some(type => type.slug === draft.type)) fields.type = 'type_required'
  const dates = { event: draft.date_undecided ? null : draft.registry_date, closing: draft.end_date }
  Object.assign(fields, wrongDates(dates, dayInAthens(now)))
  for (const name of ['home_address', 'shipping_address'] as const) {
    const address = name === 'shipping_address' && draft.same_as_home ? undefined : draft[name]
    if (!address) continue
    if (!places.isCountry(address.country)) fields[`${name}.country`] = 'country_required'
    else if (!places.isRegion(address.country, address.region)) fields[`${name}.region`] = 'region_required'
  }
  refuseFields(fields)
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Refusal('refused_fields', 422, { fields })
}

/** An address as it is kept: a phone that is one, in E.164; any other as the host wrote it. */
function kept(address: said.AddressInput): said.AddressInput {
  const country = address.country as Parameters<typeof parsePhoneNumberFromString>[1]
  const phone = parsePhoneNumberFromString(address.phone, country)
  return { ...address, phone: phone?.isValid() ? phone.number : address.phone }
}

async function showRegistry({ id }: { id: string }, visit: Visit) {
  const registry = await data.registryByAddress(visit.db, id)
  if (!registry || !canView(registry, visit.customer)) return []
  return viewsOf([registry], visit)
}

async function tellStanding({ id }: { id: string }, { db, customer }: Visit) {
  const registry = await data.registryByAddress(db, id)
  if (!registry) return { standing: 'missing' as const }
  return { standing: canView(registry, customer) ? ('shown' as const) : ('private' as const) }
}

async function listMine({ page }: { page: number }, visit: CustomerVisit) {
  const { db, customer } = visit
  const total = await data.countRegistriesOf(db, customer.id)
  const registries = await data.registriesOf(db, customer.id, page, registriesPerPage)
  return { data: await viewsOf(registries, visit), meta: metaOf(page, registriesPerPage, total) }
}

async function viewsOf(registries: data.RegistryRow[], visit: Visit): Promise<said.RegistryView[]> {
  const { db, language } = visit
  const types = await data.eventTypes(db, language)
  const counts = await data.registryCounts(
    db,
    registries.map(registry => registry.id),
  )
  return registries.map(registry => {
    const type = found(types.find(one => one.slug === registry.event_type))
    return viewOf(registry, type, counts.get(registry.id) ?? noGifts, visit)
  })
}

const noGifts: data.Counts = { items: 0, gifts_given: 0, givers: 0 }

function viewOf(
  registry: data.RegistryRow,
  type: { slug: string; name: string; picture: string },
  counts: data.Counts,
  { customer, now }: Visit,
): said.RegistryView {
  const picture = pictureOf(type.picture)
  return {
    id: registry.code,
    slug: null,
    registry_name: registry.registry_name,
    registry_date: registry.event_day,
    end_date: registry.closing_day,
    registry_status: registry.privacy,
    customer_id: registry.customer_id,
    name: type.name,
    type_info: { slug: type.slug, name: type.name },
    hosts: hostsOf(registry),
    message: registry.message,
    greeting: registry.greeting,
    event_place: registry.event_place,
    thumbnail: picture,
    full_thumbnail: picture,
    open: isOpen(registry, dayInAthens(now)),
    is_owner: isOwner(registry, customer),
    ...counts,
    version: registry.version,
  }
}

/** Where the picture of an event type is served. */
function pictureOf(name: string): string {
  return `/pictures/${name}`
}

async function changeWords(change: ParsedOf<typeof said.updateRegistry>, visit: CustomerVisit) {
  const registry = await ownRegistry(change.id, visit)
  const before = { event: registry.event_day, closing: registry.closing_day }
  const event = change.registry_date === undefined ? before.event : change.registry_date
  const chosen = change.end_date === undefined ? before.closing : change.end_date
  const closing = closingDay(event, chosen)
  refuseFields(wrongDates({ event, closing }, dayInAthens(visit.now), before))
  await visit.db.transaction().execute(async tx => {
    await data.changeRegistry(tx, registry.id, {
      registry_name: change.registry_name,
      message: orNone(change.message),
      greeting: orNone(change.greeting),
      event_place: orNone(change.event_place),
      event_day: event,
      closing_day: closing,
      privacy: change.registry_status,
    })
    await visit.changed(tx, registry.id)
  })
  return {}
}

/** An emptied text is none; one that was not sent stays undefined, which changes nothing. */
function orNone(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

async function hideOrShow({ id, searchable }: { id: string; searchable: boolean }, visit: CustomerVisit) {
  const registry = await ownRegistry(id, visit)
  await visit.db.transaction().execute(async tx => {
    await data.changeRegistry(tx, registry.id, { searchable })
    await visit.changed(tx, registry.id)
  })
  return {}
}

async function removeRegistry({ registry_id }: { registry_id: string }, visit: CustomerVisit) {
  const { id } = await ownRegistry(registry_id, visit)
  await visit.db.transaction().execute(async tx => {
    found(await data.lockRegistry(tx, id))
    if (await data.hasMoney(tx, id, visit.now)) throw new Refusal('registry_has_money', 409)
    await data.changeRegistry(tx, id, { removed_at: visit.now })
    await visit.changed(tx, id)
  })
  return {}
}

/** The caller's own registry; anyone else's is missing to him (product.md 2). */
async function ownRegistry(typed: string, { db, customer }: CustomerVisit): Promise<data.RegistryRow> {
  const registry = found(await data.registryByAddress(db, typed))
  allow(isOwner(registry, customer))
  return registry
}
