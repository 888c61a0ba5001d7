import { authorize, orNotFound } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { once, type RequestContext } from '../../server/context/request-context.ts'
import { remember } from '../../server/context/table-memory.ts'
import type { Db } from '../../server/postgres/tables.ts'
import * as addresses from './address-data.ts'
import * as data from './data.ts'
import { type EventTypeRow, findEventTypes } from './event-type-data.ts'
import { canEdit, canOwn, canView } from './rules.ts'

/** What a visitor wants to do with a registry: see it, change it as owner or co-host, or dispose of it as owner. */
export type RegistryAccess = 'view' | 'edit' | 'own'

type AccessContext = Pick<RequestContext, 'db' | 'cache' | 'customer'>

/**
 * The registry at an address (its code in any spelling, or a slug), for somebody who may do that with it. Not for
 * writing: a transaction uses the row that it has locked.
 * Throws `refused_missing` 404 to everybody else, and `registry_owner_only` 403 to a co-host who asks for `own`
 * (R208, R218).
 */
export async function registryFor(
  ctx: AccessContext,
  address: string,
  access: RegistryAccess,
): Promise<data.RegistryRow> {
  return authorizeFor(ctx, orNotFound(await readRegistry(ctx, address)), access)
}

/** The same by the registry's key. */
export async function registryByIdFor(
  ctx: AccessContext,
  id: number,
  access: RegistryAccess,
): Promise<data.RegistryRow> {
  const read = () => data.findRegistryById(ctx.db, id)
  return authorizeFor(ctx, orNotFound(await once(ctx, `registry-id:${id}`, read)), access)
}

/** The registry's row, locked until the transaction ends, for somebody who may still do that with it. */
export async function lockRegistryFor(
  tx: Db,
  ctx: Pick<RequestContext, 'customer'>,
  id: number,
  access: RegistryAccess,
): Promise<data.RegistryRow> {
  return authorizeFor(ctx, orNotFound(await data.lockRegistry(tx, id)), access)
}

/** The registry at an address, whoever asks; undefined when there is none. Read once a request. */
export function readRegistry(
  ctx: Pick<RequestContext, 'db' | 'cache'>,
  address: string,
): Promise<data.RegistryRow | undefined> {
  return once(ctx, `registry:${address}`, () => addresses.findRegistryByCodeOrSlug(ctx.db, address))
}

/**
 * The same with a part of it, in one query; or in a second one where the request has read the registry before. It checks
 * no access either: what of the part may be shown is for the caller to decide.
 */
export async function readRegistryWith<T>(
  ctx: Pick<RequestContext, 'db' | 'cache'>,
  address: string,
  part: addresses.PartOfRegistry<T>,
): Promise<{ registry: data.RegistryRow; part: T } | undefined> {
  const key = `registry:${address}`
  if (ctx.cache.has(key)) {
    const registry = await readRegistry(ctx, address)
    return registry && { registry, part: await addresses.findPartOfRegistry(ctx.db, registry.id, part) }
  }
  const reading = addresses.findRegistryWith(ctx.db, address, part)
  const readingRow = reading.then(found => found?.registry)
  // Whoever reads the row hears of a failure; so does this caller, who does not read it.
  readingRow.catch(() => {})
  ctx.cache.set(key, readingRow)
  return reading
}

/** The same with its counts, read once a request. */
export function readRegistryWithCounts(ctx: Pick<RequestContext, 'db' | 'cache'>, address: string) {
  return once(ctx, `registry-counts:${address}`, () => readRegistryWith(ctx, address, data.countsOf))
}

/** A registry with a part of it, for somebody who may see it. Throws `refused_missing` 404 to everybody else. */
export async function registryToViewWith<T>(
  ctx: AccessContext,
  address: string,
  part: addresses.PartOfRegistry<T>,
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

/** All event types in their order, in that language or the visitor's; they must not be changed. */
export function readEventTypes(
  ctx: Pick<RequestContext, 'db' | 'cache' | 'language'>,
  language: Language = ctx.language,
): Promise<EventTypeRow[]> {
  return once(ctx, `event-types:${language}`, () =>
    remember(ctx.db, `event types ${language}`, () => findEventTypes(ctx.db, language)),
  )
}
