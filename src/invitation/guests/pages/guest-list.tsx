import { formatPhone } from '../../../base/phone.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import type { GuestView } from '../contract.ts'
import type { ReplyTotals } from '../rules.ts'

/** How many people are on the list, come, don't come, and have not answered. */
export function GuestTotals({ totals }: { totals: ReplyTotals }) {
  const counts = [
    { value: totals.total, label: m.guests_total() },
    { value: totals.coming, label: m.guests_coming() },
    { value: totals.notComing, label: m.guests_not_coming() },
    { value: totals.unanswered, label: m.guests_unanswered() },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-y border-line py-5 sm:grid-cols-4">
      {counts.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="font-serif text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The guests, each with a link to their dialog. */
export function GuestList({ guests, back }: { guests: GuestView[]; back: string }) {
  return (
    <ul className="divide-y divide-line">
      {guests.map(guest => (
        <li key={guest.id} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
          <div className="min-w-0">
            <p className="font-semibold">
              <Link to={`${back}?guest=${guest.id}`} preventScrollReset variant="text">
                {guest.name || guest.email}
              </Link>
              {guest.people > 1 && (
                <span className="font-normal text-soft">
                  &nbsp;· {m.guest_people_count({ count: guest.people })}
                </span>
              )}
            </p>
            <p className="text-sm text-soft">
              {[guest.name && guest.email, formatPhone(guest.phone ?? '')].filter(Boolean).join('\u00a0· ')}
            </p>
            {guest.notes && <p className="text-sm text-soft">{guest.notes}</p>}
            {guest.word && <p className="mt-1 font-serif text-lg whitespace-pre-line">{guest.word}</p>}
          </div>
          <ReplyStatus guest={guest} />
        </li>
      ))}
    </ul>
  )
}

function ReplyStatus({ guest }: { guest: GuestView }) {
  if (guest.reply === 'coming')
    return <p className="text-sm font-semibold text-olive">{m.guest_coming({ count: guest.coming })}</p>
  if (guest.reply === 'not_coming')
    return <p className="text-sm font-semibold text-pomegranate">{m.guest_not_coming()}</p>
  return (
    <p className="text-sm text-soft">{guest.invited ? m.guest_reply_pending() : m.guest_not_invited()}</p>
  )
}
