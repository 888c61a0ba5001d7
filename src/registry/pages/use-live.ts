import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Keeps an open page true: the server says only that a newer version exists, the page then reads itself again
 * with the visitor's own rights. The browser reconnects by itself.
 */
export function useLive(registryId: string, version: number): void {
  const { revalidate } = useRevalidator()
  const shown = useRef(version)
  shown.current = version
  useEffect(() => {
    const source = new EventSource(`/api/registry/${registryId}/live`)
    source.onmessage = event => {
      if (Number(event.data) > shown.current) revalidate()
    }
    return () => source.close()
  }, [registryId, revalidate])
}
