import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useToast } from '../../../ui/overlay/toast.tsx'

/**
 * What `?done=` says was done, as a notice: a toast that cleans the address where scripts run; the words are
 * also returned, for a notice on the page where they don't (`js:hidden`).
 */
export function useDoneMessage(words: Record<string, () => string>): string | null {
  const [query, setQuery] = useSearchParams()
  const toast = useToast()
  const done = query.get('done')
  const said = (done && words[done]?.()) || null
  useEffect(() => {
    if (said === null) return
    toast({ title: said })
    setQuery(
      before => {
        const after = new URLSearchParams(before)
        after.delete('done')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [said, toast, setQuery])
  return said
}
