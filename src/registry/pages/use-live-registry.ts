import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLocalizedHref } from '../../ui/page/link.tsx'

/** The process that answers the reload may learn of a change a moment after the one that sent the event. */
const retryMs = 1000

/**
 * Keeps an open page up to date (live pages, R519): the server sends only the number of a newer version, and the page
 * reloads with the visitor's own rights; once more if it still got the former version. The browser reconnects by
 * itself.
 */
export function useLiveRegistry(registryId: string, version: number): void {
  const { revalidate, state } = useRevalidator()
  const address = useLocalizedHref(`/api/registry/${registryId}/live`)
  const shownVersion = useRef(version)
  const newestVersion = useRef(version)
  shownVersion.current = version
  useEffect(() => {
    const source = new EventSource(address)
    source.onmessage = event => {
      newestVersion.current = Number(event.data)
      if (newestVersion.current > shownVersion.current) revalidate()
    }
    return () => source.close()
  }, [address, revalidate])
  useEffect(() => {
    if (state !== 'idle' || newestVersion.current <= version) return
    const timer = setTimeout(() => {
      newestVersion.current = version
      revalidate()
    }, retryMs)
    return () => clearTimeout(timer)
  }, [state, version, revalidate])
}
