import { m } from '../../../paraglide/messages.js'
import { Pager } from '../../../ui/list/pager.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ActionLinks } from '../../action/pages/action-links.tsx'
import type { ConsoleAnswer } from '../../frame/pages/console-call.ts'
import { StaffList, StaffTable } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'

type Gifts = ConsoleAnswer<'registryGifts'>
type Gift = Gifts['gifts'][number]

/** The gifts with what was given and is reserved, and who is at the checkout. */
export function GiftsPart({ list }: { list: Gifts }) {
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
            { label: m.staff_count_givers(), cell: gift => gift.given.givers, isNumber: true },
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

function wishedText({ is_group, quantity }: Gift): string {
  return is_group ? m.staff_group_gift() : String(quantity)
}

function Given({ gift }: { gift: Gift }) {
  return gift.is_group ? <Money cents={gift.given.cents} /> : gift.given.units
}

function Reserved({ gift }: { gift: Gift }) {
  if (gift.is_group) return gift.given.reservedCents > 0 && <Money cents={gift.given.reservedCents} />
  return gift.given.reservedUnits > 0 && gift.given.reservedUnits
}

function Reservations({ reservations }: { reservations: Gifts['reservations'] }) {
  return (
    <StaffList
      id="reservations"
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
  )
}
