import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { tooManyRequests } from '../base/app-error.ts'
import { dayInAthens } from '../base/dates.ts'
import { wideNetworkOf } from '../base/networks.ts'
import { canView } from '../registry/registry.rules.ts'
import { findRegistryById, findRegistryVersions, type RegistryRow } from '../registry/registry.sql.ts'
import { registryFor } from '../registry/registry.ts'
import { isSurpriseFor } from '../registry/surprise.rules.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import type { Db } from '../server/postgres/tables.ts'

export interface LiveUpdates {
  /**
   * Answers `GET /api/registry/{id}/live` with a stream of the registry's versions (R519). Throws `refused_missing` 404
   * for those who may not view it, and `refused_often` 429 when too many are open from that network.
   */
  open(c: Context, address: string, ctx: RequestContext): Promise<Response>
  /** To be called when a registry changed; null when any of them may have. */
  notify(registryId: number | null): void
  /** Finds the registries with open pages that changed since the last call; for when notifications can't be received. */
  poll(): Promise<void>
  close(): void
}

/** Open streams of one network: many guests at a party share one address. */
const maxStreamsPerNetwork = 400
const refusedMs = 60_000

interface LiveStream {
  sse: SSEStreamingApi
  customer: RequestContext['customer']
  network: string
  sentVersion: number
  end(): void
}

const heartbeatMs = 25_000
/** After this the page has to connect again, so that an ended session doesn't stay connected. */
const maxStreamMs = 30 * 60_000
const reconnectMs = 2000

/**
 * Server-sent events for open registry pages with the version only; the page then reloads its data (R519). A change
 * reads the registry once for all its streams, and ends those of visitors who may no longer view it.
 */
export function createLiveUpdates(db: Db, now: () => Date): LiveUpdates {
  const streamsByRegistry = new Map<number, Set<LiveStream>>()
  const readsInProgress = new Map<number, { isOutdated: boolean }>()
  let polledVersions = new Map<number, number>()
  const allStreams = () => [...streamsByRegistry.values()].flatMap(streams => [...streams])

  const heartbeat = setInterval(() => {
    for (const { sse } of allStreams()) void sse.write(':\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  /** Sends the current version to all streams of a registry; reads again if it changed during the read. */
  const sendCurrentVersion = async (id: number) => {
    const inProgress = readsInProgress.get(id)
    if (inProgress) {
      inProgress.isOutdated = true
      return
    }
    const read = { isOutdated: true }
    readsInProgress.set(id, read)
    while (read.isOutdated) {
      read.isOutdated = false
      const registry = await findRegistryById(db, id).catch(() => null)
      // A failing database doesn't end streams.
      if (registry !== null)
        for (const stream of streamsByRegistry.get(id) ?? []) sendVersion(stream, registry, now())
    }
    readsInProgress.delete(id)
  }

  return {
    async open(c, address, ctx) {
      const registry = await registryFor(ctx, address, 'view')
      const viewer = { customer: ctx.customer, network: wideNetworkOf(ctx.address) }
      const isFromThere = ({ network }: LiveStream) => network === viewer.network
      if (viewer.network !== 'unknown' && allStreams().filter(isFromThere).length >= maxStreamsPerNetwork)
        throw tooManyRequests('refused_often', new Date(ctx.now.getTime() + refusedMs), ctx.now)
      const response = openStream(c, registry, viewer, streamsByRegistry, now())
      // The registry may have changed after it was read and before the stream was registered.
      void sendCurrentVersion(registry.id)
      return response
    },
    notify(id) {
      const ids = id === null ? [...streamsByRegistry.keys()] : [id]
      for (const one of ids) if (streamsByRegistry.has(one)) void sendCurrentVersion(one)
    },
    async poll() {
      const ids = [...streamsByRegistry.keys()]
      const versions = ids.length > 0 ? await findRegistryVersions(db, ids) : new Map<number, number>()
      for (const id of ids) if (versions.get(id) !== polledVersions.get(id)) void sendCurrentVersion(id)
      polledVersions = versions
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of allStreams()) stream.end()
    },
  }
}

function sendVersion(stream: LiveStream, registry: RegistryRow | undefined, now: Date): void {
  if (!registry || !canView(registry, stream.customer)) {
    stream.end()
    return
  }
  // A new version would tell hosts in surprise mode that something was bought (R221).
  if (isSurpriseFor(registry, stream.customer, dayInAthens(now))) return
  if (registry.version === stream.sentVersion) return
  stream.sentVersion = registry.version
  void stream.sse.writeSSE({ data: String(registry.version) })
}

/** Opens the stream, sends the version, and registers it until the page leaves, `end` is called or its time is over. */
function openStream(
  c: Context,
  registry: RegistryRow,
  viewer: Pick<LiveStream, 'customer' | 'network'>,
  streamsByRegistry: Map<number, Set<LiveStream>>,
  now: Date,
): Response {
  const response = streamSSE(c, async sse => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const stream: LiveStream = { sse, ...viewer, sentVersion: 0, end }
    const streams = streamsByRegistry.get(registry.id) ?? new Set()
    streamsByRegistry.set(registry.id, streams.add(stream))
    const timer = setTimeout(end, maxStreamMs)
    timer.unref()
    sse.onAbort(end)
    void sse.write(`retry: ${reconnectMs}\n\n`)
    sendVersion(stream, registry, now)
    await ended
    clearTimeout(timer)
    streams.delete(stream)
    if (streams.size === 0) streamsByRegistry.delete(registry.id)
  })
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-accel-buffering', 'no')
  return response
}
