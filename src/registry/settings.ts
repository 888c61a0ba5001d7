import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { formatDeviceName, parseUserAgent } from '../account/cookie.rules.ts'
import { findCustomerById } from '../account/customer/customer.sql.ts'
import { tellOfProtectedAct, writeToOwner } from '../account/email-change/email-change.ts'
import { requireFreshProof } from '../account/proof/proof.ts'
import { authorize, throwFieldErrors } from '../base/app-error.ts'
import { type Day, dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { paths } from '../base/paths.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'
import { findAddressErrors, normalizeAddress, placeIdOf } from './address.rules.ts'
import type { PhotoVersions } from './decoding.ts'
import { findEventTypeErrors, offeredTypes } from './event-type.rules.ts'
import { readEventTypes } from './event-type.ts'
import { addToHistory, type HistoryEvent } from './history.sql.ts'
import { photosPerHour, settingsChangesPerHour } from './photo.rules.ts'
import {
  deletePicturesIfUnused,
  guardKeptPictures,
  processPhoto,
  processUpload,
  savePhotoVersions,
} from './photo.ts'
import { replaceCoverBand } from './photos/photos.ts'
import { callWishAfter, canOwn, closingDayAfterChange, findDateErrors } from './registry.rules.ts'
import * as data from './registry.sql.ts'
import { lockRegistryFor, registryFor } from './registry.ts'
import * as contract from './settings.contract.ts'
import { findSlugError, suggestSlugs } from './slug.rules.ts'
import { changeAddress, findSlugBase, findTakenSlugs } from './slug.ts'
import { isSurpriseActive } from './surprise.rules.ts'

const slugChecksPerHour = 600
const newSlugsPerDay = 20
const suggestedSlugs = 3

export const calls: Handler[] = [
  handle(contract.showRegistrySettings, showSettings),
  handle(contract.checkSlug, checkSlug),
  handle(contract.updateRegistry, updateSettings),
  handle(contract.changeSearchable, changeSearchable),
]

async function showSettings(
  { id }: { id: string },
  ctx: CustomerContext,
): Promise<contract.RegistrySettings> {
  const registry = await registryFor(ctx, id, 'edit')
  return {
    ...registry,
    id: registry.code,
    picture: registry.photo && paths.image(registry.photo),
    type: registry.event_type,
    registry_date: registry.event_day,
    end_date: registry.closing_day,
    registry_status: registry.privacy,
    slug_base: await findSlugBase(ctx.db, registry.slug),
  }
}

async function checkSlug({ id, slug }: ParsedOf<typeof contract.checkSlug>, ctx: CustomerContext) {
  const { db, customer } = ctx
  const registry = await registryFor(ctx, id, 'edit')
  await ctx.rateLimit(`slug-check:${customer.id}`, slugChecksPerHour, 3600)
  const reserved = (await readEventTypes(ctx)).map(type => type.slug)
  const wanted = slug?.toLowerCase()
  const ideas = suggestSlugs(registry, reserved)
  const error = wanted === undefined ? null : findSlugError(wanted, reserved)
  const taken = await findTakenSlugs(db, [...ideas, ...(wanted && !error ? [wanted] : [])], registry.id)
  const reason = error ?? (wanted && taken.has(wanted) ? 'hosting_slug_taken' : null)
  return {
    slug: wanted ?? null,
    available: wanted !== undefined && reason === null,
    reason,
    offers: ideas.filter(idea => !taken.has(idea) && idea !== registry.slug).slice(0, suggestedSlugs),
  }
}

async function updateSettings(change: contract.RegistrySettingsChange, ctx: CustomerContext) {
  const { id, slug: slugBefore, ...before } = await registryFor(ctx, change.id, 'edit')
  await ctx.rateLimit(`registry-settings:${ctx.customer.id}`, settingsChangesPerHour, 3600)
  await throwSettingsErrors(change, before, ctx)
  const photos = await processNewPhoto(change, ctx)
  const slug = nullIfEmpty(change.slug)
  if (slug !== undefined && slug !== slugBefore) await ctx.rateLimit(`slug:${id}`, newSlugsPerDay, 86_400)
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'edit')
    // Checked again on the locked row, because a date may have changed meanwhile.
    await throwSettingsErrors(change, registry, ctx)
    const isMoved = await guardDeliveryAddress(tx, change, registry, ctx)
    await guardClosingDay(tx, daysAfter(change, registry).closing, registry, ctx)
    await guardLeavingOwner(tx, change, registry, ctx)
    const isAddressNew = await changeAddress(tx, change, registry)
    if (isAddressNew === null) throwFieldErrors({ slug: 'hosting_slug_taken' })
    const photoNames = photos ? await savePhotoVersions(tx, id, photos, ctx) : removedPhoto(change)
    const columns = changedColumns(change, registry)
    const wish = callWishAfter(change.we_connect, registry.we_connect, ctx.now)
    const event_sequence = registry.event_sequence + (columns.event_day === registry.event_day ? 0 : 1)
    await data.updateRegistryRow(tx, id, { ...columns, event_sequence, ...photoNames, ...wish })
    if (isMoved) await ctx.emit('deliveryAddressChanged', tx, { registryId: id })
    if (change.picture || change.remove_picture) await dropPreviousPhoto(tx, registry, photos, ctx)
    for (const event of changedParts(change, columns, registry, isAddressNew === true))
      await addToHistory(tx, id, event, ctx)
    await recordHidden(tx, registry, change, ctx)
    await ctx.registryChanged(tx, id)
  })
  return {}
}

