import { Form } from 'react-router'
import { formatMoment } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import type { SessionDevice } from '../contract.ts'
import { formatDeviceName } from '../device-rules.ts'

/** Where the person is signed in; each other device can be signed out, or all of them at once (R110). */
export function DeviceList({ sessions, total }: { sessions: SessionDevice[]; total: number }) {
  const hasOthers = sessions.length > 1
  return (
    <Form aria-label={m.account_devices_end_others()} method="post" className="flex flex-col gap-4">
      <ul className="divide-y divide-line rounded-tile border border-line bg-card px-5">
        {sessions.map(session => (
          <DeviceRow key={session.id} session={session} />
        ))}
      </ul>
      {total > sessions.length && (
        <p className="text-sm text-soft">{m.account_devices_more({ count: total - sessions.length })}</p>
      )}
      {hasOthers && (
        <Button type="submit" name="end" value="others" kind="outline" className="self-start">
          {m.account_devices_end_others()}
        </Button>
      )}
    </Form>
  )
}

function DeviceRow({ session }: { session: SessionDevice }) {
  const language = useLanguage()
  const name = formatDeviceName(session) ?? m.account_device_unknown()
  const seen = formatMoment(new Date(session.seen_at), language)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="text-sm text-soft">
          {session.current ? m.account_device_current() : m.account_device_seen({ moment: seen })}
        </span>
      </span>
      {!session.current && (
        <Button
          type="submit"
          name="end"
          value={String(session.id)}
          kind="quiet"
          className="max-sm:-ml-5"
          aria-label={m.account_device_end_named({ device: name })}
        >
          {m.common_sign_out()}
        </Button>
      )}
    </li>
  )
}
