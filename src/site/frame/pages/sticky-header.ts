import { useEffect } from 'react'

/** Less than this many pixels is a trembling hand, not a direction. */
const tremble = 6

/** A class on the body while the page scrolls up, gone when it scrolls down (spec §2); the header follows it. */
export function useStickyHeader(): void {
  useEffect(() => {
    // Nothing is measured at the start: the page stands at its top, or tells where it goes by its first scroll.
    let last = 0
    const follow = () => {
      const now = window.scrollY
      if (Math.abs(now - last) < tremble && now > 0) return
      document.body.classList.toggle('sticky', now < last && now > 0)
      last = now
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      window.removeEventListener('scroll', follow)
      document.body.classList.remove('sticky')
    }
  }, [])
}
