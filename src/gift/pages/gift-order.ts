import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFetcher, useLocation } from 'react-router'
import type { PageMeta } from '../../base/fields.ts'
import { m } from '../../paraglide/messages.js'
import type { PageError } from '../../ui/page/page-errors.ts'
import type { GiftView } from '../gift.contract.ts'
import { moveInOrder } from '../gift.rules.ts'

interface DragHandlers {
  hover(id: number, index: number): void
  drop(id: number): void
  cancel(): void
}

/** Within `scrollZone` px of the window's edge, each pointer movement scrolls the page by `scrollStep` px. */
const scrollZone = 90
const scrollStep = 14

/**
 * Drags rows of a list with any pointer: the row moves to where the pointer is between the middles of the others;
 * Escape cancels. The handle is only for pointers; keyboards use the buttons.
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
      // Drawn at once, because a drop saves what is drawn.
      if (index !== currentIndex) flushSync(() => latest.current.hover(dragged, index))
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

/** A page of gifts, with the id of the gift before it and of the two after it. */
export interface GiftsInOrder {
  gifts: GiftView[]
  before: number | null
  after: number[]
  meta: PageMeta
}

/** A move without an answer for so long (ms) holds no other one back. */
const longestSavingMs = 30_000

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/**
 * Saves moves one after the other, also once the page is left: of two on their way at once, the server may do the earlier
 * one last.
 */
function useMoves() {
  const { state, data: answer, submit } = useFetcher<Pick<PageError, 'detail'> & { code: string | null }>()
  const saved = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef<Record<string, string>[]>([])
  const [unsavedCount, setUnsavedCount] = useState(0)
  const { pathname, search } = useLocation()
  const here = pathname + search
  useEffect(() => {
    // The browser leaves the document, and with it what waits.
    const sendAll = () => {
      for (const fields of waiting.current.splice(0))
        void fetch(here, { method: 'POST', body: new URLSearchParams(fields), keepalive: true })
    }
    window.addEventListener('pagehide', sendAll)
    return () => window.removeEventListener('pagehide', sendAll)
  }, [here])
  const save = (fields: Record<string, string>) => {
    waiting.current.push(fields)
    setUnsavedCount(count => count + 1)
    const sendNext = () => {
      const next = waiting.current.shift()
      return next && Promise.race([submit(next, { method: 'post', action: here }), wait(longestSavingMs)])
    }
    saved.current = saved.current
      .then(sendNext)
      // The router's own failure stops no later move; a refusal is no failure.
      .catch(() => {})
      .finally(() => setUnsavedCount(count => count - 1))
  }
  return { save, unsavedCount, isIdle: state === 'idle', answer }
}

/** The order on screen while a move is being saved, and the text of the live region. */
export function useGiftOrder({ gifts, before, after, meta }: GiftsInOrder) {
  const { save, unsavedCount, isIdle, answer } = useMoves()
  const [order, setOrder] = useState<number[] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusedButton = useRef<string | null>(null)
  const isDragging = useRef(false)
  const start = (meta.page - 1) * meta.per_page
  const ids = order ?? gifts.map(gift => gift.id)
  const giftById = new Map(gifts.map(gift => [gift.id, gift]))

  // A row that moves in the document loses the focus on its button.
  useLayoutEffect(() => {
    if (focusedButton.current) document.getElementById(focusedButton.current)?.focus({ preventScroll: true })
    focusedButton.current = null
  })
  useEffect(() => {
    if (isIdle && unsavedCount === 0 && !isDragging.current) setOrder(null)
  }, [isIdle, unsavedCount])

  /** The id at an index of the page or just after it; 0 at the end of the list. */
  const giftAt = (index: number) => [...ids, ...after][index] ?? 0
  const submitMove = (gift: GiftView, newOrder: number[], place: number, nextGift: number) => {
    setOrder(newOrder)
    setAnnouncement(m.gift_moved({ name: gift.name, place, of: meta.total }))
    save({ intent: 'move', gift_id: String(gift.id), ...(nextGift && { before: String(nextGift) }) })
  }

  const { code, detail } = answer ?? {}
  return {
    shown: ids.flatMap(id => giftById.get(id) ?? []),
    announcement,
    error: code && detail ? { code, detail } : null,
    /** Sent without JavaScript: the id of the gift that follows after a move up or down. */
    nextGifts: (index: number) => ({
      up: index > 0 ? giftAt(index - 1) : (before ?? giftAt(0)),
      down: giftAt(index + 2),
    }),
    moveOnePlace(gift: GiftView, by: 1 | -1, buttonId: string) {
      const index = ids.indexOf(gift.id)
      const place = start + index + 1 + by
      if (place < 1 || place > meta.total) return
      focusedButton.current = buttonId
      const nextGift = by === 1 ? giftAt(index + 2) : index > 0 ? giftAt(index - 1) : (before ?? 0)
      submitMove(gift, moveInOrder(ids, gift.id, { place: Math.max(1, index + 1 + by) }), place, nextGift)
    },
    /** Shows a dragged gift at that index without saving it. */
    hover(id: number, index: number) {
      isDragging.current = true
      setOrder(moveInOrder(ids, id, { place: index + 1 }))
    },
    drop(id: number) {
      isDragging.current = false
      const index = ids.indexOf(id)
      const gift = giftById.get(id)
      if (gift && (unsavedCount > 0 || gifts[index]?.id !== id))
        submitMove(gift, ids, start + index + 1, giftAt(index + 1))
      else setOrder(null)
    },
    cancel() {
      isDragging.current = false
      setOrder(null)
    },
  }
}
