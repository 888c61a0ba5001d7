import { useEffect, useSyncExternalStore } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useToast } from '../../../ui/overlay/toast.tsx'

/**
 * While the device has no network, no form is submitted: it stays as it is, and an alert says so (R814). A line at the
 * foot of the page stands until the network is back.
 */
export function OfflineGuard() {
  const toast = useToast()
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    const blockWhenOffline = (event: SubmitEvent) => {
      if (navigator.onLine) return
      event.preventDefault()
      event.stopImmediatePropagation()
      toast({ tone: 'alert', title: m.site_server_error(), body: m.site_no_response() })
    }
    window.addEventListener('submit', blockWhenOffline, true)
    return () => window.removeEventListener('submit', blockWhenOffline, true)
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

function subscribeToNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
