import { type RefObject, startTransition, useEffect, useState } from 'react'
import type { Menus, SiteData } from '../../../ui/page/site-data.ts'

/** Menus by their address; kept while pages change. */
const menusByAddress = new Map<string, Promise<Menus>>()

const fetchTimeoutMs = 10_000
const retryAfterMs = 1000

/** The pointer or the focus is in the header, or a menu was opened before the scripts ran. */
const inUseSelector = ':is(:hover, :focus-within, :has(details[open]))'

/**
 * The pages below the entries of the menus: at first only the categories of the first level, everything as soon as the
 * pointer or the focus enters the header. The menus are fetched when the browser is idle, or then (R804). After a
 * failure they are fetched again the next time; meanwhile the entries themselves are links.
 */
export function useMenus(
  { address, categories }: SiteData['menus'],
  header: RefObject<HTMLElement | null>,
): Menus {
  const [menus, setMenus] = useState<Menus>()
  useEffect(() => {
    const cleanup = new AbortController()
    const { signal } = cleanup
    const showAll = () =>
      fetchMenus(address).then(all => signal.aborted || startTransition(() => setMenus(all)), ignoreFailure)
    for (const event of ['pointerover', 'focusin'])
      header.current?.addEventListener(event, showAll, { signal })
    if (header.current?.matches(inUseSelector)) showAll()
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(() => fetchMenus(address).catch(ignoreFailure))
    return () => {
      cleanup.abort()
      setMenus(undefined)
    }
  }, [address, header])
  return menus ?? { '/categories': categories }
}

/** The menus are an extra: without them every entry still leads to its page. */
function ignoreFailure(): void {}

/** Without cookies, because the answer is the same for everybody. */
function fetchMenus(address: string): Promise<Menus> {
  const known = menusByAddress.get(address)
  if (known) return known
  const menus = fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(fetchTimeoutMs) }).then(
    (response): Promise<Menus> => (response.ok ? response.json() : Promise.reject(response)),
  )
  menus.catch(() => setTimeout(() => menusByAddress.delete(address), retryAfterMs))
  menusByAddress.set(address, menus)
  return menus
}
