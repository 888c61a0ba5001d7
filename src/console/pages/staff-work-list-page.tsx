import { data } from 'react-router'
import { orNotFound } from '../../base/app-error.ts'
import { formatMoment } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select, TextArea } from '../../ui/form/text-field.tsx'
import { Tab, Tabs } from '../../ui/list/tabs.tsx'
import { Link, linkClasses } from '../../ui/page/link.tsx'
import type { PageError } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import type { ActionName } from '../action/declaration.rules.ts'
import { orderPart } from '../registry/registry.rules.ts'
import { endsByItself, snoozeDays, type WorkAct, type WorkKind, workKinds } from '../work.rules.ts'
import type { Route } from './+types/staff-work-list-page'
import { type ActionLink, ActionLinks, payoutLinks, useStaffActions } from './action/action-links.tsx'
import { callConsole, goOnTo, readListQuery, tryConsole } from './frame/console-call.ts'
import { CursorPager, StaffPage } from './frame/staff-frame.tsx'
import { RegistryLink, rowLinkClasses } from './frame/staff-text.tsx'
import { staffMeta } from './session/staff-page.ts'
import {
  entryDetailText,
  entrySubjectText,
  type WorkEntryView,
  whatToDoText,
  workKindMessages,
} from './work-messages.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  staffMeta(workKindMessages[params.kind as WorkKind]?.() ?? m.staff_work_title(), matches)

/** Throws a 404 for an address that names no list. */
const readKind = (kind: string): WorkKind => orNotFound(workKinds.find(one => one === kind))

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

/** The entries of one work list, those that wait longest first (R971, work lists). */
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
              isAside={view === 'aside'}
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

interface TypedChange {
  refused: PageError
  note: string
}

interface EntryProps {
  entry: WorkEntryView
  isAside: boolean
  typed: TypedChange | undefined
}

function WorkEntry({ entry, isAside, typed }: EntryProps) {
  const language = useLanguage()
  const detail = entryDetailText(entry, language)
  const subject = entrySubjectText(entry)
  return (
    <li className="border-b border-line py-4">
      <article aria-label={[subject, entry.registry?.name].filter(Boolean).join(', ') || entry.key}>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 className="text-base font-semibold wrap-anywhere">
            {[subject, entry.registry?.name].filter(Boolean).join(', ') || detail}
          </h2>
          {entry.cents !== null && <Money cents={entry.cents} className="font-semibold" />}
          <time dateTime={entry.at.toISOString()} className="text-sm text-soft">
            {formatMoment(entry.at, language)}
          </time>
        </div>
        <ShopFacts entry={entry} />
        {detail && <p className="max-w-3xl whitespace-pre-wrap wrap-anywhere">{detail}</p>}
        <RequestFacts entry={entry} />
        <EntryLinks entry={entry} />
        <ActionLinks actions={entryActions(entry)} />
        <EntryState entry={entry} />
        <EntryForm entry={entry} isAside={isAside} typed={typed} />
      </article>
    </li>
  )
}

/** What the shop knows about an order line without a gift. */
function ShopFacts({ entry: { kind, name, product, registry } }: { entry: WorkEntryView }) {
  if (kind !== 'unmatched') return null
  const said = [name && m.staff_work_payer({ name }), product, registry && m.staff_work_named()].filter(
    Boolean,
  )
  return said.length > 0 && <p className="max-w-3xl wrap-anywhere">{said.join(', ')}</p>
}

/** The part of the registry's page where an entry of that kind is resolved. */
const parts: Partial<Record<WorkKind, string>> = {
  refund: 'orders',
  second: 'orders',
  certificate: 'orders',
  payout: 'money',
  withdrawal: 'orders',
  closing: 'money',
  letter: 'letters',
}

function RequestFacts({ entry: { kind, name, detail } }: { entry: WorkEntryView }) {
  const titles = useStaffActions()
  if (kind !== 'approval') return null
  const asked = m.staff_work_asked({ name: name ?? m.staff_terminal() })
  return (
    <p className="max-w-3xl wrap-anywhere">
      {[titles[detail as ActionName], asked].filter(Boolean).join(', ')}
    </p>
  )
}

