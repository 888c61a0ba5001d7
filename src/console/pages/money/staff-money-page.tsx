import { Fragment, type ReactNode } from 'react'
import { type Day, formatMoment, formatMonth } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import type { Cents } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { DayText, Money } from '../../../ui/text/formatted-text.tsx'
import {
  daysOfMonth,
  listedMovements,
  type MoneyPeriod,
  type Movement,
  movements,
} from '../../money.rules.ts'
import { type ConsoleAnswer, callConsole } from '../frame/console-call.ts'
import { type Fact, StaffFacts } from '../frame/staff-frame.tsx'
import { ListFrame, type StaffListing } from '../frame/staff-list.tsx'
import { StaffTable } from '../frame/staff-table.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-money-page'
import { movementMessages, readDay } from './money-lines.ts'

type MoneyReport = ConsoleAnswer<'moneyReport'>

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.common_money_held_for_hosts(), matches)

export const loader = (args: Route.LoaderArgs) =>
  callConsole(args, 'moneyReport', { day: readDay(args.request, 'day') })

/** What the shop holds for hosts at the end of a day, and the months before it (R970, the money report). */
export default function StaffMoneyPage({ loaderData: report }: Route.ComponentProps) {
  const list = monthList(report, useLanguage())
  return (
    <ListFrame
      {...list}
      title={m.common_money_held_for_hosts()}
      lead={m.staff_money_lead()}
      query={{ day: report.day }}
    >
      {report.countingSince && <CountingNotice since={report.countingSince} />}
      <Balances report={report} />
      <Months list={list} months={report.months} />
    </ListFrame>
  )
}

function CountingNotice({ since }: { since: Date }) {
  const language = useLanguage()
  return (
    <Notice tone="alert" title={m.staff_money_counting()}>
      {m.staff_money_counting_since({ moment: formatMoment(since, language) })}
    </Notice>
  )
}

function Balances({ report }: { report: MoneyReport }) {
  const language = useLanguage()
  const { held, owed, outstanding, expired, waiting, readAt } = report
  const read = readAt ? m.staff_money_read({ moment: formatMoment(readAt, language) }) : ''
  const toFact = (label: string, cents: Cents, note: ReactNode): Fact => [
    label,
    <Fragment key={label}>
      <Money cents={cents} className="font-serif text-xl" />
      <span className="block text-sm text-soft">{note}</span>
    </Fragment>,
  ]
  return (
    <StaffFacts
      look={{
        list: 'grid gap-x-8 gap-y-5 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-5',
        label: 'text-sm font-semibold',
      }}
      facts={[
        toFact(m.staff_money_held(), held, <DayText key="held" day={report.day} />),
        toFact(m.staff_money_owed(), owed, <DayText key="owed" day={report.day} />),
        toFact(m.staff_money_waiting(), waiting.cents, m.staff_money_waiting_count({ count: waiting.count })),
        toFact(
          m.staff_money_outstanding(),
          outstanding.cents,
          [m.common_card_count({ count: outstanding.count }), read].filter(Boolean).join(', '),
        ),
        toFact(m.staff_money_expired(), expired.cents, m.common_card_count({ count: expired.count })),
      ]}
    />
  )
}

/** On a phone every month is a block of rows, with the sum at the right of its name. */
const sumClasses =
  'align-baseline max-lg:justify-between md:max-lg:max-w-md lg:py-2 lg:pl-3 lg:last:pr-0 [&>.label]:w-auto!'

/** Movements that are left out while they are zero in all months. */
const rareMovements: Movement[] = ['unplaced', 'goods', 'within']

/** The report's months; each sum links to its lines. */
export const monthList = (
  { day, today, countingSince }: MoneyReport,
  language: Language,
): StaffListing<MoneyPeriod> => ({
  title: m.staff_money_months(),
  ...(!countingSince && { file: paths.staffMoneyFile }),
  filters: {
    label: m.staff_money_choose(),
    fields: [{ kind: 'day', name: 'day', label: m.staff_money_until(), max: today }],
  },
  columns: [
    {
      label: m.common_month(),
      cell: month => formatMonth(month.period, language),
      file: month => month.period,
      isHead: true,
      className: 'align-baseline whitespace-nowrap text-ink max-lg:block max-lg:p-0',
    },
    {
      label: m.common_before(),
      cents: month => month.opening,
      className: `${sumClasses} text-soft`,
    },
    ...movements.map(movement => ({
      label: movementMessages[movement](),
      cell: (month: MoneyPeriod) =>
        month[movement] !== 0 && <Sum month={month} movement={movement} until={day} />,
      cents: (month: MoneyPeriod) => month[movement],
      none: <span className="text-soft">–</span>,
      isRare: rareMovements.includes(movement),
      className: sumClasses,
    })),
    {
      label: m.common_after(),
      cents: month => month.closing,
      className: `${sumClasses} font-semibold`,
    },
  ],
})

/** Twelve months, the newest first. Narrower than a desktop nothing scrolls sideways. */
function Months({ list, months }: { list: StaffListing<MoneyPeriod>; months: MoneyPeriod[] }) {
  return (
    <section
      aria-labelledby="months"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs keyboard access
      tabIndex={0}
      // `relative` contains the texts for screen readers, which would otherwise make the page as wide as the table.
      className="relative lg:overflow-x-auto"
    >
      <h2 id="months" className="text-xl">
        {list.title}
      </h2>
      <StaffTable
        {...list}
        label={list.title}
        rows={months.slice(firstShown(months)).reverse()}
        className="mt-3 lg:min-w-208"
      />
    </section>
  )
}

/** Leaves out months before anything was held; the last is always shown. */
function firstShown(months: MoneyPeriod[]): number {
  const first = months.findIndex(month => month.opening !== 0 || movements.some(one => month[one] !== 0))
  return first < 0 ? months.length - 1 : first
}

function Sum({ month, movement, until }: { month: MoneyPeriod; movement: Movement; until: Day }) {
  const language = useLanguage()
  const cents = month[movement]
  const listed = listedMovements.find(one => one === movement)
  if (!listed) return <Money cents={cents} />
  const query = new URLSearchParams({ movement: listed, ...daysOfMonth(month.period, until) })
  const opened = { what: movementMessages[movement](), month: formatMonth(month.period, language) }
  return (
    <Link
      to={`${paths.staffMoneyLines}?${query}`}
      variant="text"
      className="inline-flex min-h-8 items-center max-md:min-h-11"
    >
      <Money cents={cents} />
      <span className="sr-only">{`, ${m.staff_money_sum(opened)}`}</span>
    </Link>
  )
}
