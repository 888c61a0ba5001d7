import { useEffect } from 'react'

/** Scrolling by less than this many pixels has no direction. */
const minScrollDistance = 6

/** Sets the class `sticky` on the body while the page scrolls up, which brings the header back (R809). */
export function useStickyHeader(): void {
  useEffect(() => {
    // Not `window.scrollY`: reading it now would force a layout.
    let lastY = 0
    const update = () => {
      const y = window.scrollY
      if (Math.abs(y - lastY) < minScrollDistance && y > 0) return
      document.body.classList.toggle('sticky', y < lastY && y > 0)
      lastY = y
    }
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      window.removeEventListener('scroll', update)
      document.body.classList.remove('sticky')
    }
  }, [])
}
