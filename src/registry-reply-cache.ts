import { type Endpoint, validateInput } from './base/endpoint.ts'
import { parseCode } from './base/fields.ts'
import type { Language } from './base/language.ts'
import { showGiftStatistics, showGifts, showUnavailableGifts } from './gift/gift/contract.ts'
import { readRegistry } from './registry/registry/access.ts'
import { findRegistry } from './registry/registry/contract.ts'
import { canView } from './registry/registry/rules.ts'
import { registryDayEnd } from './registry-page-cache.ts'
import type { Config } from './server/config.ts'
import type { RequestContext } from './server/context/request-context.ts'
import { readSessionToken } from './server/context/session.ts'
import type { ShareReply } from './server/http/api-router.ts'
import { currentScope } from './server/observability/work-scope.ts'
import { createPageCache, type PageCache } from './server/pages/page-cache.ts'
import { type SharedContext, toAnonymousContext } from './shareable-requests.ts'

/** The calls about a registry whose reply is the same for all callers without a session. */
const sharedEndpoints: Endpoint[] = [findRegistry, showGifts, showUnavailableGifts, showGiftStatistics]

const maxBytes = 32 * 1024 * 1024
/** Longer than any code or slug, however it is typed. */
const maxAddressLength = 120

/** Replies load nothing, so they need no policy. */
export const createReplyCache = ({ SITE_URL }: Pick<Config, 'SITE_URL'>) =>
  createPageCache({ formTargets: [], isHttps: SITE_URL.startsWith('https:') }, maxBytes)

/** Answers callers without a session from memory, or makes the call once for all who ask meanwhile (R812). */
export function shareReplies(cache: PageCache): ShareReply {
  return async ({ endpoint }, input, { request, ctx, makeCall }) => {
    const asked = readSessionToken(request, ctx.config) ? null : findAddress(endpoint, input)
    if (!asked) return makeCall(ctx)
    const { language } = ctx
    const key = `${endpoint.path} ${asked.address} ${asked.lang ?? language} ${language}`
    const cached = cache.find(key, request, ctx.now.getTime())
    const scope = currentScope()
    if (scope) scope.cache = cached ? 'hit' : 'miss'
    if (cached) return cached
    const shared = toAnonymousContext(ctx)
    const group = () => findGroup(asked.address, shared)
    const render = async () => ({
      response: await makeCall(shared),
      until: Math.min(findReplyEnd(shared), ctx.now.getTime() + cache.maxAge()),
    })
    return (await cache.renderOnce({ key, group, language, render }, request)) ?? makeCall(shared)
  }
}

interface SharedInput {
  id?: string
  registry_id?: string
  page?: number
  lang?: Language
}

/** Which registry is asked for, in which language; null where the reply is not kept: beyond the first page there are no gifts. */
function findAddress(endpoint: Endpoint, input: unknown): { address: string; lang?: Language } | null {
  if (!sharedEndpoints.includes(endpoint)) return null
  const validated = validateInput(endpoint.input, input)
  if (!validated.ok) return null
  const { id, registry_id, page = 1, ...rest } = validated.value as SharedInput
  const address = id ?? registry_id ?? ''
  return page > 1 || address.length > maxAddressLength
    ? null
    : { ...rest, address: parseCode(address) ?? address }
}

/** The registry's changes delete the reply; null for what not everybody may see. */
async function findGroup(address: string, ctx: RequestContext): Promise<string | null> {
  const registry = await readRegistry(ctx, address)
  return registry && canView(registry, null) ? String(registry.id) : null
}

/** The reply says for how many minutes gifts are reserved, so each of these minutes ends it. */
function findReplyEnd({ now, changes }: SharedContext): number {
  const minuteMs = 60_000
  const ends = changes.map(end => now.getTime() + ((end.getTime() - now.getTime()) % minuteMs || minuteMs))
  return Math.min(registryDayEnd(now), ...ends)
}
