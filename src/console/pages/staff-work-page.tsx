import { formatMoment } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Link } from '../../ui/page/link.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { mostCounted } from '../work.rules.ts'
import type { Route } from './+types/staff-work-page'
import { type ConsoleAnswer, callConsole } from './frame/console-call.ts'
import { StaffPage } from './frame/staff-frame.tsx'
import { staffMeta } from './session/staff-page.ts'
import { whatToDoText, workKindMessages } from './work-messages.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_work_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'work', {})

/** Everything that waits for somebody of the staff, by kind (R971, work lists). */
export default function StaffWorkPage({ loaderData }: Route.ComponentProps) {
  const waiting = loaderData.filter(list => list.count > 0)
  const quiet = loaderData.filter(list => list.count === 0)
  return (
    <StaffPage title={m.staff_work_title()} lead={m.staff_work_lead()}>
      {waiting.length === 0 && <p>{m.staff_work_none()}</p>}
      {waiting.length > 0 && (
        <ul className="border-t border-line">
          {waiting.map(list => (
            <WorkListRow key={list.kind} list={list} />
          ))}
        </ul>
      )}
      {quiet.length > 0 && (
        <div className="text-sm text-soft">
          <p>{m.staff_work_quiet()}</p>
          <ul className="flex flex-wrap gap-x-5">
            {quiet.map(({ kind }) => (
              <li key={kind}>
                <Link
                  to={paths.staffWorkList(kind)}
                  variant="text"
                  className="inline-flex min-h-(--low) items-center"
                >
                  {workKindMessages[kind]()}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </StaffPage>
  )
}

function WorkListRow({ list }: { list: ConsoleAnswer<'work'>[number] }) {
  const language = useLanguage()
  const { kind, count, mine, since } = list
  const facts = [
    since && m.staff_work_since({ moment: formatMoment(since, language) }),
    mine > 0 && m.staff_work_mine({ count: mine }),
  ].filter(Boolean)
  return (
    <li className="flex gap-4 border-b border-line py-3">
      <span className="w-14 shrink-0 text-right font-serif text-2xl leading-tight tabular-nums text-pomegranate">
        {count > mostCounted ? `${mostCounted}+` : count}
      </span>
      <div className="min-w-0">
        <Link
          to={paths.staffWorkList(kind)}
          variant="text"
          className="inline-flex min-h-8 items-center text-lg font-semibold max-md:min-h-11"
        >
          {workKindMessages[kind]()}
        </Link>
        <p>{whatToDoText(kind, language)}</p>
        <p className="text-sm text-soft">{facts.join(', ')}</p>
      </div>
    </li>
  )
}
