import type { ReplyOf } from '../../../base/endpoint.ts'
import { m } from '../../../paraglide/messages.js'
import { CursorPager } from '../../frame/pages/staff-frame.tsx'
import { StaffTable } from '../../frame/pages/staff-table.tsx'
import { Moment } from '../../frame/pages/staff-text.tsx'
import type { listStaffGuests, StaffGuestView } from '../list-contract.ts'
import { GuestEmail } from './orders-part.tsx'

/** The hosts' guest list. */
export function GuestsPart(props: { list: ReplyOf<typeof listStaffGuests>; shown: Record<string, string> }) {
  const { list, shown } = props
  return (
    <div>
      <StaffTable
        label={m.common_guests()}
        rows={list.guests}
        rowKey={guest => guest.id}
        empty={m.staff_guests_none()}
        columns={[
          { label: m.common_name(), cell: guest => guest.name },
          {
            label: m.common_email(),
            cell: guest => {
              const email = shown[`guest ${guest.id}`]
              return (
                <GuestEmail
                  name={`guest ${guest.id}`}
                  email={email ?? guest.email}
                  isMasked={guest.is_masked && email === undefined}
                />
              )
            },
          },
          { label: m.common_people(), cell: guest => guest.people, isNumber: true },
          { label: m.staff_column_invited(), cell: guest => <Moment at={guest.invited_at} /> },
          { label: m.common_reply(), cell: replyText },
        ]}
      />
      <CursorPager name="after" next={list.next === null ? null : String(list.next)} />
    </div>
  )
}

function replyText({ reply, coming }: StaffGuestView): string {
  if (reply === null) return ''
  return reply === 'coming' ? m.staff_reply_coming({ count: coming }) : m.staff_reply_not_coming()
}
