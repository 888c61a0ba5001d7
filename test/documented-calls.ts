import { readFileSync } from 'node:fs'

/** The calls of REST that docs/shop-contract.md lists. */
export const documentedCalls = [
  ...readFileSync(new URL('../docs/shop-contract.md', import.meta.url), 'utf8').matchAll(
    /^\| `(GET|POST|PUT|DELETE) (\/v[23]\/[^`]+)`/gm,
  ),
].map(([, method = '', path = '']) => ({ method, path }))

const patterns = documentedCalls.map(({ method, path }) => ({ method, pattern: patternOf(path) }))

/** What matches the paths that a template such as `/orders/{id}` stands for. */
export function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}

/** Whether the list has the call, by the requested path with its version. */
export const isDocumented = (method: string, pathname: string): boolean =>
  patterns.some(one => one.method === method && one.pattern.test(pathname))
