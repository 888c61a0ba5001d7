import { orNotFound } from '../../base/app-error.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { paths } from '../../base/paths.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { addHistoryEntry, type HistoryEvent } from '../history/data.ts'
import { processPhoto, savePhotoVersions } from '../photo/service.ts'
import {
  findAddressErrors,
  findEventTypeErrors,
  normalizeAddress,
  registryForHost,
  rejectFieldErrors,
} from '../registry/access.ts'
import * as data from '../registry/data.ts'
import { closingDayAfterChange, findDateErrors } from '../registry/rules.ts'
import * as contract from './contract.ts'
import { assignSlug, findTakenSlugs } from './slug-data.ts'
import { findSlugError, suggestSlugs } from './slug-rules.ts'

/** Addresses tried by one host while typing, and addresses taken by one registry. */
const slugsLookedAtPerHour = 600
const slugsTakenPerDay = 20
const picturesPerHour = 40

export const calls: Handler[] = [
  handle(contract.showRegistrySettings, showSettings),
  handle(contract.checkSlug, lookAtSlug),
  handle(contract.updateRegistry, changeSettings),
  handle(contract.changeSearchable, hideOrShow),
]

async function showSettings(
  { id }: { id: string },
  ctx: CustomerContext,
): Promise<contract.RegistrySettings> {
  const registry = await registryForHost(id, ctx)
  return {
    ...registry,
    id: registry.code,
    picture: registry.photo && paths.image(registry.photo),
    type: registry.event_type,
    registry_date: registry.event_day,
    end_date: registry.closing_day,
    registry_status: registry.privacy,
  }
}

async function lookAtSlug({ id, slug }: ParsedOf<typeof contract.checkSlug>, ctx: CustomerContext) {
  const { db, customer } = ctx
  const registry = await registryForHost(id, ctx)
  await ctx.rateLimit(`slug-check:${customer.id}`, slugsLookedAtPerHour, 3600)
  const asked = slug?.toLowerCase()
  const ideas = suggestSlugs(registry)
  const wrong = asked === undefined ? null : findSlugError(asked)
  const taken = await findTakenSlugs(db, [...ideas, ...(asked && !wrong ? [asked] : [])], registry.id)
  const reason = wrong ?? (asked && taken.has(asked) ? 'hosting_slug_taken' : null)
  return {
    slug: asked ?? null,
    available: asked !== undefined && reason === null,
    reason,
    offers: ideas.filter(idea => !taken.has(idea) && idea !== registry.slug).slice(0, 3),
  }
}

async function changeSettings(change: contract.RegistrySettingsChange, ctx: CustomerContext) {
  const registry = await registryForHost(change.id, ctx)
  const days = daysAfter(change, registry)
  const shipping = change.same_as_home ? change.home_address : change.shipping_address
  const before = { event: registry.event_day, closing: registry.closing_day }
  rejectFieldErrors({
    ...(await findEventTypeErrors(change, ctx)),
    ...findDateErrors(days, dayInAthens(ctx.now), before),
    ...findAddressErrors({ ...change, shipping_address: change.same_as_home ? undefined : shipping }),
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
    home_address: change.home_address && JSON.stringify(normalizeAddress(change.home_address)),
    shipping_address: shipping && JSON.stringify(normalizeAddress(shipping)),
  }
  const pictures = await picturesOf(change, ctx)
  const slug = orNone(change.slug)
  const isNewSlug = slug !== undefined && slug !== registry.slug
  if (isNewSlug) await ctx.rateLimit(`slug:${registry.id}`, slugsTakenPerDay, 86_400)
  await ctx.db.transaction().execute(async tx => {
    orNotFound(await data.lockRegistry(tx, registry.id))
    if (isNewSlug && !(await assignSlug(tx, registry.id, slug)))
      rejectFieldErrors({ slug: 'hosting_slug_taken' })
    const shown = pictures ? await savePhotoVersions(tx, pictures, ctx) : noPicture(change)
    await data.updateRegistryRow(tx, registry.id, { ...values, ...shown })
    for (const what of changedParts(change)) await note(tx, registry.id, what, ctx)
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}

/** The pictures made of the one that was sent, if one was. Throws what `readPicture` throws. */
async function picturesOf(
  { picture, crop }: contract.RegistrySettingsChange,
  { rateLimit, customer }: CustomerContext,
) {
  if (!picture) return null
  await rateLimit(`picture:${customer.id}`, picturesPerHour, 3600)
  return processPhoto(picture, crop ?? null)
}

function noPicture({ remove_picture }: contract.RegistrySettingsChange) {
  return remove_picture ? { thumbnail: null, photo: null, full_picture: null } : {}
}

/** The days that will stand: a closing day that followed the event follows it on, unless the host names another. */
function daysAfter(change: contract.RegistrySettingsChange, registry: data.RegistryRow) {
  const before = { event: registry.event_day, closing: registry.closing_day }
  const event: Day | null = change.registry_date === undefined ? before.event : change.registry_date
  return { event, closing: closingDayAfterChange(before, event, change.end_date) }
}

/** An emptied text is none; one that was not sent stays undefined, which changes nothing. */
function orNone(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

/** Which parts of the settings a change is about, as the history calls them. */
function changedParts(change: contract.RegistrySettingsChange): HistoryEvent[] {
  const { id: _, slug, registry_status, home_address, shipping_address, same_as_home, ...more } = change
  const { picture, crop, remove_picture, ...details } = more
  const sent = (...values: unknown[]) => values.some(value => value !== undefined)
  const parts: [HistoryEvent, boolean][] = [
    ['details', sent(...Object.values(details))],
    ['privacy', sent(registry_status)],
    ['picture', sent(picture, remove_picture)],
    ['url', sent(slug)],
    ['address', sent(home_address, shipping_address, same_as_home)],
  ]
  return parts.filter(([, is]) => is).map(([what]) => what)
}

function note(
  tx: CustomerContext['db'],
  registryId: number,
  what: HistoryEvent,
  { customer, now }: CustomerContext,
) {
  return addHistoryEntry(tx, { registryId, customerId: customer.id, what, at: now })
}

async function hideOrShow(
  { id, searchable }: ParsedOf<typeof contract.changeSearchable>,
  ctx: CustomerContext,
) {
  const registry = await registryForHost(id, ctx)
  if (registry.searchable === searchable) return {}
  await ctx.db.transaction().execute(async tx => {
    await data.updateRegistryRow(tx, registry.id, { searchable })
    await note(tx, registry.id, 'searchable', ctx)
    await ctx.registryChanged(tx, registry.id)
  })
  return {}
}
