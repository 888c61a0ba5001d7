import { formatDeviceName } from '../../../account/cookie.rules.ts'
import { formatMoment } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { type ConsoleAnswer, callConsole, goOnTo } from '../frame/console-call.ts'
import { StaffPage } from '../frame/staff-frame.tsx'
import type { Route } from './+types/staff-sessions-page'
import { staffMeta } from './staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  staffMeta(m.common_where_you_are_signed_in(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'sessions', {})

export async function action(args: Route.ActionArgs) {
  const end = String((await args.request.formData()).get('end') ?? '')
  await callConsole(args, 'endSessions', end === 'others' ? {} : { id: end })
  throw goOnTo(args, paths.staffSessions, m.staff_sessions_ended())
}

export default function StaffSessionsPage({ loaderData }: Route.ComponentProps) {
  const { sessions, recovery_codes_left } = loaderData
  return (
    <StaffPage
      title={m.common_where_you_are_signed_in()}
      lead={m.staff_sessions_lead({ count: recovery_codes_left })}
    >
      <Form
        aria-label={m.staff_sessions_end_others()}
        method="post"
        className="flex max-w-2xl flex-col gap-3"
      >
        <ul className="divide-y divide-line rounded-tile border border-line bg-card px-4">
          {sessions.map(session => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <Button type="submit" name="end" value="others" kind="outline" className="self-start">
            {m.staff_sessions_end_others()}
          </Button>
        )}
      </Form>
    </StaffPage>
  )
}

function SessionRow({ session }: { session: ConsoleAnswer<'sessions'>['sessions'][number] }) {
  const language = useLanguage()
  const device = formatDeviceName(session) ?? m.account_device_unknown()
  const seen = formatMoment(new Date(session.seen_at), language)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
      <span>
        <span className="font-semibold">{device}</span>{' '}
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
          size="small"
          aria-label={m.account_device_end_named({ device })}
        >
          {m.common_sign_out()}
        </Button>
      )}
    </li>
  )
}