/** Throws `refused_fields` 422 with all errors of a change of this registry. */
async function throwSettingsErrors(
  change: contract.RegistrySettingsChange,
  registry: RegistryDays & Pick<data.RegistryRow, 'event_type'>,
  ctx: CustomerContext,
): Promise<void> {
  const namesType = change.type !== undefined || change.slug !== undefined
  const types = namesType ? await readEventTypes(ctx) : []
  const isTypeSlug = types.some(({ slug }) => slug === change.slug)
  throwFieldErrors({
    ...findEventTypeErrors(change.type, offeredTypes(types, registry.event_type)),
    ...(isTypeSlug && { slug: 'hosting_slug_reserved' }),
    ...findDateErrors(daysAfter(change, registry), dayInAthens(ctx.now), daysOf(registry)),
    ...findAddressErrors({
      home_address: change.home_address,
      shipping_address: change.same_as_home ? undefined : change.shipping_address,
    }),
  })
}

type RegistryDays = Pick<data.RegistryRow, 'event_day' | 'closing_day'>

const daysOf = ({ event_day, closing_day }: RegistryDays) => ({ event: event_day, closing: closing_day })

/** A default closing day moves with the event (R213). */
function daysAfter(change: contract.RegistrySettingsChange, registry: RegistryDays) {
  const event: Day | null = change.registry_date === undefined ? registry.event_day : change.registry_date
  return { event, closing: closingDayAfterChange(daysOf(registry), event, change.end_date) }
}

const fromOpenToClosed: data.RegistryRow['privacy'][] = ['public', 'shareable', 'private']

/** Records that fewer people may see the registry, so that a restored backup doesn't open it again (R1261). */
async function recordHidden(
  tx: Db,
  { id, privacy }: data.RegistryRow,
  { registry_status: about }: contract.RegistrySettingsChange,
  ctx: CustomerContext,
): Promise<void> {
  if (about === undefined || fromOpenToClosed.indexOf(about) <= fromOpenToClosed.indexOf(privacy)) return
  await ctx.recordSecurityEvent({ kind: 'registry_hidden', registryId: id, about }, tx)
}

