import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again every `ms` milliseconds while `isNeeded`. */
export function useRefreshWhile(isNeeded: boolean, ms: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(revalidate, ms)
    return () => clearInterval(timer)
  }, [isNeeded, ms, revalidate])
}
