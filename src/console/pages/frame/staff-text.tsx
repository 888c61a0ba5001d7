import type { ReactNode } from 'react'
import { type DeviceName, formatDeviceName } from '../../../account/cookie.rules.ts'
import { formatDay, formatMoment } from '../../../base/dates.ts'
import { formatCode } from '../../../base/fields.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import type { ConsoleAnswer } from './console-call.ts'

/** A link in a row: as high as its line, and on a phone high enough to touch. */
export const rowLinkClasses = `${linkClasses.text} py-1 max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center`

/** A link to a registry's page in the console, or to a part of it; renders nothing for null. */
export function RegistryLink({ code, part }: { code: string | null; part?: string }) {
  if (code === null) return null
  const path = paths.staffRegistry(code)
  return (
    <Link
      to={part ? `${path}/${part}` : path}
      className={`${rowLinkClasses} font-semibold whitespace-nowrap`}
    >
      {formatCode(code)}
    </Link>
  )
}

const chipTones = {
  done: 'border-olive text-olive',
  waits: 'border-edge text-ink',
  alert: 'border-pomegranate text-pomegranate',
}

export function StateChip({ tone, children }: { tone: keyof typeof chipTones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-pill border px-2.5 text-sm leading-6 font-semibold whitespace-nowrap',
        chipTones[tone],
      )}
    >
      {children}
    </span>
  )
}

export function RegistryLinks({ codes }: { codes: string[] }) {
  return codes.map(code => (
    <span key={code} className="mr-3 inline-block">
      <RegistryLink code={code} />
    </span>
  ))
}

export function ShortDay({ day }: { day: string | null }) {
  const language = useLanguage()
  return day === null ? m.ui_date_undecided() : formatDay(day, language)
}

/** Day and time in Athens; a line may break between them. Renders nothing for null. */
export function Moment({ at }: { at: Date | null }) {
  const language = useLanguage()
  if (at === null) return null
  const text = formatMoment(at, language)
  const timeStart = text.lastIndexOf(' ')
  return (
    <time dateTime={at.toISOString()}>
      <span className="whitespace-nowrap">{text.slice(0, timeStart)}</span>
      {text.slice(timeStart)}
    </time>
  )
}

interface Sessions {
  sessions: (DeviceName & { seen_at: Date })[]
}

export function SignedIn({ sessions }: Sessions) {
  return sessions.map(session => (
    <li key={`${session.seen_at.getTime()} ${session.browser}`}>
      {formatDeviceName(session) ?? m.account_device_unknown()}, <Moment at={session.seen_at} />
    </li>
  ))
}

export function HostSessions({ sessions }: Sessions) {
  if (sessions.length === 0) return m.staff_nowhere()
  return (
    <ul>
      <SignedIn sessions={sessions} />
    </ul>
  )
}

const yesNoMessages = {
  searchable: [m.staff_searchable_yes, m.staff_searchable_no],
  we_connect: [m.staff_we_connect_yes, m.staff_we_connect_no],
  is_active: [m.staff_type_active_yes, m.staff_type_active_no],
  is_group: [m.staff_is_group_yes, m.staff_is_group_no],
  waits: [m.staff_waits_yes, m.staff_waits_no],
  counts: [m.staff_counts_yes, m.staff_counts_no],
  paid: [m.common_paid, m.common_not_paid],
  reserved: [m.staff_reserved_yes, m.staff_reserved_no],
  leaving: [m.staff_leaving_yes, m.staff_leaving_no],
} satisfies Record<string, [yes: () => string, no: () => string]>

type YesNoFact = keyof typeof yesNoMessages

/** Whether a fact holds, in its own words: a bare yes or no doesn't say of what. */
export function yesNoText(fact: YesNoFact, holds: boolean): string {
  const [yes, no] = yesNoMessages[fact]
  return holds ? yes() : no()
}

export function isYesNoFact(name: string): name is YesNoFact {
  return Object.hasOwn(yesNoMessages, name)
}

/** What a guest answered to the invitation; null while they have not. */
export function replyText({
  reply,
  coming,
}: Pick<ConsoleAnswer<'registryGuests'>['guests'][number], 'reply' | 'coming'>): string | null {
  if (reply === null) return null
  return reply === 'coming' ? m.staff_reply_coming({ count: coming }) : m.staff_reply_not_coming()
}