/** Columns that the change doesn't mention are undefined. */
function changedColumns(
  change: contract.RegistrySettingsChange,
  registry: RegistryDays & Pick<data.RegistryRow, 'privacy'>,
) {
  const days = daysAfter(change, registry)
  const shipping = change.same_as_home ? change.home_address : change.shipping_address
  return {
    event_type: change.type,
    name: change.name,
    surname: change.surname,
    partner_name: nullIfEmpty(change.partner_name),
    partner_surname: nullIfEmpty(change.partner_surname),
    registry_name: change.registry_name,
    message: nullIfEmpty(change.message),
    greeting: nullIfEmpty(change.greeting),
    english_greeting: nullIfEmpty(change.english_greeting),
    family_line: nullIfEmpty(change.family_line),
    afterword: nullIfEmpty(change.afterword),
    cover: nullIfEmpty(change.cover),
    event_place: nullIfEmpty(change.event_place),
    event_place_id: change.event_place === undefined ? undefined : placeIdOf(change.event_place),
    event_day: days.event,
    closing_day: days.closing,
    guest_count: change.guest_count,
    privacy: change.registry_status,
    search_engines: searchEnginesAfter(change, registry),
    we_connect: change.we_connect,
    home_address: change.home_address && JSON.stringify(normalizeAddress(change.home_address)),
    shipping_address: shipping && JSON.stringify(normalizeAddress(shipping)),
  }
}

/** A registry that is not public loses the consent to search engines, and needs it again when it is public again (R211). */
function searchEnginesAfter(
  { registry_status, search_engines }: contract.RegistrySettingsChange,
  { privacy }: Pick<data.RegistryRow, 'privacy'>,
): boolean | undefined {
  return (registry_status ?? privacy) === 'public' ? search_engines : false
}

/** Null without a photo. Throws what `processUpload` throws. */
async function processNewPhoto({ picture, crop }: contract.RegistrySettingsChange, ctx: CustomerContext) {
  if (!picture) return null
  return processUpload(
    {
      field: 'picture',
      key: 'picture',
      perHour: photosPerHour,
      process: () => processPhoto(picture, crop ?? null),
      sizeOf: ({ thumbnail, photo, full, band }) =>
        [thumbnail, photo, full, ...(band ? [band.large, band.small] : [])].reduce(
          (sum, { length }) => sum + length,
          0,
        ),
    },
    ctx,
  )
}

/** Deletes the replaced or removed photo with its band, and throws if the owner's pictures take too much (R945). */
async function dropPreviousPhoto(
  tx: Db,
  before: data.RegistryRow,
  photos: PhotoVersions | null,
  ctx: CustomerContext,
): Promise<void> {
  const bandBefore = await replaceCoverBand(tx, before.id, photos?.band ?? null, ctx)
  const names = [before.thumbnail, before.photo, before.full_picture].filter(name => name !== null)
  await deletePicturesIfUnused(tx, [...names, ...bandBefore], ctx.now)
  if (photos) await guardKeptPictures(tx, before.customer_id, 'picture')
}

function removedPhoto({ remove_picture }: contract.RegistrySettingsChange) {
  return remove_picture ? { thumbnail: null, photo: null, full_picture: null } : {}
}

/** An empty text clears the column; undefined leaves it unchanged. */
function nullIfEmpty(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

/** The history events of a change; values that are sent unchanged cause none. */
function changedParts(
  change: contract.RegistrySettingsChange,
  columns: ReturnType<typeof changedColumns>,
  before: data.RegistryRow,
  isAddressNew: boolean,
): HistoryEvent[] {
  const { privacy, search_engines, home_address, shipping_address, ...details } = columns
  const isChanged = (now: Partial<typeof columns>) =>
    Object.entries(now).some(
      ([column, value]) => value !== undefined && !isSameValue(value, before[column as keyof typeof columns]),
    )
  const parts: [HistoryEvent, boolean][] = [
    ['details', isChanged(details)],
    ['privacy', isChanged({ privacy })],
    ['search_engines', (privacy ?? before.privacy) === 'public' && isChanged({ search_engines })],
    ['picture', change.picture !== undefined || change.remove_picture === true],
    ['url', isAddressNew],
    ['address', isChanged({ home_address, shipping_address })],
  ]
  return parts.filter(([, isAltered]) => isAltered).map(([event]) => event)
}

/** Addresses are written as JSON and read as objects, whose keys PostgreSQL may reorder. */
function isSameValue(written: unknown, stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return written === stored
  return isDeepStrictEqual(JSON.parse(String(written)), stored)
}

async function changeSearchable(
  { id: address, searchable }: ParsedOf<typeof contract.changeSearchable>,
  ctx: CustomerContext,
) {
  const { id } = await registryFor(ctx, address, 'edit')
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'edit')
    if (registry.searchable === searchable) return
    await data.updateRegistryRow(tx, id, { searchable })
    await addToHistory(tx, id, 'searchable', ctx)
    if (!searchable)
      await ctx.recordSecurityEvent({ kind: 'registry_hidden', registryId: id, about: 'find' }, tx)
    await ctx.registryChanged(tx, id)
  })
  return {}
}

