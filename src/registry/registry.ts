import { randomBytes } from 'node:crypto'
import { AppError, authorize, orNotFound, throwFieldErrors } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { generateCode, toPageMeta } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import {
  type CustomerContext,
  oncePerRequest,
  type RequestContext,
} from '../server/context/request-context.ts'
import { deleteRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import {
  countriesIn,
  findAddressErrors,
  normalizeAddress,
  placeIdOf,
  regionsOfCountry,
} from './address.rules.ts'
import { findEventTypeErrors, offeredTypes } from './event-type.rules.ts'
import { type EventTypeRow, eventPicturePath, readEventTypes } from './event-type.ts'
import { addToHistory } from './history.sql.ts'
import { countsAndPhotosOf, toPhotoViews } from './photos/photos.sql.ts'
import * as contract from './registry.contract.ts'
import * as places from './registry.rules.ts'
import {
  canEdit,
  canOwn,
  canView,
  currentTermsVersion,
  effectiveClosingDay,
  findDateErrors,
  hostNames,
  isIndexable,
  isOwner,
  isRegistryOpen,
} from './registry.rules.ts'
import * as data from './registry.sql.ts'
import { findAtAddress } from './slug.ts'
import { isSurpriseActive, isSurpriseFor } from './surprise.rules.ts'

export const calls: Handler[] = [
  handle(places.listPlaces, listPlaces),
  handle(contract.saveRegistry, createRegistry),
  handle(contract.findRegistry, showRegistry),
  handle(contract.getRegistryVisibility, getVisibility),
  handle(contract.listMyRegistries, listMyRegistries),
  handle(contract.deleteRegistry, deleteRegistry),
]

const registriesPerPage = 20
const maxCreatedPerHour = 30

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
    await addToHistory(tx, id, 'created', ctx)
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
  const { counts, photos } = found.part
  const view = toRegistryView(found.registry, await readEventTypes(ctx), counts, ctx)
  return [{ ...view, photos: toPhotoViews(photos, view) }]
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
  const types = await readEventTypes(ctx)
  const ids = registries.map(({ id }) => id)
  const counts = await data.countGiftsAndGivers(db, ids)
  return {
    data: registries.map(row => toRegistryView(row, types, counts.get(row.id) ?? noGifts, ctx)),
    meta: toPageMeta(page, registriesPerPage, total),
  }
}

const noGifts: data.RegistryCounts = { items: 0, items_there: 0, gifts_given: 0, gift_cards: 0, givers: 0 }

function toRegistryView(
  registry: data.RegistryRow,
  types: EventTypeRow[],
  { items_there, ...counts }: data.RegistryCounts,
  { customer, now, language }: RequestContext,
): contract.RegistryView {
  const type = orNotFound(types.find(({ slug }) => slug === registry.event_type))
  const picture = eventPicturePath(type.slug)
  const isSurprise = isSurpriseFor(registry, customer, dayInAthens(now))
  const isOpen = isRegistryOpen(registry, dayInAthens(now))
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
    type_info: registry.cover ? { ...type, illustration: registry.cover } : type,
    hosts: hostNames(registry),
    message: registry.message,
    greeting: letterIn(language, registry),
    family_line: registry.family_line,
    afterword: isOpen ? null : registry.afterword,
    event_place: registry.event_place,
    event_sequence: registry.event_sequence,
    thumbnail: registry.thumbnail ? paths.image(registry.thumbnail) : picture,
    full_thumbnail: registry.full_picture ? paths.image(registry.full_picture) : picture,
    portrait: registry.photo && paths.image(registry.photo),
    open: isOpen,
    is_owner: isOwner(registry, customer),
    is_host: canEdit(registry, customer),
    secret: isSurprise,
    reveal_day: isSurprise ? registry.reveal_day : null,
    ...counts,
    ...(isSurprise && { items: items_there, gifts_given: 0, givers: 0 }),
    version: isSurprise ? 0 : registry.version,
  }
}

/** The hosts' letter, in the other language if they wrote only that one. */
function letterIn(language: Language, { greeting, english_greeting }: data.RegistryRow): string | null {
  return (language === 'en' ? english_greeting : null) ?? greeting ?? english_greeting
}

