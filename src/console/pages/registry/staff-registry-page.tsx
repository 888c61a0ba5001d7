import { data, redirect } from 'react-router'
import { AppError } from '../../../base/app-error.ts'
import { formatCode } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { addTimes, ChangeList } from '../../../registry/pages/change-history.tsx'
import { buttonClasses } from '../../../ui/form/button.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { Tab, Tabs } from '../../../ui/list/tabs.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu, dropdownPanelClasses } from '../../../ui/overlay/dropdown-menu.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ActionLinks } from '../action/action-links.tsx'
import { auditSubjectText, auditValuesText, withActionTexts } from '../audit-messages.ts'
import { type ConsoleAnswer, callConsole, goOnTo, readListQuery, tryConsole } from '../frame/console-call.ts'
import { CursorPager, StaffPage, StaffSection } from '../frame/staff-frame.tsx'
import { StaffList, StaffTable } from '../frame/staff-table.tsx'
import { replyText } from '../frame/staff-text.tsx'
import { registryStates } from '../search-messages.ts'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-registry-page'
import { letterColumns } from './letters-table.tsx'
import { RegistryMoneyPart } from './money-part.tsx'
import { GuestEmail } from './order-actions.tsx'
import { OrdersTable } from './orders-table.tsx'
import { OverviewPart } from './overview-part.tsx'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  staffMeta(formatCode(params.id ?? ''), matches)

export async function loader(args: Route.LoaderArgs) {
  const { id, part } = args.params
  const { language } = args.context.get(pageContext)
  const overview = await callConsole(args, 'registry', { registry: id })
  if (id !== overview.head.code)
    throw redirect(withLanguage(paths.staffRegistry(overview.head.code, part), language))
  return { overview, draftKey: crypto.randomUUID(), below: await loadPart(args) }
}

async function loadPart(args: Route.LoaderArgs) {
  const { id, part } = args.params
  const input = { ...readListQuery(args.request), registry: id }
  if (part === undefined) return { part: 'overview' as const }
  if (part === 'gifts') return { part, list: await callConsole(args, 'registryGifts', input) } as const
  if (part === 'orders')
    return {
      part,
      list: await callConsole(args, 'registryOrders', input),
      found: Number(readListQuery(args.request).order) || null,
    } as const
  if (part === 'money') return { part, list: await callConsole(args, 'registryMoney', input) } as const
  if (part === 'letters') return { part, list: await callConsole(args, 'registryLetters', input) } as const
  if (part === 'guests') return { part, list: await callConsole(args, 'registryGuests', input) } as const
  if (part === 'history') {
    const list = await callConsole(args, 'registryHistory', input)
    return {
      part,
      list: { ...list, acts: withActionTexts(list.acts, args.context.get(pageContext)) },
    } as const
  }
  throw new AppError('refused_missing', 404)
}

export async function action(args: Route.ActionArgs) {
  const registry = args.params.id
  const form = await args.request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const [kind = '', id = ''] = field('email').split(' ')
  if (kind !== '') {
    const input = { registry, kind: kind === 'guest' ? 'guest' : 'order', id } as const
    const { email } = await callConsole(args, 'guestEmail', input)
    return { shown: { [`${kind} ${id}`]: email }, noteErrors: {}, body: '' }
  }
  const note = { registry, body: field('body'), draft_key: field('draft_key') }
  const { refused } = await tryConsole(args, 'addNote', note)
  if (refused)
    return data({ shown: {}, noteErrors: refused.fields, body: note.body }, { status: refused.status })
  throw goOnTo(args, paths.staffRegistry(registry), m.staff_note_added())
}

export default function StaffRegistryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { overview, draftKey, below } = loaderData
  const { head } = overview
  const note = { draftKey, errors: actionData?.noteErrors ?? {}, body: actionData?.body ?? '' }
  const shown: Record<string, string> = actionData?.shown ?? {}
  return (
    <StaffPage
      title={head.registry_name}
      lead={`${formatCode(head.code)}, ${head.event_type}, ${registryStates[head.state]()}`}
      aside={head.state !== 'removed' && <RegistryActions head={head} />}
    >
      <RegistryTabs code={head.code} />
      {below.part === 'overview' && <OverviewPart overview={overview} note={note} />}
      {below.part === 'gifts' && <GiftsPart list={below.list} />}
      {below.part === 'orders' && (
        <OrdersPart list={below.list} code={head.code} shown={shown} found={below.found} />
      )}
      {below.part === 'money' && <RegistryMoneyPart list={below.list} money={overview.money} />}
      {below.part === 'letters' && <LettersPart list={below.list} />}
      {below.part === 'guests' && <GuestsPart list={below.list} shown={shown} />}
      {below.part === 'history' && <HistoryPart list={below.list} />}
    </StaffPage>
  )
}

