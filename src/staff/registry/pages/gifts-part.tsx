import type { ReplyOf } from '../../../base/endpoint.ts'
import { m } from '../../../paraglide/messages.js'
import { Pager } from '../../../ui/list/pager.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ActionLinks } from '../../action/pages/action-links.tsx'
import { StaffSection } from '../../frame/pages/staff-frame.tsx'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import type { listStaffGifts, StaffGiftView, StaffReservationView } from '../list-contract.ts'

/** The gifts with what was given and is reserved, and who is at the checkout. */
export function GiftsPart({ list }: { list: ReplyOf<typeof listStaffGifts> }) {
  return (
    <>
      <div>
        <StaffTable
          label={m.common_gifts()}
          rows={list.gifts}
          rowKey={gift => gift.id}
          empty={m.staff_gifts_none()}
          columns={[
            { label: m.common_gift(), cell: gift => gift.name },
            { label: m.staff_column_sku(), cell: gift => gift.sku, isCode: true },
            { label: m.common_price(), cell: gift => <Money cents={gift.price} />, isNumber: true },
            { label: m.staff_column_wished(), cell: wishedText, isNumber: true },
            { label: m.common_given(), cell: gift => <Given gift={gift} />, isNumber: true },
            { label: m.staff_column_reserved(), cell: gift => <Reserved gift={gift} />, isNumber: true },
            { label: m.staff_count_givers(), cell: gift => gift.givers, isNumber: true },
            { label: m.common_state(), cell: gift => (gift.is_available ? '' : m.staff_not_sold()) },
            {
              label: m.staff_actions(),
              isActions: true,
              cell: gift => <ActionLinks actions={[{ name: 'gift_removed', known: { gift: gift.id } }]} />,
            },
          ]}
        />
        <Pager meta={list} />
      </div>
      <Reservations reservations={list.reservations} />
    </>
  )
}

function wishedText({ is_group, quantity }: StaffGiftView): string {
  return is_group ? m.staff_group_gift() : String(quantity)
}

function Given({ gift }: { gift: StaffGiftView }) {
  return gift.is_group ? <Money cents={gift.given_cents} /> : gift.given_units
}

function Reserved({ gift }: { gift: StaffGiftView }) {
  if (gift.is_group) return gift.reserved_cents > 0 && <Money cents={gift.reserved_cents} />
  return gift.reserved_units > 0 && gift.reserved_units
}

function Reservations({ reservations }: { reservations: StaffReservationView[] }) {
  return (
    <StaffSection title={m.staff_reservations()} id="reservations">
      <StaffTable
        label={m.staff_reservations()}
        rows={reservations}
        rowKey={one => one.id}
        empty={m.staff_reservations_none()}
        columns={[
          { label: m.staff_column_when(), cell: one => <Moment at={one.created_at} /> },
          { label: m.staff_column_giver(), cell: one => one.giver },
          { label: m.common_gifts(), cell: one => one.gifts },
          { label: m.staff_column_until(), cell: one => <Moment at={one.until} /> },
          {
            label: m.staff_actions(),
            isActions: true,
            cell: one => (
              <ActionLinks actions={[{ name: 'reservation_released', known: { handoff: one.id } }]} />
            ),
          },
        ]}
      />
    </StaffSection>
  )
}
