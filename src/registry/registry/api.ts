import { randomBytes } from 'node:crypto'
import { AppError, orNotFound, throwFieldErrors } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { generateCode, toPageMeta } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { deleteRows } from '../../server/postgres/rows.ts'
import { addHistoryEntry } from '../history/data.ts'
import { placeIdOf } from '../place/rules.ts'
import { isSurpriseActive, isSurpriseFor } from '../surprise/rules.ts'
import {
  lockRegistryFor,
  readEventTypes,
  readRegistry,
  readRegistryWithCounts,
  registryFor,
} from './access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import * as eventTypes from './event-type-contract.ts'
import { type EventTypeRow, findEventTypeTexts } from './event-type-data.ts'
import { findEventTypeErrors, offeredTypes } from './event-type-rules.ts'
import * as places from './place-contract.ts'
import { countriesIn, findAddressErrors, normalizeAddress, regionsOfCountry } from './place-rules.ts'
import {
  canEdit,
  canView,
  currentTermsVersion,
  effectiveClosingDay,
  findDateErrors,
  hostNames,
  isIndexable,
  isOwner,
  isRegistryOpen,
} from './rules.ts'

export const calls: Handler[] = [
  handle(eventTypes.listEventTypes, listEventTypes),
  handle(eventTypes.showEventType, showEventType),
  handle(places.listPlaces, listPlaces),
  handle(contract.saveRegistry, createRegistry),
  handle(contract.findRegistry, showRegistry),
  handle(contract.getRegistryVisibility, getVisibility),
  handle(contract.listMyRegistries, listMyRegistries),
  handle(contract.deleteRegistry, deleteRegistry),
]

const registriesPerPage = 20
const maxCreatedPerHour = 30

async function listEventTypes(input: ParsedOf<typeof eventTypes.listEventTypes>, ctx: RequestContext) {
  const types = offeredTypes(await readEventTypes(ctx, input.lang), input.with)
  return types.map(type => ({ ...type, picture: eventPicturePath(type.slug) }))
}

async function showEventType({ slug, lang }: ParsedOf<typeof eventTypes.showEventType>, ctx: RequestContext) {
  const type = orNotFound(offeredTypes(await readEventTypes(ctx, lang)).find(one => one.slug === slug))
  return { ...type, ...orNotFound(await findEventTypeTexts(ctx.db, slug, lang ?? ctx.language)) }
}

async function listPlaces({ country, lang }: ParsedOf<typeof places.listPlaces>, ctx: RequestContext) {
  const language = lang ?? ctx.language
  return {
    countries: countriesIn(language),
    regions: country ? regionsOfCountry(country, language) : [],
  }
}

async function createRegistry(draft: contract.RegistryDraft, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const shipping = draft.same_as_home ? undefined : draft.shipping_address
  const event_day = draft.date_undecided ? null : draft.registry_date
  throwFieldErrors({
    ...findEventTypeErrors(draft.type, offeredTypes(await readEventTypes(ctx))),
    ...findDateErrors({ event: event_day, closing: draft.end_date }, dayInAthens(now)),
    ...findAddressErrors({ home_address: draft.home_address, shipping_address: shipping }),
  })
  const draft_key = draft.draft_key ?? null
  const existing = await data.findRegistryByDraftKey(db, customer.id, draft_key)
  if (existing) return { id: existing.code, registry_name: existing.registry_name }
  await ctx.rateLimit(`registry-save:${customer.id}`, maxCreatedPerHour, 3600)
  const home = normalizeAddress(draft.home_address)
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
    event_place_id: placeIdOf(draft.event_place),
    event_day,
    closing_day: effectiveClosingDay(event_day, draft.end_date),
    guest_count: draft.guest_count,
    privacy: draft.registry_status,
    search_engines: draft.registry_status === 'public' && draft.search_engines,
    we_connect: draft.we_connect,
    we_connect_at: draft.we_connect ? now : null,
    home_address: JSON.stringify(home),
    shipping_address: JSON.stringify(shipping ? normalizeAddress(shipping) : home),
    terms_version: currentTermsVersion,
    terms_at: now,
    created_at: now,
    draft_key,
  }
  return db.transaction().execute(async tx => {
    const { registry, isNew } = await data.insertRegistry(tx, values, () => generateCode(randomBytes))
    const { id, code, registry_name } = registry
    if (!isNew) return { id: code, registry_name }
    await addHistoryEntry(tx, { registryId: id, customerId: customer.id, what: 'created', at: now })
    await ctx.enqueueEmail(tx, {
      cause: `registry-created:${code}`,
      template: 'registry-created',
      language: customer.language,
      to: customer.email,
      props: { id: code, registry_name },
    })
    return { id: code, registry_name }
  })
}

