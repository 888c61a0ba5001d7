import { useEffect, useSyncExternalStore } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useToast } from '../../../ui/overlay/toast.tsx'

/**
 * Without a network nothing is sent, so that nothing typed is lost: the form stays as it is, and one alert says so
 * (spec §8 “Server Error” / “No Response”). A line at the foot of the page stands until the network is back.
 */
export function OfflineGuard() {
  const toast = useToast()
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      if (navigator.onLine) return
      event.preventDefault()
      event.stopImmediatePropagation()
      toast({ tone: 'alert', title: m.site_server_error(), body: m.site_no_response() })
    }
    window.addEventListener('submit', hold, true)
    return () => window.removeEventListener('submit', hold, true)
  }, [toast])
  return (
    <p role="status">
      {!isOnline && (
        <span className="block bg-honey px-4 py-2 text-center text-sm font-semibold">
          {m.site_offline_notice()}
        </span>
      )}
    </p>
  )
}

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
