import { languageLabel } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { formatPhone } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { orderPart } from '../../registry/registry.rules.ts'
import { ActionLinks } from '../action/action-links.tsx'
import type { ConsoleAnswer } from '../frame/console-call.ts'
import { type Fact, StaffFacts, StaffForm, StaffSection } from '../frame/staff-frame.tsx'
import { HostSessions, Moment, rowLinkClasses, ShortDay, yesNoText } from '../frame/staff-text.tsx'
import { payoutTroubleText } from './payout-messages.ts'

type Overview = ConsoleAnswer<'registry'>

interface NoteForm {
  draftKey: string
  errors: Record<string, string>
  body: string
}

export function OverviewPart({ overview, note }: { overview: Overview; note: NoteForm }) {
  const { head, counts, money, hosts, notes } = overview
  return (
    <>
      <WaitingPayouts overview={overview} />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <StaffFacts facts={registryFacts(head)} />
        <StaffFacts
          facts={[
            [m.staff_money_open(), <Money key="open" cents={money.open} />],
            [m.staff_money_free(), <Money key="free" cents={money.free} />],
            [m.staff_money_owed(), money.owed > 0 && <Money key="owed" cents={money.owed} />],
            [m.common_gifts(), m.staff_count_gifts({ given: counts.gifts_given, items: counts.items })],
            [m.staff_count_givers(), counts.givers],
            [m.common_guests(), counts.guests],
            [m.staff_address_home(), addressText(overview.home_address)],
            [m.staff_address_delivery(), <DeliveryAddress key="delivery" overview={overview} />],
          ]}
        />
      </div>
      <StaffSection title={m.common_hosts()} id="hosts">
        <ul className="grid gap-x-10 lg:grid-cols-2">
          {hosts.map(host => (
            <HostOfList key={host.id} host={host} />
          ))}
        </ul>
      </StaffSection>
      <Notes notes={notes} form={note} />
    </>
  )
}

const privacyText: Record<Overview['head']['privacy'], () => string> = {
  public: m.registry_privacy_public,
  shareable: m.registry_privacy_shareable,
  private: m.registry_privacy_private,
}

function registryFacts(head: Overview['head']): Fact[] {
  const surprise = head.surprise ? <ShortDay key="reveal" day={head.reveal_day} /> : m.staff_surprise_none()
  return [
    [m.staff_column_event(), <ShortDay key="event" day={head.event_day} />],
    [m.staff_event_place(), head.event_place ?? '—'],
    [m.staff_column_closing(), <ShortDay key="closing" day={head.closing_day} />],
    [
      m.staff_last_closed(),
      head.last_closed_day ? <ShortDay key="closed" day={head.last_closed_day} /> : '—',
    ],
    [m.staff_created(), head.created_at],
    [m.staff_state_removed(), head.removed_at],
    [m.staff_privacy(), privacyText[head.privacy]()],
    [m.staff_searchable(), yesNoText('searchable', head.searchable)],
    [m.staff_surprise(), surprise],
    [m.staff_we_connect(), yesNoText('we_connect', head.we_connect)],
    [m.staff_guest_page(), <GuestPageLink key="page" head={head} />],
    [
      m.staff_host_page(),
      !head.removed_at && <SeenLink key="host" code={head.code} as="host" page="gifts" />,
    ],
  ]
}

/** Guests see nothing of a private registry. */
function GuestPageLink({ head }: { head: Overview['head'] }) {
  if (head.privacy === 'private' || head.removed_at) return m.staff_guest_page_none()
  return <SeenLink code={head.code} as="guest" />
}

/** Links to the registry's page as guests or its host see it (R985, seen as somebody else). */
function SeenLink({ code, as, page }: { code: string; as: 'guest' | 'host'; page?: string }) {
  return (
    <Link to={paths.staffSeen(as, code, page)} className={rowLinkClasses} reloadDocument>
      {m.staff_seen_open()}
    </Link>
  )
}

