import { isRouteErrorResponse } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import type { ToastMessage } from '../../../ui/overlay/toast.tsx'
import { errorReferenceText, findPageError } from '../../../ui/page/page-errors.ts'
import { errorLead, errorScreenTitle } from './error-screen.tsx'

/** The alert for a call that no page handles: the server's message, or 'Server Error' / 'No Response' (R814). */
export function failureAlert(error: unknown): ToastMessage & { title: string } {
  const pageError = findPageError(error)
  if (pageError) {
    const sentences = [errorLead(error), errorReferenceText(pageError)].filter(text => text !== null)
    return { tone: 'alert', title: errorScreenTitle(error), body: sentences.join(' ') }
  }
  const envelope = readEnvelope(error)
  if (!envelope) return { tone: 'alert', title: m.site_server_error(), body: m.site_no_response() }
  const { title, body } = envelope
  return { tone: 'alert', title, ...(body && body !== title && { body }) }
}

/**
 * The message and the text of an error's envelope (R902) where the server refuses before the pages are asked; null for a
 * page of a proxy. Read by hand, as every guest loads this and a schema's library weighs 9 kB.
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
