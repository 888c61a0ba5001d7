import { readFileSync } from 'node:fs'

/** The calls of REST that docs/shop-contract.md lists. */
export const documentedCalls = [
  ...readFileSync(new URL('../docs/shop-contract.md', import.meta.url), 'utf8').matchAll(
    /^\| `(GET|POST|PUT|DELETE) (\/v[23]\/[^`]+)`/gm,
  ),
].map(([, method = '', path = '']) => ({ method, path }))

/** Whether the list has the call, by the requested path with its version. */
export const isDocumented = (method: string, pathname: string): boolean =>
  documentedCalls.some(
    call =>
      call.method === method && new RegExp(`^${call.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname),
  )
