import { type PointerEvent, useEffect, useRef, useState } from 'react'

interface Drop {
  hover(id: number, index: number): void
  drop(id: number): void
  cancel(): void
}

/** So near an edge of the window the page goes along, this far with each movement (px). */
const edge = 90
const stride = 14

/**
 * Dragging the rows of a list with any pointer: the row goes where the pointer is, between the middles of the others.
 * Escape takes it back. The handle is for pointers alone; keyboards have buttons.
 */
export function useDrag({ hover, drop, cancel }: Drop) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const latest = useRef({ hover, drop, cancel })
  latest.current = { hover, drop, cancel }

  useEffect(() => {
    if (dragged === null) return
    const rows = () => [...(list.current?.children ?? [])] as HTMLElement[]
    const move = ({ clientY }: globalThis.PointerEvent) => {
      if (clientY < edge) window.scrollBy(0, -stride)
      else if (clientY > window.innerHeight - edge) window.scrollBy(0, stride)
      const others = rows().filter(row => row.dataset.gift !== String(dragged))
      const index = others.filter(row => middleOf(row) < clientY).length
      const now = rows().findIndex(row => row.dataset.gift === String(dragged))
      if (index !== now) latest.current.hover(dragged, index)
    }
    const end = (how: 'drop' | 'cancel') => () => {
      setDragged(null)
      latest.current[how](dragged)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && end('cancel')()
    const heard = new AbortController()
    const { signal } = heard
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', end('drop'), { signal })
    window.addEventListener('pointercancel', end('cancel'), { signal })
    window.addEventListener('keydown', onKey, { signal })
    return () => heard.abort()
  }, [dragged])

  return {
    list,
    dragged,
    /** What the handle of a row needs. */
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
