import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'

/** A reload without an answer for so long (ms) is begun anew: a phone may have changed its network. */
const longestReloadMs = 30_000

/**
 * Loads the page's data again every `ms` milliseconds while `isNeeded`, but not while something is being loaded: that would
 * begin anew, and where the server is slower than `ms` neither this page would come nor one that the visitor goes to. With
 * `useKeptAnswer` if the page has forms.
 */
export function useRefreshWhile(isNeeded: boolean, ms: number): void {
  const { revalidate, state } = useRevalidator()
  const isNavigating = useNavigation().state !== 'idle'
  const loading = useRef({ isNavigating, isReloading: false })
  loading.current = { isNavigating, isReloading: state !== 'idle' }
  useEffect(() => {
    if (!isNeeded) return
    let waitedMs = 0
    const timer = setInterval(() => {
      waitedMs = loading.current.isReloading ? waitedMs + ms : 0
      if (!loading.current.isNavigating && (!loading.current.isReloading || waitedMs >= longestReloadMs))
        revalidate()
    }, ms)
    return () => clearInterval(timer)
  }, [isNeeded, ms, revalidate])
}

/**
 * The answer to the page's last form until the next form or address: the router drops its action data whenever the page's
 * data is loaded again.
 */
export function useKeptAnswer<T>(actionData: T): T {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, answer: actionData })
  const answer = actionData === undefined && last.key === key ? last.answer : actionData
  if (last.key !== key || last.answer !== answer) setLast({ key, answer })
  return answer
}
