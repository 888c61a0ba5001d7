// What is traced tells of work, never of people: names, routes and statements, no value that somebody typed.

export type SpanKind = 'server' | 'client' | 'internal'
type SpanAttributes = Record<string, string | number | undefined>

export interface SpanStart {
  name: string
  kind: SpanKind
  attributes: SpanAttributes
  /** The trace that a caller whom we trust has begun: the value of its `traceparent` header. */
  traceparent?: string | undefined
  /** Begins a trace of its own, whatever runs around it. */
  isRoot?: boolean
}

/** What becomes known while the work lasts. */
export interface OpenSpan {
  note(attributes: SpanAttributes): void
  /** Marks it as failed; of an error its kind and code are kept, not its message, which may hold what somebody typed. */
  fail(error?: unknown): void
}

/** Takes spans; there is one while traces are switched on. */
export interface Tracer {
  run<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>
  /** Adds a span that has just ended, `ms` long, to the work around it; outside of any it is left out. */
  add(start: SpanStart, ended: { ms: number; error?: unknown }): void
  /** What the log lines of the work around say of its trace. */
  fields(): { trace_id?: string; span_id?: string }
}

// The product is one bundle and the program that starts it another: both have to find the same tracer.
const tracerKey = Symbol.for('doron.tracer')
const shared = globalThis as { [tracerKey]?: Tracer | undefined }

export function setTracer(tracer: Tracer | undefined): void {
  shared[tracerKey] = tracer
}

/** The tracer; undefined while traces are off, which is the usual case. */
export function currentTracer(): Tracer | undefined {
  return shared[tracerKey]
}

const unseen: OpenSpan = { note() {}, fail() {} }

/** Does the work within a span of its own; without a tracer just does it. A work that throws has failed. */
export function traced<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const tracer = shared[tracerKey]
  return tracer ? tracer.run(start, work) : work(unseen)
}
