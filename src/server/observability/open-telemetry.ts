import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer as SpanSource,
  SpanStatusCode,
  type Span as StartedSpan,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  defaultResource,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { Logger } from 'pino'
import type { OpenSpan, SpanStart, Tracer } from '../../base/traces.ts'

/** How long the end of the process waits for a collector that does not answer. */
const stopLimitMs = 3000

/** Opens what sends spans; loaded only when traces are on. */
export function openTracer({ version, log }: { version: string; log: Logger }): {
  tracer: Tracer
  stop(): Promise<void>
} {
  logTroubles(log)
  const sdk = new NodeSDK({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'doron', 'service.version': version }),
    ),
    // The others would tell the command line, its user and the machine.
    resourceDetectors: [serviceInstanceIdDetector, envDetector],
    // Metrics and logs are published otherwise; by default the SDK would send both.
    metricReaders: [],
    logRecordProcessors: [],
    // Calls of the shop and of other services carry no trace header.
    textMapPropagator: null,
  })
  sdk.start()
  const tracer = createTracer(trace.getTracer('doron', version))
  return {
    tracer,
    stop: () => Promise.race([sdk.shutdown(), wait(stopLimitMs, undefined, { ref: false })]),
  }
}

/** Logs a collector that can't be reached, and values that the SDK doesn't know. */
function logTroubles(log: Logger): void {
  const tell = (reason: string) => log.warn({ reason: reason.slice(0, 500) }, 'traces')
  const silent = () => {}
  const logger = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const traceContext = new W3CTraceContextPropagator()

function createTracer(source: SpanSource): Tracer {
  return {
    run(start, work) {
      const { name, kind, attributes } = start
      const parent = parentOf(start)
      const span = source.startSpan(name, { kind: kinds[kind], attributes }, parent)
      return context.with(trace.setSpan(parent, span), async () => {
        try {
          return await work(openSpan(span))
        } catch (error) {
          markFailed(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    add({ name, kind, attributes }, { ms, error }) {
      if (!trace.getActiveSpan()) return
      const endTime = Date.now()
      const span = source.startSpan(name, { kind: kinds[kind], attributes, startTime: endTime - ms })
      if (error !== undefined) markFailed(span, error)
      span.end(endTime)
    },
    fields() {
      const ids = trace.getActiveSpan()?.spanContext()
      return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {}
    },
  }
}

function parentOf({ traceparent, isRoot }: SpanStart): Context {
  if (traceparent === undefined) return isRoot ? ROOT_CONTEXT : context.active()
  const getter = { keys: () => ['traceparent'], get: (_: unknown, key: string) => read(key, traceparent) }
  return traceContext.extract(ROOT_CONTEXT, {}, getter)
}

/** The one header that is read: others that belong to traces may carry anything. */
const read = (key: string, traceparent: string) => (key === 'traceparent' ? traceparent : undefined)

function openSpan(span: StartedSpan): OpenSpan {
  return {
    note: attributes => void span.setAttributes(attributes),
    fail: error => markFailed(span, error),
  }
}

function markFailed(span: StartedSpan, error?: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (error === undefined) return
  const { code } = error as { code?: unknown }
  const kind = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : (error as Error)?.name
  span.setAttribute('error.type', kind ?? 'unknown')
}
