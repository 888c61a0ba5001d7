import { randomBytes } from 'node:crypto'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { codeFrom, metaOf } from '../base/fields.ts'
import { paths } from '../base/paths.ts'
import { found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import * as said from './contract.ts'
import * as data from './data.ts'
import { noteChange } from './history-data.ts'
import { keptAddress, ownRegistry, refuseFields, wrongPlaces, wrongType } from './hosting.ts'
import * as places from './places.ts'
import { canView, closingDay, hostsOf, isOpen, isOwner, mayEdit, termsVersion, wrongDates } from './rules.ts'
import { dropSlugs } from './slug-data.ts'
import { isSecret, isSecretTo } from './surprise-rules.ts'

export const calls: Served[] = [
  serve(said.registryTypes, listTypes),
  serve(said.addressPlaces, listPlaces),
  serve(said.saveRegistry, createRegistry),
  serve(said.findRegistry, showRegistry),
  serve(said.standingOf, tellStanding),
  serve(said.myRegistries, listMine),
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
  const shipping = draft.same_as_home ? undefined : draft.shipping_address
  const event_day = draft.date_undecided ? null : draft.registry_date
  refuseFields({
    ...(await wrongType(draft, visit)),
    ...wrongDates({ event: event_day, closing: draft.end_date }, dayInAthens(now)),
    ...wrongPlaces({ home_address: draft.home_address, shipping_address: shipping }),
  })
  const draft_key = draft.draft_key ?? null
  const before = await data.registryOfDraft(db, customer.id, draft_key)
  if (before) return { id: before.code, registry_name: before.registry_name }
  await visit.limit(`registry-save:${customer.id}`, createdPerHour, 3600)
  const home = keptAddress(draft.home_address)
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
    home_address: JSON.stringify(home),
    shipping_address: JSON.stringify(shipping ? keptAddress(shipping) : home),
    terms_version: termsVersion,
    terms_at: now,
    created_at: now,
    draft_key,
  }
  return db.transaction().execute(async tx => {
    const { registry, isNew } = await data.insertRegistry(tx, values, () => codeFrom(randomBytes))
    if (!isNew) return { id: registry.code, registry_name: registry.registry_name }
    await noteChange(tx, { registryId: registry.id, customerId: customer.id, what: 'created', at: now })
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

const noGifts: data.Counts = { items: 0, items_there: 0, gifts_given: 0, givers: 0 }

function viewOf(
  registry: data.RegistryRow,
  type: { slug: string; name: string; picture: string },
  { items_there, ...counts }: data.Counts,
  { customer, now }: Visit,
): said.RegistryView {
  const picture = pictureOf(type.picture)
  const secret = isSecretTo(registry, customer, dayInAthens(now))
  return {
    id: registry.code,
    slug: registry.slug,
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
    thumbnail: registry.thumbnail ? paths.image(registry.thumbnail) : picture,
    full_thumbnail: registry.full_picture ? paths.image(registry.full_picture) : picture,
    portrait: registry.portrait && paths.image(registry.portrait),
    open: isOpen(registry, dayInAthens(now)),
    is_owner: isOwner(registry, customer),
    is_host: mayEdit(registry, customer),
    secret,
    reveal_day: secret ? registry.reveal_day : null,
    ...(secret ? { items: items_there, gifts_given: 0, givers: 0 } : counts),
    version: secret ? 0 : registry.version,
  }
}

/** Where the picture of an event type is served. */
function pictureOf(name: string): string {
  return `/pictures/${name}`
}

async function removeRegistry({ registry_id }: { registry_id: string }, visit: CustomerVisit) {
  const { id } = await ownRegistry(registry_id, visit)
  await visit.db.transaction().execute(async tx => {
    const registry = found(await data.lockRegistry(tx, id))
    // A refusal for the money alone would tell that there is some.
    if (isSecret(registry, dayInAthens(visit.now))) throw new Refusal('registry_is_secret', 409)
    if (await data.hasMoney(tx, id, visit.now)) throw new Refusal('registry_has_money', 409)
    await data.changeRegistry(tx, id, { removed_at: visit.now, draft_key: null })
    await dropSlugs(tx, id)
    await visit.changed(tx, id)
  })
  return {}
}
