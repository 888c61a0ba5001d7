import { authorize, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { findRegistryByCodeOrSlug, findRegistryById, type RegistryRow } from '../../registry/registry/data.ts'
import { canView } from '../../registry/registry/rules.ts'
import { isSurpriseFor } from '../../registry/surprise/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** One open page that wants to hear of changes. */
interface Stream {
  customer: RequestContext['customer']
  /** The version that was sent last. */
  sent: number
  send(text: string): void
  end(): void
}

export interface LiveUpdates {
  /** The answer of `GET /api/registry/{id}/live`; throws `refused_missing` 404 for whom may not see it. */
  open(address: string, ctx: RequestContext): Promise<Response>
  /** Something of that registry changed; null when anything may have. */
  notify(registryId: number | null): void
  close(): void
}

const beatMs = 25_000
/** After so long a page asks anew, so that an ended session does not listen on. */
const longestMs = 30 * 60_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/**
 * Server-sent events for open registry pages (product.md 25): the payload is the version only, the page then reads
 * itself again. A registry is read once for all its streams; whoever may no longer see it is let go.
 */
export function createLiveUpdates(db: Db, now: () => Date): LiveUpdates {
  const streams = new Map<number, Set<Stream>>()
  const reading = new Map<number, { again: boolean }>()

  const beat = setInterval(() => {
    for (const all of streams.values()) for (const stream of all) stream.send(':\n\n')
  }, beatMs)
  beat.unref()

  const tell = async (id: number) => {
    const busy = reading.get(id)
    if (busy) {
      busy.again = true
      return
    }
    const mine = { again: true }
    reading.set(id, mine)
    while (mine.again) {
      mine.again = false
      const registry = await findRegistryById(db, id).catch(() => null)
      if (registry !== null) for (const stream of streams.get(id) ?? []) pass(stream, registry, now())
    }
    reading.delete(id)
  }

  return {
    async open(address, ctx) {
      const registry = orNotFound(await findRegistryByCodeOrSlug(db, address))
      authorize(canView(registry, ctx.customer))
      const body = streamOf(registry, ctx, streams, now())
      // What changed between reading the registry and hearing of changes.
      void tell(registry.id)
      return new Response(body, { headers })
    },
    notify(id) {
      const wanted = id === null ? [...streams.keys()] : [id]
      for (const one of wanted) if (streams.has(one)) void tell(one)
    },
    close() {
      clearInterval(beat)
      for (const all of streams.values()) for (const stream of all) stream.end()
    },
  }
}

function pass(stream: Stream, registry: RegistryRow | undefined, now: Date): void {
  if (!registry || !canView(registry, stream.customer)) {
    stream.end()
    return
  }
  // Hosts who want to be surprised would learn from a new version that something was bought.
  if (isSurpriseFor(registry, stream.customer, dayInAthens(now))) return
  if (registry.version === stream.sent) return
  stream.sent = registry.version
  stream.send(`data: ${registry.version}\n\n`)
}

function streamOf(
  registry: RegistryRow,
  { customer }: RequestContext,
  streams: Map<number, Set<Stream>>,
  now: Date,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let leave = () => {}
  return new ReadableStream({
    start(controller) {
      const all = streams.get(registry.id) ?? new Set()
      streams.set(registry.id, all)
      const stream: Stream = {
        customer,
        sent: 0,
        send: text => controller.enqueue(encoder.encode(text)),
        end() {
          leave()
          controller.close()
        },
      }
      const timer = setTimeout(stream.end, longestMs)
      timer.unref()
      leave = () => {
        clearTimeout(timer)
        all.delete(stream)
        if (all.size === 0) streams.delete(registry.id)
      }
      all.add(stream)
      stream.send('retry: 2000\n\n')
      pass(stream, registry, now)
    },
    cancel: () => leave(),
  })
}
