import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { useUnansweredRequests } from '../../ui/browser/unanswered-requests.ts'
import { type ToastMessage, useToast } from '../../ui/overlay/toast.tsx'
import { errorReferenceText, findPageError } from '../../ui/page/page-errors.ts'
import { errorLead, errorScreenTitle } from './error-screen.tsx'

/**
 * When a request is not answered, the page stays as it is and one alert says so (failures on screen, R814). Without
 * network no form is submitted, and a line at the foot of the page says so until the network is back.
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

/** The alert for a request that no page handles: the server's message, or 'Server Error' / 'No Response' (R814). */
function failureAlert(error: unknown): ToastMessage & { title: string } {
  const pageError = findPageError(error)
  if (pageError) {
    const sentences = [errorLead(error), errorReferenceText(pageError)].filter(text => text !== null)
    const isUnknown = pageError.code === 'refused_unexpected'
    const title = isUnknown ? m.site_server_error() : errorScreenTitle(error)
    return { tone: 'alert', title, body: sentences.join(' ') }
  }
  const envelope = readEnvelope(error)
  if (!envelope) return { tone: 'alert', title: m.site_server_error(), body: m.site_no_response() }
  const { title, body } = envelope
  return { tone: 'alert', title, ...(body && body !== title && { body }) }
}

/**
 * The message and text of an API error (R902: the envelope of answers) that the server sent before the pages ran;
 * null for other content, such as a proxy's page. Parsed by hand, because every guest loads this and a schema library
 * has 9 kB.
 */
function readEnvelope(error: unknown): { title: string; body: string | undefined } | null {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') return null
  const envelope = parseJson(error.data) as { message?: unknown; data?: unknown } | null
  if (typeof envelope?.message !== 'string' || envelope.message === '') return null
  const { message, data } = envelope
  const text = typeof data === 'object' && data !== null && 'error' in data ? data.error : data
  return { title: message, body: typeof text === 'string' ? text : undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
