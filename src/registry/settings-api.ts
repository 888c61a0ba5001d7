import { type Day, dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { paths } from '../base/paths.ts'
import { found } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { CustomerVisit } from '../server/visit.ts'
import * as data from './data.ts'
import { type Changed, noteChange } from './history-data.ts'
import { hostRegistry, keptAddress, refuseFields, wrongPlaces, wrongType } from './hosting.ts'
import { keepPictures, readPicture } from './pictures.ts'
import { closingAfter, wrongDates } from './rules.ts'
import * as said from './settings-contract.ts'
import { takenSlugs, takeSlug } from './slug-data.ts'
import { slugsFor, wrongSlug } from './slug-rules.ts'

/** Addresses tried by one host while typing, and addresses taken by one registry. */
const slugsLookedAtPerHour = 600
const slugsTakenPerDay = 20
const picturesPerHour = 40

export const calls: Served[] = [
  serve(said.registrySettings, showSettings),
  serve(said.checkSlug, lookAtSlug),
  serve(said.updateRegistry, changeSettings),
  serve(said.changeSearchable, hideOrShow),
]

async function showSettings({ id }: { id: string }, visit: CustomerVisit): Promise<said.RegistrySettings> {
  const registry = await hostRegistry(id, visit)
  return {
    ...registry,
    id: registry.code,
    picture: registry.portrait && paths.image(registry.portrait),
    type: registry.event_type,
    registry_date: registry.event_day,
    end_date: registry.closing_day,
    registry_status: registry.privacy,
  }
}

async function lookAtSlug({ id, slug }: ParsedOf<typeof said.checkSlug>, visit: CustomerVisit) {
  const { db, customer } = visit
  const registry = await hostRegistry(id, visit)
  await visit.limit(`slug-check:${customer.id}`, slugsLookedAtPerHour, 3600)
  const asked = slug?.toLowerCase()
  const ideas = slugsFor(registry)
  const wrong = asked === undefined ? null : wrongSlug(asked)
  const taken = await takenSlugs(db, [...ideas, ...(asked && !wrong ? [asked] : [])], registry.id)
  const reason = wrong ?? (asked && taken.has(asked) ? 'hosting_slug_taken' : null)
  return {
    slug: asked ?? null,
    available: asked !== undefined && reason === null,
    reason,
    offers: ideas.filter(idea => !taken.has(idea) && idea !== registry.slug).slice(0, 3),
  }
}

async function changeSettings(change: said.RegistryChange, visit: CustomerVisit) {
  const registry = await hostRegistry(change.id, visit)
  const days = daysAfter(change, registry)
  const shipping = change.same_as_home ? change.home_address : change.shipping_address
  const before = { event: registry.event_day, closing: registry.closing_day }
  refuseFields({
    ...(await wrongType(change, visit)),
    ...wrongDates(days, dayInAthens(visit.now), before),
    ...wrongPlaces({ ...change, shipping_address: change.same_as_home ? undefined : shipping }),
  })
  const values = {
    event_type: change.type,
    name: change.name,
    surname: change.surname,
    partner_name: orNone(change.partner_name),
    partner_surname: orNone(change.partner_surname),
    registry_name: change.registry_name,
    message: orNone(change.message),
    greeting: orNone(change.greeting),
    event_place: orNone(change.event_place),
    event_day: days.event,
    closing_day: days.closing,
    guest_count: change.guest_count,
    privacy: change.registry_status,
    we_connect: change.we_connect,
    home_address: change.home_address && JSON.stringify(keptAddress(change.home_address)),
    shipping_address: shipping && JSON.stringify(keptAddress(shipping)),
  }
  const pictures = await picturesOf(change, visit)
  const slug = orNone(change.slug)
  const isNewSlug = slug !== undefined && slug !== registry.slug
  if (isNewSlug) await visit.limit(`slug:${registry.id}`, slugsTakenPerDay, 86_400)
  await visit.db.transaction().execute(async tx => {
    found(await data.lockRegistry(tx, registry.id))
    if (isNewSlug && !(await takeSlug(tx, registry.id, slug))) refuseFields({ slug: 'hosting_slug_taken' })
    const shown = pictures ? await keepPictures(tx, pictures, visit) : noPicture(change)
    await data.changeRegistry(tx, registry.id, { ...values, ...shown })
    for (const what of changedParts(change)) await note(tx, registry.id, what, visit)
    await visit.changed(tx, registry.id)
  })
  return {}
}

/** The pictures made of the one that was sent, if one was. Throws what `readPicture` throws. */
async function picturesOf({ picture, crop }: said.RegistryChange, { limit, customer }: CustomerVisit) {
  if (!picture) return null
  await limit(`picture:${customer.id}`, picturesPerHour, 3600)
  return readPicture(picture, crop ?? null)
}

function noPicture({ remove_picture }: said.RegistryChange) {
  return remove_picture ? { thumbnail: null, portrait: null, full_picture: null } : {}
}

/** The days that will stand: a closing day that followed the event follows it on, unless the host names another. */
function daysAfter(change: said.RegistryChange, registry: data.RegistryRow) {
  const before = { event: registry.event_day, closing: registry.closing_day }
  const event: Day | null = change.registry_date === undefined ? before.event : change.registry_date
  return { event, closing: closingAfter(before, event, change.end_date) }
}

/** An emptied text is none; one that was not sent stays undefined, which changes nothing. */
function orNone(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

/** Which parts of the settings a change is about, as the history calls them. */
function changedParts(change: said.RegistryChange): Changed[] {
  const { id: _, slug, registry_status, home_address, shipping_address, same_as_home, ...more } = change
  const { picture, crop, remove_picture, ...details } = more
  const sent = (...values: unknown[]) => values.some(value => value !== undefined)
  const parts: [Changed, boolean][] = [
    ['details', sent(...Object.values(details))],
    ['privacy', sent(registry_status)],
    ['picture', sent(picture, remove_picture)],
    ['url', sent(slug)],
    ['address', sent(home_address, shipping_address, same_as_home)],
  ]
  return parts.filter(([, is]) => is).map(([what]) => what)
}

function note(tx: CustomerVisit['db'], registryId: number, what: Changed, { customer, now }: CustomerVisit) {
  return noteChange(tx, { registryId, customerId: customer.id, what, at: now })
}

async function hideOrShow({ id, searchable }: ParsedOf<typeof said.changeSearchable>, visit: CustomerVisit) {
  const registry = await hostRegistry(id, visit)
  if (registry.searchable === searchable) return {}
  await visit.db.transaction().execute(async tx => {
    await data.changeRegistry(tx, registry.id, { searchable })
    await note(tx, registry.id, 'searchable', visit)
    await visit.changed(tx, registry.id)
  })
  return {}
}
