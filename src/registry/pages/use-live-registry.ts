import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useLocalizedHref } from '../../ui/page/link.tsx'

/** The process that answers the reload may learn of a change a moment after the one that sent the event. */
const retryMs = 1000

/**
 * Keeps an open page up to date (live pages, R519): the server sends only the number of a newer version, and the page
 * reloads with the visitor's own rights; once more if it still got the former version. It waits for what is being loaded,
 * which would begin anew: a page that the visitor goes to might never come. The browser reconnects by itself.
 */
export function useLiveRegistry(registryId: string, version: number): void {
  const { revalidate, state } = useRevalidator()
  const { state: navigationState } = useNavigation()
  const isIdle = state === 'idle' && navigationState === 'idle'
  const isIdleNow = useRef(true)
  isIdleNow.current = isIdle
  const isReloaded = useRef(true)
  const address = useLocalizedHref(`/api/registry/${registryId}/live`)
  const shownVersion = useRef(version)
  const newestVersion = useRef(version)
  shownVersion.current = version
  useEffect(() => {
    const source = new EventSource(address)
    source.onmessage = event => {
      newestVersion.current = Number(event.data)
      isReloaded.current = newestVersion.current > shownVersion.current && isIdleNow.current
      if (isReloaded.current) revalidate()
    }
    return () => source.close()
  }, [address, revalidate])
  useEffect(() => {
    if (!isIdle || newestVersion.current <= version) return
    const timer = setTimeout(() => {
      if (isReloaded.current) newestVersion.current = version
      isReloaded.current = true
      revalidate()
    }, retryMs)
    return () => clearTimeout(timer)
  }, [isIdle, version, revalidate])
}