function EntryLinks({ entry }: { entry: WorkEntryView }) {
  const { kind, registry, order, phone, email } = entry
  const part = parts[kind] === 'orders' && order !== null ? orderPart(order) : parts[kind]
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1.5 text-sm max-md:gap-y-0">
      {kind === 'approval' && (
        <Link to={paths.staffApproval(entry.number ?? 0)} className={rowLinkClasses}>
          {m.staff_approval_open()}
        </Link>
      )}
      {registry && <RegistryLink code={registry.code} {...(part && { part })} />}
      {order !== null && (
        <Link to={`${paths.staffSearch}?q=${order}`} className={rowLinkClasses}>
          {m.staff_work_open_order()}
        </Link>
      )}
      {entry.shop_url && (
        <a href={entry.shop_url} className={rowLinkClasses}>
          {m.staff_work_refund_in_shop()}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone}`} className={rowLinkClasses}>
          {formatPhone(phone)}
        </a>
      )}
      {email && <span className="wrap-anywhere">{email}</span>}
    </p>
  )
}

/** Actions that resolve an entry, with the fields that are already known. */
function entryActions({ kind, order, number, registry, detail, wishes }: WorkEntryView): ActionLink[] {
  if (number === null) return []
  if (kind === 'payout') return payoutLinks(number)
  if (kind === 'letter') return [{ name: 'letter_resent', known: { letter: number } }]
  if (order === null) return []
  // Its gift card is being made.
  if (kind === 'unmatched' && detail === 'stuck') return []
  if (kind === 'unmatched')
    return [
      { name: 'line_placed', known: { order, line: number, ...(registry && { registry: registry.code }) } },
      ...wishes.map(({ gift, code, name }) => ({
        name: 'line_placed' as const,
        known: { order, line: number, registry: code, gift },
        about: name,
      })),
      ...(detail === 'bought' || detail === 'reference'
        ? [{ name: 'line_exchanged' as const, known: { order, line: number } }]
        : []),
      { name: 'line_dismissed', known: { order, line: number } },
    ]
  if (kind === 'certificate') return [{ name: 'proof_accepted', known: { order } }]
  if (kind === 'refund')
    return [
      { name: 'refund_placed', known: { order, refund: number } },
      { name: 'refund_dismissed', known: { order, refund: number } },
    ]
  return []
}

function EntryState({ entry }: { entry: WorkEntryView }) {
  const language = useLanguage()
  const moment = (at: Date | null) => (at ? formatMoment(at, language) : '')
  const name = entry.changed_by ?? ''
  const taken = entry.is_mine
    ? m.staff_work_taken_by_you({ moment: moment(entry.taken_at) })
    : m.staff_work_taken_by({ name: entry.taken_by ?? '', moment: moment(entry.taken_at) })
  return (
    <div className="text-sm text-soft">
      {entry.taken_by && <p>{taken}</p>}
      {entry.snoozed_until && (
        <p>{m.staff_work_snoozed_until({ moment: moment(entry.snoozed_until), name })}</p>
      )}
      {entry.done_at && (
        <p>
          {m.staff_work_done_by({ name, moment: moment(entry.done_at) })}
          {endsByItself(entry.kind) && ` ${m.staff_work_comes_back()}`}
        </p>
      )}
      {entry.note && <p className="max-w-3xl whitespace-pre-wrap text-ink wrap-anywhere">{entry.note}</p>}
    </div>
  )
}

function EntryForm({ entry, isAside, typed }: EntryProps) {
  const noteError = typed?.refused.fields.note
  const id = `${entry.kind}-${entry.key.replace(/\W/g, '-')}`
  return (
    <Form method="post" preventScrollReset className="no-print mt-2 flex flex-wrap items-end gap-x-3 gap-y-2">
      <input type="hidden" name="key" value={entry.key} />
      <input type="hidden" name="version" value={entry.version} />
      {entry.is_mine ? (
        <ActButton act="leave">{m.staff_work_leave()}</ActButton>
      ) : (
        <ActButton act="take">{m.staff_work_take()}</ActButton>
      )}
      {isAside ? (
        <ActButton act="reopen">{m.staff_work_reopen()}</ActButton>
      ) : (
        <ActButton act="done">{m.staff_work_done()}</ActButton>
      )}
      <details open={noteError !== undefined} className="basis-full">
        <summary
          className={`inline-flex min-h-(--low) cursor-pointer items-center text-sm ${linkClasses.text}`}
        >
          {`${m.staff_work_snooze()}, ${m.staff_work_note()}`}
        </summary>
        <div className="mt-1 grid max-w-3xl items-end gap-3 sm:grid-cols-[auto_auto_1fr]">
          <Select
            id={`${id}-days`}
            name="days"
            label={m.staff_work_snooze_for()}
            defaultValue="1"
            options={snoozeDays.map(days => ({
              value: String(days),
              label: m.staff_work_days({ count: days }),
            }))}
          />
          <ActButton act="snooze" isInForm>
            {m.staff_work_snooze()}
          </ActButton>
          <span />
          <TextArea
            id={`${id}-note`}
            name="note"
            label={m.staff_work_note()}
            className="sm:col-span-3"
            defaultValue={typed?.note ?? entry.note ?? ''}
            error={noteError ? m.staff_work_note_long() : null}
          />
          <ActButton act="note" isInForm>
            {m.staff_work_note_save()}
          </ActButton>
        </div>
      </details>
    </Form>
  )
}

/** Medium size matches the height of the fields beside it. */
function ActButton(props: { act: string; isInForm?: boolean; children: string }) {
  const { act, isInForm = false, children } = props
  return (
    <Button type="submit" name="act" value={act} kind="outline" size={isInForm ? 'medium' : 'small'}>
      {children}
    </Button>
  )
}
