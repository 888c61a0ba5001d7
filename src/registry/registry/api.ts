import { randomBytes } from 'node:crypto'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { codeFrom, metaOf } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { addHistoryEntry } from '../history/data.ts'
import { deleteSlugs } from '../settings/slug-data.ts'
import { isSurpriseActive, isSurpriseFor } from '../surprise/rules.ts'
import {
  findAddressErrors,
  findEventTypeErrors,
  normalizeAddress,
  registryForOwner,
  rejectFieldErrors,
} from './access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import * as places from './place-rules.ts'
import {
  canEdit,
  canView,
  currentTermsVersion,
  effectiveClosingDay,
  findDateErrors,
  hostNames,
  isOwner,
  isRegistryOpen,
} from './rules.ts'

export const calls: Handler[] = [
  handle(contract.listEventTypes, listTypes),
  handle(contract.listPlaces, listPlaces),
  handle(contract.saveRegistry, createRegistry),
  handle(contract.findRegistry, showRegistry),
  handle(contract.getRegistryVisibility, tellStanding),
  handle(contract.listMyRegistries, listMine),
  handle(contract.deleteRegistry, removeRegistry),
]

const registriesPerPage = 20
/** More than any host needs, less than a script would like. */
const createdPerHour = 30

async function listTypes(
  { lang }: ParsedOf<typeof contract.listEventTypes>,
  { db, language }: RequestContext,
) {
  const types = await data.findEventTypes(db, lang ?? language)
  return types.map(type => ({ ...type, picture: pictureOf(type.picture) }))
}

async function listPlaces({ country, lang }: ParsedOf<typeof contract.listPlaces>, ctx: RequestContext) {
  const language = lang ?? ctx.language
  return {
    countries: places.countriesIn(language),
    regions: country ? places.regionsOfCountry(country, language) : [],
  }
}

async function createRegistry(draft: contract.RegistryDraft, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  const shipping = draft.same_as_home ? undefined : draft.shipping_address
  const event_day = draft.date_undecided ? null : draft.registry_date
  rejectFieldErrors({
    ...(await findEventTypeErrors(draft, ctx)),
    ...findDateErrors({ event: event_day, closing: draft.end_date }, dayInAthens(now)),
    ...findAddressErrors({ home_address: draft.home_address, shipping_address: shipping }),
  })
  const draft_key = draft.draft_key ?? null
  const before = await data.findRegistryByDraftKey(db, customer.id, draft_key)
  if (before) return { id: before.code, registry_name: before.registry_name }
  await ctx.rateLimit(`registry-save:${customer.id}`, createdPerHour, 3600)
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
    event_day,
    closing_day: effectiveClosingDay(event_day, draft.end_date),
    guest_count: draft.guest_count,
    privacy: draft.registry_status,
    we_connect: draft.we_connect,
    home_address: JSON.stringify(home),
    shipping_address: JSON.stringify(shipping ? normalizeAddress(shipping) : home),
    terms_version: currentTermsVersion,
    terms_at: now,
    created_at: now,
    draft_key,
  }
  return db.transaction().execute(async tx => {
    const { registry, isNew } = await data.insertRegistry(tx, values, () => codeFrom(randomBytes))
    if (!isNew) return { id: registry.code, registry_name: registry.registry_name }
    await addHistoryEntry(tx, { registryId: registry.id, customerId: customer.id, what: 'created', at: now })
    await ctx.enqueueEmail(tx, {
      cause: `registry-created:${registry.code}`,
      template: 'registry-created',
      language: customer.language,
      to: customer.email,
      props: { id: registry.code, registry_name: registry.registry_name },
    })
    return { id: registry.code, registry_name: registry.registry_name }
  })
}

async function showRegistry({ id }: { id: string }, ctx: RequestContext) {
  const registry = await data.findRegistryByCodeOrSlug(ctx.db, id)
  if (!registry || !canView(registry, ctx.customer)) return []
  return viewsOf([registry], ctx)
}

async function tellStanding({ id }: { id: string }, { db, customer }: RequestContext) {
  const registry = await data.findRegistryByCodeOrSlug(db, id)
  if (!registry) return { standing: 'missing' as const }
  return { standing: canView(registry, customer) ? ('shown' as const) : ('private' as const) }
}

async function listMine({ page }: { page: number }, ctx: CustomerContext) {
  const { db, customer } = ctx
  const total = await data.countRegistriesOfHost(db, customer.id)
  const registries = await data.findRegistriesOfHost(db, customer.id, page, registriesPerPage)
  return { data: await viewsOf(registries, ctx), meta: metaOf(page, registriesPerPage, total) }
}

async function viewsOf(
  registries: data.RegistryRow[],
  ctx: RequestContext,
): Promise<contract.RegistryView[]> {
  const { db, language } = ctx
  const types = await data.findEventTypes(db, language)
  const counts = await data.countGiftsAndGivers(
    db,
    registries.map(registry => registry.id),
  )
  return registries.map(registry => {
    const type = orNotFound(types.find(one => one.slug === registry.event_type))
    return viewOf(registry, type, counts.get(registry.id) ?? noGifts, ctx)
  })
}

const noGifts: data.RegistryCounts = { items: 0, items_there: 0, gifts_given: 0, givers: 0 }

function viewOf(
  registry: data.RegistryRow,
  type: { slug: string; name: string; picture: string },
  { items_there, ...counts }: data.RegistryCounts,
  { customer, now }: RequestContext,
): contract.RegistryView {
  const picture = pictureOf(type.picture)
  const secret = isSurpriseFor(registry, customer, dayInAthens(now))
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
    secret,
    reveal_day: secret ? registry.reveal_day : null,
    ...(secret ? { items: items_there, gifts_given: 0, givers: 0 } : counts),
    version: secret ? 0 : registry.version,
  }
}

/** Where the picture of an event type is handler. */
function pictureOf(name: string): string {
  return `/pictures/${name}`
}

async function removeRegistry({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { id } = await registryForOwner(registry_id, ctx)
  await ctx.db.transaction().execute(async tx => {
    const registry = orNotFound(await data.lockRegistry(tx, id))
    // A refusal for the money alone would tell that there is some.
    if (isSurpriseActive(registry, dayInAthens(ctx.now))) throw new AppError('registry_is_secret', 409)
    if (await data.hasUnsettledMoney(tx, id, ctx.now)) throw new AppError('registry_has_money', 409)
    await data.updateRegistryRow(tx, id, { removed_at: ctx.now, draft_key: null })
    await deleteSlugs(tx, id)
    await ctx.registryChanged(tx, id)
  })
  return {}
}
