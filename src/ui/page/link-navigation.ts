import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { afterPaint } from '../browser/after-paint.ts'

/** The links that `Link` renders for pages of this site. */
const siteLinkSelector = 'a[data-discover], a[data-follow]'

/**
 * Navigates within the application on a click on any `Link`, by one listener for the whole document. The link's pressed
 * look is painted first: what starts a navigation keeps a phone from painting for a while.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // React's own listener on the document runs first: what a component handles is `defaultPrevented` here.
    const followLink = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(siteLinkSelector) : null
      if (!link || !isPlainClick(event) || leavesApplication(link)) return
      event.preventDefault()
      const options = link.dataset.follow?.split(' ') ?? []
      const address = link.pathname + link.search + link.hash
      const replace = options.includes('replace') || link.href === window.location.href
      afterPaint(() => navigate(address, { preventScrollReset: options.includes('stay'), replace }))
    }
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [navigate])
}

/** Not a click that opens a tab or window, nor one that a component has handled. */
function isPlainClick(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}

function leavesApplication({ target, origin }: HTMLAnchorElement): boolean {
  return (target !== '' && target !== '_self') || origin !== window.location.origin
}
