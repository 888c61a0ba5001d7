import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { m } from '../../paraglide/messages.js'

/** The first stop of the keyboard: over the header, straight to the page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-60 -translate-y-24 rounded-pill bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {m.site_skip()}
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

/** Tells those who listen that another page has come: a new document would, a new page inside it does not. */
export function PageAnnouncer() {
  const { pathname } = useLocation()
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
