import type { Logger } from 'pino'
import { setTracer } from '../../base/traces.ts'

export interface TraceSettings {
  env: NodeJS.Dict<string>
  version: string
  log: Logger
}

/**
 * Sends traces to where the standard variables (`OTEL_…`) say; answers how to stop. Without them nothing of
 * OpenTelemetry is loaded.
 */
export async function startTraces(settings: TraceSettings): Promise<() => Promise<void>> {
  if (!isOn(settings.env)) return async () => {}
  const { openTracer } = await import('./open-telemetry.ts')
  const { tracer, stop } = openTracer(settings)
  setTracer(tracer)
  return async () => {
    setTracer(undefined)
    await stop()
  }
}

/** Whether the variables ask for traces: an exporter or an address is named, and nothing switches it off. */
function isOn(env: NodeJS.Dict<string>): boolean {
  const exporter = env.OTEL_TRACES_EXPORTER?.trim()
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || exporter === 'none') return false
  return [exporter, env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some(one =>
    one?.trim(),
  )
}
