/**
 * Names the route of a path by the patterns of all routes, so that logs and metrics hold no codes, slugs or tokens, and
 * have only so many names: `/registry/KH7M/gifts` is `/registry/:/gifts`, anything unknown `other`.
 */
export function createRouteNames(patterns: string[]): (path: string) => string {
  const names = new Set<string>()
  const words = new Set<string>()
  const prefixes: string[] = []
  for (const pattern of patterns.flatMap(expandOptional)) {
    const name = nameOf(pattern)
    for (const word of name.split('/')) words.add(word)
    if (name.endsWith('/*')) prefixes.push(name.slice(0, -1))
    names.add(name)
  }
  const longestFirst = prefixes
    .filter(prefix => prefix !== '/')
    .sort((one, other) => other.length - one.length)
  return path => {
    const plain = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
    const segments = plain.split('/')
    if (segments.length > maxSegments) return prefixOf(plain, longestFirst)
    const name = segments.map(segment => (words.has(segment) ? segment : ':')).join('/')
    if (names.has(name)) return name
    return matchWithParameters(segments, names) ?? prefixOf(plain, longestFirst)
  }
}

const maxSegments = 8

/** A pattern with a name for each parameter; `/find/:type?` is two patterns. */
function expandOptional(pattern: string): string[] {
  return /\/:\w+\?$/.test(pattern) ? [pattern.replace(/\/:\w+\?$/, ''), pattern.slice(0, -1)] : [pattern]
}

function nameOf(pattern: string): string {
  const segments = pattern.split('/').map(segment => (segment.startsWith(':') ? ':' : segment))
  return segments.join('/') || '/'
}

/** The name of a path one of whose parameters happens to be a word of another route, as a slug may be. */
function matchWithParameters(segments: string[], names: Set<string>): string | undefined {
  return segments
    .map((_, index) => segments.map((segment, at) => (at >= index && at > 1 ? ':' : segment)).join('/'))
    .find(name => names.has(name))
}

function prefixOf(path: string, prefixes: string[]): string {
  const prefix = prefixes.find(one => path.startsWith(one))
  return prefix ? `${prefix}*` : 'other'
}
