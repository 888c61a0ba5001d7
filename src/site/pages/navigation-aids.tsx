import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { m } from '../../paraglide/messages.js'

/** The first focusable element: jumps past the header to the page's content (accessibility, R816). */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="no-print fixed top-2 left-2 z-60 -translate-y-24 rounded-pill bg-ink px-5 py-3 font-semibold text-paper edge-forced focus:translate-y-0"
    >
      {m.site_skip_to_content()}
    </a>
  )
}

export function LoadingBar() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.75">
      {isLoading && (
        <div className="h-full origin-left animate-[load_4s_cubic-bezier(0.1,0.7,0.2,1)_120ms_both] bg-pomegranate" />
      )}
    </div>
  )
}

/** Announces a new page to screen readers and focuses it, as a new document would do (accessibility, R816). */
export function PageAnnouncer() {
  const { pathname, key } = useLocation()
  useFocusOnPage(pathname)
  const [firstKey] = useState(key)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (key !== firstKey || title !== '') setTitle(document.title)
  }, [key, firstKey, title])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** Moves the focus into the new page, unless it is there already or a dialog is open. */
function useFocusOnPage(pathname: string): void {
  const focusedPath = useRef(pathname)
  useEffect(() => {
    if (focusedPath.current === pathname) return
    focusedPath.current = pathname
    const main = document.getElementById('main')
    const hasDialog = document.querySelector('dialog[open], [role=dialog]') !== null
    if (!main?.contains(document.activeElement) && !hasDialog) main?.focus({ preventScroll: true })
  }, [pathname])
}
