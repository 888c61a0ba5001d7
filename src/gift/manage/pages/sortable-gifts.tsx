import { m } from '../../../paraglide/messages.js'
import { errorText } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import type { MovedGift } from './manage-action.ts'
import { ManagedGift } from './managed-gift.tsx'
import { useDrag } from './use-drag.ts'
import { type GiftsInOrder, useGiftOrder } from './use-gift-order.ts'

interface SortableGiftsProps extends GiftsInOrder {
  /** Only some gifts are listed; then they have no place to be moved to. */
  isFiltered: boolean
  moved: MovedGift | null
}

/** A page of gifts that can be moved (R310), and a live region that announces the new place of one. */
export function SortableGifts({ moved, isFiltered, ...page }: SortableGiftsProps) {
  const order = useGiftOrder(page)
  const { list, dragged, handle } = useDrag(order)
  const { meta, gifts } = page
  const start = (meta.page - 1) * meta.per_page
  const movedName = moved && gifts.find(gift => gift.id === moved.gift_id)?.name
  return (
    <section aria-labelledby="gifts-in-order">
      <h2 id="gifts-in-order" className="sr-only">
        {m.gift_manage_list()}
      </h2>
      <p role="status" className={moved ? 'mt-4 font-semibold text-olive js:sr-only' : 'sr-only'}>
        {order.announcement || (moved && movedName ? m.gift_moved({ ...moved, name: movedName }) : '')}
      </p>
      {order.error && (
        <Notice tone="alert" className="mt-4">
          {errorText(order.error)}
        </Notice>
      )}
      <ul ref={list} className="mt-4 divide-y divide-line">
        {order.shown.map((gift, index) => (
          <ManagedGift
            key={gift.id}
            gift={gift}
            place={isFiltered ? null : start + index + 1}
            giftCount={meta.total}
            nextGifts={order.nextGifts(index)}
            onMove={order.moveOnePlace}
            handle={handle(gift.id)}
            isDragged={dragged === gift.id}
          />
        ))}
      </ul>
    </section>
  )
}