async function showRegistry({ id }: { id: string }, ctx: RequestContext) {
  const found = await readRegistryWithCounts(ctx, id)
  if (!found || !canView(found.registry, ctx.customer)) return []
  return [toRegistryView(found.registry, await readEventTypes(ctx), found.part, ctx)]
}

async function getVisibility({ id }: { id: string }, ctx: RequestContext) {
  const registry = await readRegistry(ctx, id)
  if (!registry) return { standing: 'missing' as const }
  return { standing: canView(registry, ctx.customer) ? ('shown' as const) : ('private' as const) }
}

async function listMyRegistries({ page }: { page: number }, ctx: CustomerContext) {
  const { db, customer } = ctx
  const total = await data.countRegistriesOfHost(db, customer.id)
  const registries = await data.findRegistriesOfHost(db, customer.id, page, registriesPerPage)
  return { data: await toRegistryViews(registries, ctx), meta: toPageMeta(page, registriesPerPage, total) }
}

async function toRegistryViews(
  registries: data.RegistryRow[],
  ctx: RequestContext,
): Promise<contract.RegistryView[]> {
  const types = await readEventTypes(ctx)
  const ids = registries.map(({ id }) => id)
  const counts = await data.countGiftsAndGivers(ctx.db, ids)
  return registries.map(registry => toRegistryView(registry, types, counts.get(registry.id) ?? noGifts, ctx))
}

const noGifts: data.RegistryCounts = { items: 0, items_there: 0, gifts_given: 0, gift_cards: 0, givers: 0 }

function toRegistryView(
  registry: data.RegistryRow,
  types: EventTypeRow[],
  { items_there, ...counts }: data.RegistryCounts,
  { customer, now }: RequestContext,
): contract.RegistryView {
  const type = orNotFound(types.find(({ slug }) => slug === registry.event_type))
  const picture = eventPicturePath(type.slug)
  const isSurprise = isSurpriseFor(registry, customer, dayInAthens(now))
  return {
    id: registry.code,
    slug: registry.slug,
    registry_name: registry.registry_name,
    registry_date: registry.event_day,
    end_date: registry.closing_day,
    registry_status: registry.privacy,
    search_engines: isIndexable(registry),
    customer_id: registry.customer_id,
    name: type.name,
    type_info: type,
    hosts: hostNames(registry),
    message: registry.message,
    greeting: registry.greeting,
    event_place: registry.event_place,
    thumbnail: registry.thumbnail ? paths.image(registry.thumbnail) : picture,
    full_thumbnail: registry.full_picture ? paths.image(registry.full_picture) : picture,
    portrait: registry.photo && paths.image(registry.photo),
    open: isRegistryOpen(registry, dayInAthens(now)),
    is_owner: isOwner(registry, customer),
    is_host: canEdit(registry, customer),
    secret: isSurprise,
    reveal_day: isSurprise ? registry.reveal_day : null,
    ...counts,
    ...(isSurprise && { items: items_there, gifts_given: 0, givers: 0 }),
    version: isSurprise ? 0 : registry.version,
  }
}

/** The stable address of an event type's picture; its file's own name changes. */
function eventPicturePath(slug: string): string {
  return `/pictures/${slug}`
}

async function deleteRegistry({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry_id, 'own')
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'own')
    // Refused whether or not something was given: a refusal for the money alone would tell (R222).
    if (isSurpriseActive(registry, dayInAthens(ctx.now))) throw new AppError('registry_is_secret', 409)
    if (await data.hasUnsettledMoney(tx, id, ctx.now)) throw new AppError('registry_has_money', 409)
    await data.updateRegistryRow(tx, id, { removed_at: ctx.now, draft_key: null })
    await deleteRows(tx, 'slug', { registry_id: id })
    await ctx.recordSecurityEvent({ kind: 'registry_hidden', registryId: id, about: 'private' }, tx)
    await ctx.registryChanged(tx, id)
  })
  return {}
}
