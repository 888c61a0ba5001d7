import { type RefObject, startTransition, useEffect, useState } from 'react'
import type { Menus, SiteData } from '../../../ui/page/site-data.ts'

/** What has been asked for, by its address: it outlives the page that asked. */
const asked = new Map<string, Promise<Menus>>()

const waitMost = 10_000
/** A failed answer is not asked for again at once. */
const restMs = 1000

/** A pointer over them, the focus in them, or one of them opened before the scripts ran. */
const isOfInterest = ':is(:hover, :focus-within, :has(details[open]))'

/**
 * What stands below the entries of the menus in that box: the first categories at first, everything from the first sign
 * of interest on. It is asked for when the page has come to rest, or at that sign. What does not arrive is asked for
 * at the next one; meanwhile the entries themselves lead on.
 */
export function useMenus(
  { address, categories }: SiteData['menus'],
  box: RefObject<HTMLElement | null>,
): Menus {
  const [whole, setWhole] = useState<Menus>()
  useEffect(() => {
    const hearing = new AbortController()
    const { signal } = hearing
    const show = () =>
      menusAt(address).then(menus => signal.aborted || startTransition(() => setWhole(menus)), nothing)
    for (const sign of ['pointerover', 'focusin']) box.current?.addEventListener(sign, show, { signal })
    if (box.current?.matches(isOfInterest)) show()
    const atRest = window.requestIdleCallback ?? setTimeout
    atRest(() => menusAt(address).catch(nothing))
    return () => {
      hearing.abort()
      setWhole(undefined)
    }
  }, [address, box])
  return whole ?? { '/categories': categories }
}

function nothing(): void {}

/** Asks as nobody in particular: the answer is the same for everyone. */
function menusAt(address: string): Promise<Menus> {
  const known = asked.get(address)
  if (known) return known
  const answer = fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(waitMost) }).then(
    (answer): Promise<Menus> => (answer.ok ? answer.json() : Promise.reject(answer)),
  )
  answer.catch(() => setTimeout(() => asked.delete(address), restMs))
  asked.set(address, answer)
  return answer
}
