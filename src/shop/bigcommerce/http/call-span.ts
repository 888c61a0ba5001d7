import type { SpanStart } from '../../../base/traces.ts'

/** How a call of the shop is seen in traces: host, pattern of its path, name of its document; no id, query or body. */
export function callSpan({ method, url, body }: { method: string; url: string; body?: unknown }): SpanStart {
  const { hostname, pathname } = new URL(url)
  const pattern = patternOf(pathname)
  const operation = nameOfDocument(body)
  return {
    name: operation === undefined ? `shop ${method} ${pattern}` : `shop ${operation}`,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'url.template': pattern,
      'graphql.operation.name': operation,
    },
  }
}

/** Versions and plain words stay; what may name a store, a thing or a person doesn't: `/stores/:/v3/carts/:`. */
function patternOf(path: string): string {
  const segments = path.split('/')
  return segments
    .map((segment, index) => {
      const isPlain = /^(?:v\d|[a-z][a-z_-]{0,30}|)$/.test(segment)
      return isPlain && segments[index - 1] !== 'stores' ? segment : ':'
    })
    .join('/')
}

function nameOfDocument(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('query' in body)) return undefined
  return /\b(?:query|mutation) (\w{1,60})/.exec(String(body.query))?.[1]
}