function HostOfList({ host }: { host: Overview['hosts'][number] }) {
  const facts: Fact[] = [
    [m.common_email(), host.erased ? m.staff_erased() : host.email],
    [m.staff_email_confirmed(), host.confirmed_at ?? m.staff_email_unconfirmed()],
    [m.common_phone(), host.phone ? formatPhone(host.phone) : '—'],
    [m.common_language(), languageLabel(host.language)],
    [m.staff_leaving(), host.leaving_at],
    [m.staff_hold(), host.hold_until],
    [m.staff_signed_in(), <HostSessions key="sessions" sessions={host.sessions} />],
  ]
  return (
    <li className="py-2">
      <h3 className="text-base font-semibold">
        {host.name || m.staff_erased()}, {host.is_owner ? m.staff_host_owner() : m.staff_host_co()}
      </h3>
      <StaffFacts facts={facts} />
      {!host.erased && (
        <div className="mt-1.5 flex flex-wrap items-baseline gap-x-4 gap-y-1.5 text-sm max-md:gap-y-0">
          <Link to={paths.staffHost(host.id)} className={rowLinkClasses}>
            {m.staff_host_open()}
          </Link>
          <ActionLinks actions={[{ name: 'email_corrected', known: { host: host.id } }]} />
        </div>
      )}
    </li>
  )
}

function Notes({ notes, form }: { notes: Overview['notes']; form: NoteForm }) {
  return (
    <StaffSection title={m.staff_notes()} id="notes">
      <ul className="divide-y divide-line text-sm">
        {notes.map(note => (
          <li key={note.id} className="py-2">
            <p className="whitespace-pre-wrap wrap-anywhere">{note.body}</p>
            <p className="text-soft">
              {note.person}, <Moment at={note.at} />
            </p>
          </li>
        ))}
      </ul>
      <StaffForm
        key={form.draftKey}
        submit={m.staff_note_add()}
        className="mt-3 flex max-w-2xl flex-col gap-3"
      >
        <input type="hidden" name="draft_key" value={form.draftKey} />
        <TextArea
          label={m.staff_note_label()}
          name="body"
          maxLength={2000}
          defaultValue={form.body}
          error={form.errors.body}
        />
      </StaffForm>
    </StaffSection>
  )
}

/** Gift cards and orders for the hosts that the shop has not made yet (R1151), with a link to what can be done. */
function WaitingPayouts({ overview }: { overview: Overview }) {
  const { head, waiting_payouts: payouts } = overview
  const language = useLanguage()
  if (payouts.length === 0) return null
  return (
    <Notice tone={payouts.some(one => one.trouble !== null) ? 'alert' : 'note'}>
      <ul className="flex flex-col gap-2">
        {payouts.map(payout => {
          const amount = formatEuro(payout.cents, language)
          return (
            <li key={payout.id}>
              <strong className="block">
                {payout.method === 'order'
                  ? m.staff_waiting_order({ amount })
                  : m.staff_waiting_card({ amount })}
              </strong>
              {payoutTroubleText(payout, language)}
            </li>
          )
        })}
      </ul>
      <p className="mt-1">
        <Link to={`${paths.staffRegistry(head.code, 'money')}#payouts`} className={rowLinkClasses}>
          {m.staff_waiting_do()}
        </Link>
      </p>
    </Notice>
  )
}

/** With non-breaking spaces between digits, for postcodes and phone numbers. */
const addressText = (lines: string[] | null): string =>
  lines?.join(', ').replace(/(\d) (?=\d)/g, '$1\u00a0') ?? '—'

function DeliveryAddress({ overview }: { overview: Overview }) {
  const { head, shipping_address, sent_elsewhere } = overview
  return (
    <>
      {addressText(shipping_address)}
      <span className="block text-soft">{m.staff_address_changes()}</span>
      {sent_elsewhere.length > 0 && (
        <span className="mt-1 block">
          {sent_elsewhere.map(({ order_id: order, giver, shop_url }) => (
            <span key={order} className="flex flex-wrap gap-x-3">
              <Link
                to={paths.staffRegistry(head.code, orderPart(order))}
                className={`${rowLinkClasses} font-semibold`}
              >
                {giver === null
                  ? m.staff_order_elsewhere_unnamed({ order })
                  : m.staff_order_elsewhere({ order, giver })}
              </Link>
              <Link to={shop_url} className={rowLinkClasses}>
                {m.staff_order_in_shop({ order })}
              </Link>
            </span>
          ))}
          <span className="block text-soft">{m.staff_order_elsewhere_do()}</span>
        </span>
      )}
    </>
  )
}
