/** The part of autocannon that is used here; it brings no types. */
declare module 'autocannon' {
  export interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  export interface Options extends Request {
    url: string
    connections?: number
    /** Requests a second; as many as are answered without it. */
    overallRate?: number
    /** Seconds. */
    duration?: number
    requests?: (Request & { setupRequest?(request: Request): Request })[]
  }
  export interface Result {
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { average: number; p50: number; p99: number }
    non2xx: number
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }
  export default function autocannon(options: Options): Promise<Result>
}
