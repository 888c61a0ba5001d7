import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { PageMeta } from '../../../base/fields.ts'
import { m } from '../../../paraglide/messages.js'
import type { PageError } from '../../../ui/page/page-errors.ts'
import type { GiftView } from '../../gift/contract.ts'
import { moveInOrder } from '../../gift/rules.ts'

/** A page of gifts and its neighbours: the gift before it, and the two after it. */
export interface GiftsInOrder {
  gifts: GiftView[]
  before: number | null
  after: number[]
  meta: PageMeta
}

/** The order on the screen while a move is on its way to the server, and what the live region announces. */
export function useGiftOrder({ gifts, before, after, meta }: GiftsInOrder) {
  const fetcher = useFetcher<Pick<PageError, 'detail'> & { code: string | null }>()
  const [order, setOrder] = useState<number[] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusedButton = useRef<string | null>(null)
  const start = (meta.page - 1) * meta.per_page
  const ids = order ?? gifts.map(gift => gift.id)
  const giftById = new Map(gifts.map(gift => [gift.id, gift]))

  // A row that moves within the page loses the focus on its button.
  useLayoutEffect(() => {
    if (focusedButton.current) document.getElementById(focusedButton.current)?.focus({ preventScroll: true })
    focusedButton.current = null
  })
  useEffect(() => {
    if (fetcher.state === 'idle') setOrder(null)
  }, [fetcher.state])

  /** The gift at an index of the page or just after it; 0 at the end of the list. */
  const giftAt = (index: number) => [...ids, ...after][index] ?? 0
  const submitMove = (gift: GiftView, newOrder: number[], place: number, nextGift: number) => {
    setOrder(newOrder)
    setAnnouncement(m.gift_moved({ name: gift.name, place, of: meta.total }))
    const fields = { intent: 'move', gift_id: String(gift.id), ...(nextGift && { before: String(nextGift) }) }
    fetcher.submit(fields, { method: 'post' })
  }

  const { code, detail } = fetcher.data ?? {}
  return {
    shown: ids.flatMap(id => giftById.get(id) ?? []),
    announcement,
    error: code && detail ? { code, detail } : null,
    /** What the buttons of a row send without JavaScript: the gift that follows after a move up or down. */
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
    /** While a gift is dragged: shows it at that index without sending anything. */
    hover: (id: number, index: number) => setOrder(moveInOrder(ids, id, { place: index + 1 })),
    drop(id: number) {
      const index = ids.indexOf(id)
      const gift = giftById.get(id)
      if (gift && gifts[index]?.id !== id) submitMove(gift, ids, start + index + 1, giftAt(index + 1))
      else setOrder(null)
    },
    cancel: () => setOrder(null),
  }
}