const tabs: [part: string, label: () => string][] = [
  ['gifts', m.common_gifts],
  ['orders', m.common_orders],
  ['money', m.common_money],
  ['letters', m.staff_part_letters],
  ['guests', m.common_guests],
  ['history', m.staff_part_history],
]

function RegistryTabs({ code }: { code: string }) {
  return (
    <Tabs label={m.common_registry()}>
      <Tab to={paths.staffRegistry(code)} end>
        {m.staff_part_overview()}
      </Tab>
      {tabs.map(([part, label]) => (
        <Tab key={part} to={paths.staffRegistry(code, part)}>
          {label()}
        </Tab>
      ))}
    </Tabs>
  )
}

function RegistryActions({ head }: { head: ConsoleAnswer<'registry'>['head'] }) {
  const known = { registry: head.code }
  return (
    <DropdownMenu
      summary={
        <>
          {m.staff_actions()}
          <ChevronIcon />
        </>
      }
      className="relative"
      summaryClass={buttonClasses({ kind: 'outline', size: 'small' })}
      panelClass={dropdownPanelClasses}
    >
      <ActionLinks
        isMenu
        actions={[
          { name: 'line_placed', known },
          { name: 'receipt_recorded', known },
          { name: 'receipt_money_recorded', known },
          { name: 'gift_added', known },
          { name: 'money_moved', known },
          { name: 'registry_extended', known },
          head.searchable && { name: 'registry_hidden', known },
        ]}
      />
    </DropdownMenu>
  )
}

function OrdersPart(props: {
  list: ConsoleAnswer<'registryOrders'>
  code: string
  shown: Record<string, string>
  found: number | null
}) {
  const { list, ...rest } = props
  if (list.orders.length === 0) return <p className="text-soft">{m.staff_orders_none()}</p>
  return (
    <div>
      <OrdersTable orders={list.orders} {...rest} />
      <CursorPager next={list.next} isLater={list.is_later} others={['order']} />
    </div>
  )
}

function GuestsPart(props: { list: ConsoleAnswer<'registryGuests'>; shown: Record<string, string> }) {
  const { list, shown } = props
  return (
    <StaffList
      label={m.common_guests()}
      rows={list.guests}
      empty={m.staff_guests_none()}
      next={list.next}
      cursor="after"
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
        { label: m.staff_column_invited(), at: guest => guest.invited_at },
        { label: m.common_reply(), cell: guest => replyText(guest) },
      ]}
    />
  )
}

function LettersPart({ list }: { list: ConsoleAnswer<'registryLetters'> }) {
  return (
    <div>
      <p className="mb-3 text-sm text-soft">{m.staff_letters_lead()}</p>
      <StaffList
        label={m.staff_part_letters()}
        rows={list.letters}
        empty={m.staff_letters_none()}
        next={list.next}
        columns={letterColumns()}
      />
    </div>
  )
}

type History = ConsoleAnswer<'registryHistory'>
type Told = Omit<History, 'acts'> & { acts: (History['acts'][number] & { what: string })[] }

function HistoryPart({ list }: { list: Told }) {
  const language = useLanguage()
  const changes = list.changes.map(change => ({ ...change, at: change.at.toISOString() }))
  return (
    <>
      <StaffList
        id="acts"
        next={list.next}
        label={m.staff_acts()}
        rows={list.acts}
        empty={m.staff_audit_empty()}
        columns={[
          { label: m.staff_column_when(), at: act => act.at },
          { label: m.staff_column_who(), cell: act => act.person ?? m.staff_terminal() },
          { label: m.common_what(), cell: act => act.what },
          { label: m.staff_column_about(), cell: act => auditSubjectText(act), isCode: true },
          { label: m.common_before(), cell: act => auditValuesText(act.before, language) },
          { label: m.common_after(), cell: act => auditValuesText(act.after, language) },
          { label: m.staff_column_reason(), cell: act => act.reason },
        ]}
      />
      {list.changes.length > 0 && (
        <StaffSection title={m.hosting_history_title()} id="changes">
          <div className="-mt-3 text-sm">
            <ChangeList changes={addTimes(changes, language)} />
          </div>
        </StaffSection>
      )}
    </>
  )
}

type Gifts = ConsoleAnswer<'registryGifts'>
type Gift = Gifts['gifts'][number]

function GiftsPart({ list }: { list: Gifts }) {
  return (
    <>
      <div>
        <StaffTable
          label={m.common_gifts()}
          rows={list.gifts}
          empty={m.staff_gifts_none()}
          columns={[
            { label: m.common_gift(), cell: gift => gift.name },
            { label: m.staff_column_sku(), cell: gift => gift.sku, isCode: true },
            { label: m.common_price(), cents: gift => gift.price },
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
      empty={m.staff_reservations_none()}
      columns={[
        { label: m.staff_column_when(), at: one => one.created_at },
        { label: m.staff_column_giver(), cell: one => one.giver },
        { label: m.common_gifts(), cell: one => one.gifts },
        { label: m.staff_column_until(), at: one => one.until },
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
