import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Another process may hear of a change a moment after the one that told this page. */
const againMs = 1000

/**
 * Keeps an open page true: the server says only that a newer version exists, the page then reads itself again
 * with the visitor's own rights; once more if it was given the version before. The browser reconnects by itself.
 */
export function useLiveRegistry(registryId: string, version: number): void {
  const { revalidate, state } = useRevalidator()
  const shown = useRef(version)
  const told = useRef(version)
  shown.current = version
  useEffect(() => {
    const source = new EventSource(`/api/registry/${registryId}/live`)
    source.onmessage = event => {
      told.current = Number(event.data)
      if (told.current > shown.current) revalidate()
    }
    return () => source.close()
  }, [registryId, revalidate])
  useEffect(() => {
    if (state !== 'idle' || told.current <= version) return
    const timer = setTimeout(() => {
      told.current = version
      revalidate()
    }, againMs)
    return () => clearTimeout(timer)
  }, [state, version, revalidate])
}