/**
 * While the owner is leaving, only they open the registry again, by coming back (R124): their money could not be paid
 * out any more. `registry` is the locked row. Throws `registry_owner_only` 403.
 */
async function guardLeavingOwner(
  tx: Db,
  change: contract.RegistrySettingsChange,
  registry: data.RegistryRow,
  { customer }: CustomerContext,
): Promise<void> {
  const { closing } = daysAfter(change, registry)
  const isSame =
    closing === registry.closing_day && (change.registry_status ?? registry.privacy) === registry.privacy
  if (isSame || canOwn(registry, customer)) return
  const owner = await findCustomerById(tx, registry.customer_id)
  authorize(!owner?.deletion_requested_at, 'registry_owner_only', 403)
}

/**
 * Only the owner may change the delivery address, with a fresh proof (R127, R128), and is told by e-mail. False when
 * the address is unchanged. `registry` is the locked row. Throws `registry_owner_only` and `proof_needed` 403.
 */
async function guardDeliveryAddress(
  tx: Db,
  change: contract.RegistrySettingsChange,
  registry: data.RegistryRow,
  ctx: CustomerContext,
): Promise<boolean> {
  const address = change.same_as_home ? change.home_address : change.shipping_address
  if (!address || isSameAddress(normalizeAddress(address), registry.shipping_address)) return false
  authorize(canOwn(registry, ctx.customer), 'registry_owner_only', 403)
  await requireFreshProof({ ...ctx, db: tx })
  await ctx.recordSecurityEvent({ kind: 'address_changed', registryId: registry.id }, tx)
  await tellOwner(tx, registry, ctx)
  return true
}

const isSameAddress = (one: object, other: object | null) =>
  JSON.stringify(sortedParts(one)) === JSON.stringify(sortedParts(other ?? {}))

const sortedParts = (address: object) => Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1))

async function tellOwner(tx: Db, registry: data.RegistryRow, ctx: CustomerContext): Promise<void> {
  const owner = await findCustomerById(tx, registry.customer_id)
  if (!owner) return
  const { id, code, registry_name } = registry
  const letter = {
    cause: `delivery-address:${id}:${randomUUID()}`,
    template: 'delivery-address-changed',
    props: {
      code,
      registry: registry_name,
      device: formatDeviceName(parseUserAgent(ctx.userAgent)),
      at: ctx.now.toISOString(),
    },
  }
  await writeToOwner(tx, owner, letter, ctx)
}

/**
 * Changing the closing day takes a fresh proof while there is money (protected acts, R1223), and always in surprise
 * mode, where asking only sometimes would reveal it. A co-host may not bring the day forward then. The owner is told
 * by e-mail. `registry` is the locked row. Throws `registry_owner_only` and `proof_needed` 403.
 */
async function guardClosingDay(
  tx: Db,
  closing: Day | null,
  registry: data.RegistryRow,
  ctx: CustomerContext,
): Promise<void> {
  const before = registry.closing_day
  if (closing === before) return
  const hidesMoney = isSurpriseActive(registry, dayInAthens(ctx.now))
  if (!hidesMoney && !(await data.hasUnsettledMoney(tx, registry.id, ctx.now))) return
  const isForward = closing !== null && (before === null || closing < before)
  authorize(!isForward || canOwn(registry, ctx.customer), 'registry_owner_only', 403)
  await requireFreshProof({ ...ctx, db: tx })
  const owner = await findCustomerById(tx, registry.customer_id)
  if (owner) await tellOfProtectedAct(tx, { owner, act: 'closing_day', registry }, ctx)
}
