import type { MiddlewareHandler } from 'hono'
import { addDays, dayInAthens, startOfDay } from './base/dates.ts'
import { formatGiftListQuery, parseGiftListQuery } from './gift/gift/list-rules.ts'
import { readRegistry, readRegistryWithCounts } from './registry/registry/access.ts'
import { nextReservationEnd } from './registry/registry/data.ts'
import { canEdit } from './registry/registry/rules.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { asksForPart, isNameKnown, isShareable, type SharedContext } from './shareable-requests.ts'
import { type CachedPageDependencies, renderForOne, serveShared } from './shared-pages.ts'

/**
 * Serves the cached page of a registry, or the data that open pages load again when something was given (`….data`), to
 * everybody but its hosts (R812, R813). All other requests are rendered.
 */
export function serveCachedRegistryPage(dependencies: CachedPageDependencies): MiddlewareHandler {
  const { config, createContext } = dependencies
  return async (c, next) => {
    const request = c.req.raw
    if (!isShareable(request, config) || !isPlainView(new URL(request.url).searchParams)) return next()
    const ctx = await createContext(request)
    const id = c.req.param('id') ?? ''
    if (!isNameKnown(request, ctx) || (await isHost(id, ctx))) return renderForOne(dependencies, request, ctx)
    return serveShared(dependencies, request, ctx, {
      key: id,
      // With what the page is about to show, so that this is no query more.
      group: async shared =>
        (await readRegistryWithCounts(shared, withoutSuffix(id)))?.registry.id.toString() ?? null,
      until: shared => findPageEnd(id, shared),
    })
  }
}

/** Whether the query asks for the list as it opens; names that the page doesn't know change nothing. */
function isPlainView(searchParams: URLSearchParams): boolean {
  return formatGiftListQuery(parseGiftListQuery(searchParams)) === '' && !asksForPart(searchParams)
}

const withoutSuffix = (id: string) => id.replace(/\.data$/, '')

const findRegistry = (id: string, ctx: RequestContext) => readRegistry(ctx, withoutSuffix(id))

async function isHost(id: string, ctx: RequestContext): Promise<boolean> {
  const registry = ctx.customer && (await findRegistry(id, ctx))
  return Boolean(registry && canEdit(registry, ctx.customer))
}

const maxAgeMs = 10 * 60_000

/** When the page changes by itself: when the next reservation ends, and when the day turns in Athens. */
async function findPageEnd(id: string, ctx: SharedContext): Promise<number> {
  const ends = ctx.config.REGISTRY_API_URL ? [await findReservationEnd(id, ctx)] : ctx.changes
  return Math.min(registryDayEnd(ctx.now), ...ends.map(end => end?.getTime() ?? Infinity))
}

/** When what is shown of a registry ends at the latest: at midnight in Athens, and after ten minutes. */
export function registryDayEnd(now: Date): number {
  const midnight = startOfDay(addDays(dayInAthens(now), 1)).getTime()
  return Math.min(midnight, now.getTime() + maxAgeMs)
}

/** Another process has read the gifts, so the database is asked. */
async function findReservationEnd(id: string, ctx: RequestContext): Promise<Date | null> {
  const registry = await findRegistry(id, ctx)
  return registry ? nextReservationEnd(ctx.db, registry.id, ctx.now) : null
}
