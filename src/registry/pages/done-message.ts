import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Shows the message for `?done=` as a toast, and returns it for a notice without JavaScript (`js:hidden`). */
export function useDoneMessage(messages: Record<string, () => string>): string | null {
  const [query, setQuery] = useSearchParams()
  const toast = useToast()
  const done = query.get('done')
  const message = (done && messages[done]?.()) || null
  useEffect(() => {
    if (message === null) return
    toast({ title: message })
    setQuery(
      before => {
        const after = new URLSearchParams(before)
        after.delete('done')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [message, toast, setQuery])
  return message
}
