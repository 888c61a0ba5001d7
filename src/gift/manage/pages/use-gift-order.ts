import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import type { GiftView } from '../../gift/contract.ts'
import { moveInOrder } from '../../gift/rules.ts'
import type { action, ManageGiftsData } from './manage-gifts-page.tsx'

/** The order on the screen while a move is on its way to the server, and what the live region says of it. */
export function useGiftOrder({ gifts, before, after, meta }: ManageGiftsData) {
  const fetcher = useFetcher<typeof action>()
  const [order, setOrder] = useState<number[] | null>(null)
  const [said, setSaid] = useState('')
  const focused = useRef<string | null>(null)
  const from = (meta.page - 1) * meta.per_page
  const ids = order ?? gifts.map(gift => gift.id)
  const byId = new Map(gifts.map(gift => [gift.id, gift]))
  const shown = ids.flatMap(id => byId.get(id) ?? [])

  // A row that moves down in the page loses the focus on its button.
  useLayoutEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus({ preventScroll: true })
    focused.current = null
  })
  useEffect(() => {
    if (fetcher.state === 'idle') setOrder(null)
  }, [fetcher.state])

  /** The gift that one at this index of the page stands before; beyond the page's ends too, 0 at the very end. */
  const beforeOf = (index: number) => [...ids, ...after][index] ?? 0
  const send = (gift: GiftView, wanted: number[], place: number, next: number) => {
    setOrder(wanted)
    setSaid(m.gift_moved({ name: gift.name, place, of: meta.total }))
    const fields = { intent: 'move', gift_id: String(gift.id), ...(next && { before: String(next) }) }
    fetcher.submit(fields, { method: 'post' })
  }

  return {
    shown,
    said,
    refused: fetcher.data?.code ?? null,
    /** What the buttons of a row send without JavaScript: the gift that it is to stand before. */
    targets: (index: number) => ({
      up: index > 0 ? beforeOf(index - 1) : (before ?? beforeOf(0)),
      down: beforeOf(index + 2),
    }),
    /** One place up or down. */
    step(gift: GiftView, by: 1 | -1, button: string) {
      const index = ids.indexOf(gift.id)
      const place = from + index + 1 + by
      if (place < 1 || place > meta.total) return
      focused.current = button
      const next = by === 1 ? beforeOf(index + 2) : index > 0 ? beforeOf(index - 1) : (before ?? 0)
      send(gift, moveInOrder(ids, gift.id, { place: Math.max(1, index + 1 + by) }), place, next)
    },
    /** While it is dragged: shows it at that index, and tells nobody. */
    hover: (id: number, index: number) => setOrder(moveInOrder(ids, id, { place: index + 1 })),
    drop(id: number) {
      const index = ids.indexOf(id)
      const gift = byId.get(id)
      if (gift && gifts[index]?.id !== id) send(gift, ids, from + index + 1, beforeOf(index + 1))
      else setOrder(null)
    },
    cancel: () => setOrder(null),
  }
}

export type GiftOrder = ReturnType<typeof useGiftOrder>
