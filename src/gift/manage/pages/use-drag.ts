import { type PointerEvent, useEffect, useRef, useState } from 'react'

interface DragHandlers {
  hover(id: number, index: number): void
  drop(id: number): void
  cancel(): void
}

/** Closer than this to an edge of the window (px) the page scrolls, this far with each movement (px). */
const scrollZone = 90
const scrollStep = 14

/**
 * Drags the rows of a list with any pointer: the row moves to where the pointer is between the middles of the others,
 * Escape cancels. The handle is for pointers alone; keyboards have buttons.
 */
export function useDrag({ hover, drop, cancel }: DragHandlers) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const latest = useRef({ hover, drop, cancel })
  latest.current = { hover, drop, cancel }

  useEffect(() => {
    if (dragged === null) return
    const rows = () => [...(list.current?.children ?? [])] as HTMLElement[]
    const move = ({ clientY }: globalThis.PointerEvent) => {
      if (clientY < scrollZone) window.scrollBy(0, -scrollStep)
      else if (clientY > window.innerHeight - scrollZone) window.scrollBy(0, scrollStep)
      const others = rows().filter(row => row.dataset.gift !== String(dragged))
      const index = others.filter(row => middleOf(row) < clientY).length
      const currentIndex = rows().findIndex(row => row.dataset.gift === String(dragged))
      if (index !== currentIndex) latest.current.hover(dragged, index)
    }
    const end = (how: 'drop' | 'cancel') => () => {
      setDragged(null)
      latest.current[how](dragged)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && end('cancel')()
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', end('drop'), { signal })
    window.addEventListener('pointercancel', end('cancel'), { signal })
    window.addEventListener('keydown', onKey, { signal })
    return () => listeners.abort()
  }, [dragged])

  return {
    list,
    dragged,
    /** Props for the handle of a row. */
    handle: (id: number) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.preventDefault()
        setDragged(id)
      },
    }),
  }
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}
