import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { m } from '../../../paraglide/messages.js'

/** The first stop of the keyboard: over the header, straight to the page. */
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

/** The thin bar on top while the next page is on its way. */
export function LoadingBar() {
  const under = useNavigation().state !== 'idle'
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.75">
      {under && (
        <div className="h-full origin-left animate-[load_4s_cubic-bezier(0.1,0.7,0.2,1)_120ms_both] bg-pomegranate" />
      )}
    </div>
  )
}

/** Tells those who listen that another page has come, and begins at its top: a new document would do both by itself. */
export function PageAnnouncer() {
  const { pathname } = useLocation()
  useFocusOnPage(pathname)
  const [first] = useState(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (pathname !== first || title !== '') setTitle(document.title)
  }, [pathname, first, title])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/** The keyboard goes on in the new page: not in the header that stays, nor nowhere, where the pressed link has gone. */
function useFocusOnPage(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    const isOver = document.querySelector('dialog[open], [role=dialog]') !== null
    if (!main?.contains(document.activeElement) && !isOver) main?.focus({ preventScroll: true })
  }, [pathname])
}
