import { data } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Tab, Tabs } from '../../../ui/list/tabs.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { callConsole, goOnTo, tryConsole } from '../../frame/pages/console-call.ts'
import { readListQuery } from '../../frame/pages/list-query.ts'
import { CursorPager, StaffPage } from '../../frame/pages/staff-frame.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import { type WorkAct, type WorkKind, workKinds } from '../rules.ts'
import type { Route } from './+types/staff-work-list-page'
import { WorkEntry } from './work-entry.tsx'
import { whatToDoText, workKindMessages } from './work-messages.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  staffMeta(workKindMessages[params.kind as WorkKind]?.() ?? m.staff_work_title(), matches)

/** The list that the address names; throws a missing page for none. */
function readKind(kind: string): WorkKind {
  const known = workKinds.find(one => one === kind)
  if (known) return known
  throw data({ code: 'refused_missing', status: 404, fields: {}, detail: {} }, { status: 404 })
}

export async function loader(args: Route.LoaderArgs) {
  const kind = readKind(args.params.kind)
  const { view: asked, after } = readListQuery(args.request)
  const view = asked === 'aside' ? 'aside' : 'open'
  return { ...(await callConsole(args, 'workList', { kind, view, after })), kind, view }
}

export async function action(args: Route.ActionArgs) {
  const { request, params } = args
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const input = {
    kind: readKind(params.kind),
    key: field('key'),
    version: field('version'),
    act: field('act') as WorkAct,
    days: field('days') || undefined,
    note: field('note'),
  }
  const { refused } = await tryConsole(args, 'changeWork', input)
  if (refused) return data({ refused, key: input.key, note: input.note }, { status: refused.status })
  throw goOnTo(args, paths.staffWorkList(input.kind) + new URL(request.url).search, m.staff_work_saved())
}

/** The entries of one work list, those that wait longest first (R971). */
export default function StaffWorkListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entries, next, kind, view } = loaderData
  const language = useLanguage()
  const path = paths.staffWorkList(kind)
  const refused = actionData?.refused
  return (
    <StaffPage
      title={workKindMessages[kind]()}
      lead={whatToDoText(kind, language)}
      back={{ to: paths.staffWork, label: m.staff_work_all() }}
    >
      <Tabs label={m.staff_work_title()}>
        <Tab to={path} active={view === 'open'}>
          {m.staff_work_view_open()}
        </Tab>
        <Tab to={`${path}?view=aside`} active={view === 'aside'}>
          {m.staff_work_view_aside()}
        </Tab>
      </Tabs>
      {refused && refused.status === 409 && <ChangedNotice code={refused.code} />}
      <div>
        {entries.length === 0 && (
          <p className="text-soft">
            {view === 'open' ? m.staff_work_empty_open() : m.staff_work_empty_aside()}
          </p>
        )}
        <ul>
          {entries.map(entry => (
            <WorkEntry
              key={`${entry.key} ${entry.version}`}
              entry={entry}
              typed={actionData?.key === entry.key ? actionData : undefined}
            />
          ))}
        </ul>
        <CursorPager next={next} name="after" />
      </div>
    </StaffPage>
  )
}

function ChangedNotice({ code }: { code: string }) {
  const isGone = code === 'staff_work_gone'
  return (
    <Notice tone="alert" title={isGone ? m.staff_work_gone() : m.staff_work_changed()}>
      {isGone ? m.staff_work_gone_body() : m.staff_work_changed_body()}
    </Notice>
  )
}