async function deleteRegistry({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry_id, 'own')
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'own')
    // Refused whether or not something was given, because a refusal for money only would reveal it (R222).
    if (isSurpriseActive(registry, dayInAthens(ctx.now))) throw new AppError('registry_is_secret', 409)
    if (await data.hasUnsettledMoney(tx, id, ctx.now)) throw new AppError('registry_has_money', 409)
    await data.updateRegistryRow(tx, id, { removed_at: ctx.now, draft_key: null })
    await deleteRows(tx, 'slug', { registry_id: id })
    await ctx.recordSecurityEvent({ kind: 'registry_hidden', registryId: id, about: 'private' }, tx)
    await ctx.emit('registryRemoved', tx, { registryId: id })
    await ctx.registryChanged(tx, id)
  })
  return {}
}

/** `view`: see it; `edit`: change it as owner or co-host; `own`: what only the owner may do (R218). */
type RegistryAccess = 'view' | 'edit' | 'own'

/** For a registry that is found by its address, which counts guessed addresses (R1205). */
type VisitContext = Pick<RequestContext, 'db' | 'cache' | 'customer' | 'spendPoints'>

/**
 * The registry at an address (its code in any spelling, or a slug), if the visitor has that access (privacy R208,
 * owner and co-host R218). Not for writing: a transaction uses the row that it has locked. Throws `refused_missing`
 * 404 otherwise, and `registry_owner_only` 403 for a co-host who asks for `own`.
 */
export async function registryFor(
  ctx: VisitContext,
  address: string,
  access: RegistryAccess,
): Promise<data.RegistryRow> {
  return authorizeFor(ctx, orNotFound(await readRegistry(ctx, address)), access)
}

/** Like `registryFor`, by the registry's id. */
export async function registryByIdFor(
  ctx: Omit<VisitContext, 'spendPoints'>,
  id: number,
  access: RegistryAccess,
): Promise<data.RegistryRow> {
  const read = () => data.findRegistryById(ctx.db, id)
  return authorizeFor(ctx, orNotFound(await oncePerRequest(ctx, `registry-id:${id}`, read)), access)
}

/** Like `registryFor`, by id and locked until the transaction ends. */
export async function lockRegistryFor(
  tx: Db,
  ctx: Pick<RequestContext, 'customer'>,
  id: number,
  access: RegistryAccess,
): Promise<data.RegistryRow> {
  return authorizeFor(ctx, orNotFound(await data.lockRegistry(tx, id)), access)
}

/** The registry at an address without a check of access; undefined without one. Read once a request. */
export function readRegistry(ctx: VisitContext, address: string): Promise<data.RegistryRow | undefined> {
  const find = () => data.findRegistryByCodeOrSlug(ctx.db, address)
  return oncePerRequest(ctx, `registry:${address}`, () => findAtAddress(ctx, address, find, row => row))
}

/**
 * Like `readRegistry`, with a part of the registry in the same query; in a second query if the request has read the
 * registry before. Doesn't check access, so the caller decides what to show.
 */
async function readRegistryWith<T>(
  ctx: VisitContext,
  address: string,
  part: data.PartOfRegistry<T>,
): Promise<{ registry: data.RegistryRow; part: T } | undefined> {
  const key = `registry:${address}`
  if (ctx.cache.has(key)) {
    const registry = await readRegistry(ctx, address)
    return registry && { registry, part: await data.findPartOfRegistry(ctx.db, registry.id, part) }
  }
  const find = () => data.findRegistryWith(ctx.db, address, part)
  const reading = findAtAddress(ctx, address, find, found => found.registry)
  const readingRow = reading.then(found => found?.registry)
  // A failure reaches the caller through `reading`; this keeps the cached promise from being an unhandled rejection.
  readingRow.catch(() => {})
  ctx.cache.set(key, readingRow)
  return reading
}

/** Like `readRegistry`, with counts and photographs; read once a request. */
export function readRegistryWithCounts(ctx: VisitContext, address: string) {
  return oncePerRequest(ctx, `registry-counts:${address}`, () =>
    readRegistryWith(ctx, address, countsAndPhotosOf),
  )
}

/** Like `registryFor` with `view`, with a part of the registry in the same query. Throws `refused_missing` 404. */
export async function registryToViewWith<T>(
  ctx: VisitContext,
  address: string,
  part: data.PartOfRegistry<T>,
): Promise<{ registry: data.RegistryRow; part: T }> {
  const found = orNotFound(await readRegistryWith(ctx, address, part))
  return { registry: authorizeFor(ctx, found.registry, 'view'), part: found.part }
}

function authorizeFor(
  { customer }: Pick<RequestContext, 'customer'>,
  registry: data.RegistryRow,
  access: RegistryAccess,
): data.RegistryRow {
  if (access === 'view') authorize(canView(registry, customer))
  else authorize(canEdit(registry, customer))
  if (access === 'own') authorize(canOwn(registry, customer), 'registry_owner_only', 403)
  return registry
}
