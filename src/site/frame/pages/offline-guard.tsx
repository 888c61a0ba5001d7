import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useUnansweredRequests } from '../../../ui/browser/unanswered-requests.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { failureAlert } from '../../errors/pages/failure-alert.ts'

/**
 * Whatever the server doesn't answer, the page stays as it is, and one alert says so (R814); while the device has no
 * network, no form is sent at all. A line at the foot of the page stands until the network is back.
 */
export function OfflineGuard() {
  const toast = useToast()
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  useUnansweredRequests(useCallback(error => toast(failureAlert(error)), [toast]))
  useEffect(() => {
    const blockWhenOffline = (event: SubmitEvent) => {
      if (navigator.onLine) return
      event.preventDefault()
      event.stopImmediatePropagation()
      toast(failureAlert(null))
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
