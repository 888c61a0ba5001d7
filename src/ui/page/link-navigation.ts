import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** What `Link` makes of a link within the application. */
const followed = 'a[data-discover], a[data-follow]'

/** Follows a press on any `Link` of the page within the application; everything else is the browser's. */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // React listens at the document, too, and has been there before: what a part of the page does itself is prevented.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(followed) : null
      if (!link || !isPlain(event) || isForElsewhere(link)) return
      event.preventDefault()
      const how = link.dataset.follow?.split(' ') ?? []
      navigate(link.pathname + link.search + link.hash, {
        preventScrollReset: how.includes('stay'),
        replace: how.includes('replace') || link.href === window.location.href,
      })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

/** Not one that opens a tab or a window, nor one that a part of the page has answered already. */
function isPlain(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}

function isForElsewhere({ target, origin }: HTMLAnchorElement): boolean {
  return (target !== '' && target !== '_self') || origin !== window.location.origin
}
