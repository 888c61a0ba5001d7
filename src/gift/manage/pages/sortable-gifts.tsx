import { m } from '../../../paraglide/messages.js'
import { registryErrorMessage } from '../../../registry/registry/pages/error-messages.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import type { ManageGiftsData } from './manage-gifts-page.tsx'
import { ManagedGift } from './managed-gift.tsx'
import { useDrag } from './use-drag.ts'
import { useGiftOrder } from './use-gift-order.ts'

type ListProps = ManageGiftsData & { moved: { gift_id: number; place: number; of: number } | null }

/** The page of gifts that can be put in order, and the region that says where one stands now. */
export function SortableGifts({ moved, ...props }: ListProps) {
  const order = useGiftOrder(props)
  const { list, dragged, handle } = useDrag(order)
  const { isNarrowed, meta } = props
  const first = (meta.page - 1) * meta.per_page
  const name = moved && props.gifts.find(gift => gift.id === moved.gift_id)?.name
  return (
    <section aria-labelledby="gifts-in-order">
      <h2 id="gifts-in-order" className="sr-only">
        {m.gift_manage_list()}
      </h2>
      <p role="status" className={moved ? 'mt-4 font-semibold text-olive js:sr-only' : 'sr-only'}>
        {order.said || (moved && name ? m.gift_moved({ ...moved, name }) : '')}
      </p>
      {order.refused && (
        <Notice tone="alert" className="mt-4">
          {registryErrorMessage(order.refused)}
        </Notice>
      )}
      <ul ref={list} className="mt-4 divide-y divide-line">
        {order.shown.map((gift, index) => (
          <ManagedGift
            key={gift.id}
            gift={gift}
            place={isNarrowed ? null : first + index + 1}
            of={meta.total}
            targets={order.targets(index)}
            onStep={order.step}
            handle={handle(gift.id)}
            isDragged={dragged === gift.id}
          />
        ))}
      </ul>
    </section>
  )
}
