import type { MiddlewareHandler } from 'hono'
import { addDays, dayInAthens, startOfDay } from './base/dates.ts'
import { formatGiftListQuery, parseGiftListQuery } from './gift/gift/list-rules.ts'
import { readRegistry } from './registry/registry/access.ts'
import { nextReservationEnd } from './registry/registry/data.ts'
import { canEdit } from './registry/registry/rules.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { asksForPart, isNameKnown, isShareable } from './shareable-requests.ts'
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
      group: async () => (await findRegistry(id, ctx))?.id.toString() ?? null,
      until: () => findPageEnd(id, ctx),
    })
  }
}

/** Whether the query asks for the list as it opens; names that the page doesn't know change nothing. */
function isPlainView(searchParams: URLSearchParams): boolean {
  return formatGiftListQuery(parseGiftListQuery(searchParams)) === '' && !asksForPart(searchParams)
}

const findRegistry = (id: string, ctx: RequestContext) => readRegistry(ctx, id.replace(/\.data$/, ''))

async function isHost(id: string, ctx: RequestContext): Promise<boolean> {
  const registry = ctx.customer && (await findRegistry(id, ctx))
  return Boolean(registry && canEdit(registry, ctx.customer))
}

const maxAgeMs = 10 * 60_000

/** When the page changes by itself: when the next reservation ends, and when the day turns in Athens. */
async function findPageEnd(id: string, ctx: RequestContext): Promise<number> {
  const { db, now } = ctx
  const registry = await findRegistry(id, ctx)
  const midnight = startOfDay(addDays(dayInAthens(now), 1)).getTime()
  const reservationEnd = registry && (await nextReservationEnd(db, registry.id, now))
  return Math.min(midnight, reservationEnd?.getTime() ?? Infinity, now.getTime() + maxAgeMs)
}
