import { startTransition, useEffect, useState } from 'react'
import { giftsAtOnce } from '../list-rules.ts'

/**
 * Which gifts are shown: one page in the document; once it has loaded, the others too, a page at a time, so that nobody
 * waits for them and the browser finds a word in all of them.
 */
export function useShownPart(total: number, page: number): [from: number, to: number] {
  const [part, setPart] = useState<[number, number]>([(page - 1) * giftsAtOnce, page * giftsAtOnce])
  const [from, to] = part
  useEffect(() => {
    if (from === 0 && to >= total) return
    const timer = setTimeout(() => startTransition(() => setPart([0, to + giftsAtOnce])))
    return () => clearTimeout(timer)
  }, [from, to, total])
  return part
}
