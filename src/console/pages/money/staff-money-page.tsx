import type { ReactNode } from 'react'
import { type Day, formatMoment, formatMonth } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
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
import { StaffPage } from '../frame/staff-frame.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-money-page'
import { movementMessages, readDay } from './money-lines.ts'

type MoneyReport = ConsoleAnswer<'moneyReport'>

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.common_money_held_for_hosts(), matches)

export const loader = (args: Route.LoaderArgs) =>
  callConsole(args, 'moneyReport', { day: readDay(args.request, 'day') })

/** What the shop holds for hosts at the end of a day, and the months before it (R970, the money report). */
export default function StaffMoneyPage({ loaderData: report }: Route.ComponentProps) {
  return (
    <StaffPage
      title={m.common_money_held_for_hosts()}
      lead={m.staff_money_lead()}
      aside={
        !report.countingSince && (
          <TableFiles address={`${paths.staffMoney}/file`} query={{ day: report.day }} />
        )
      }
    >
      <Form method="get" aria-label={m.staff_money_choose()} className="field-row">
        <DateField
          key={report.day}
          name="day"
          label={m.staff_money_until()}
          defaultValue={report.day}
          max={report.today}
        />
        <Button type="submit" kind="outline">
          {m.common_show()}
        </Button>
      </Form>
      {report.countingSince && <CountingNotice since={report.countingSince} />}
      <Balances report={report} />
      <Months report={report} />
    </StaffPage>
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
  const balances = [
    { label: m.staff_money_held(), cents: held, note: <DayText day={report.day} /> },
    { label: m.staff_money_owed(), cents: owed, note: <DayText day={report.day} /> },
    {
      label: m.staff_money_waiting(),
      cents: waiting.cents,
      note: m.staff_money_waiting_count({ count: waiting.count }),
    },
    {
      label: m.staff_money_outstanding(),
      cents: outstanding.cents,
      note: [m.common_card_count({ count: outstanding.count }), read].filter(Boolean).join(', '),
    },
    {
      label: m.staff_money_expired(),
      cents: expired.cents,
      note: m.common_card_count({ count: expired.count }),
    },
  ]
  return (
    <dl className="grid gap-x-8 gap-y-5 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-5">
      {balances.map(({ label, cents, note }) => (
        <div key={label}>
          <dt className="text-sm font-semibold">{label}</dt>
          <dd>
            <Money cents={cents} className="font-serif text-xl" />
            <span className="block text-sm text-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** On a phone every month is a block of rows, with the sum at the right of its name. */
const sumClasses = 'number max-lg:justify-between md:max-lg:max-w-md lg:py-2 lg:pl-3 lg:last:pr-0'

/** Columns that are left out while they are zero in all months. */
const rareMovements: Movement[] = ['unplaced', 'goods', 'within']

/** Twelve months, the newest first; each sum links to its lines. Narrower than a desktop nothing scrolls sideways. */
function Months({ report }: { report: MoneyReport }) {
  const months = report.months.slice(firstShown(report.months)).reverse()
  const shown = movements.filter(
    movement => !rareMovements.includes(movement) || months.some(month => month[movement] !== 0),
  )
  return (
    <section
      aria-labelledby="months"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs keyboard access
      tabIndex={0}
      // `relative` contains the texts for screen readers, which would otherwise make the page as wide as the table.
      className="relative lg:overflow-x-auto"
    >
      <h2 id="months" className="text-xl">
        {m.staff_money_months()}
      </h2>
      <table className="staff-table mt-3 max-lg:stacked-table lg:min-w-208">
        <thead>
          <tr>
            <th scope="col">{m.staff_money_month()}</th>
            <th scope="col" className="number">
              {m.common_before()}
            </th>
            {shown.map(movement => (
              <th key={movement} scope="col" className="number">
                {movementMessages[movement]()}
              </th>
            ))}
            <th scope="col" className="number">
              {m.common_after()}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(month => (
            <MonthRow key={month.period} month={month} until={report.day} movements={shown} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Leaves out months before anything was held; the last is always shown. */
function firstShown(months: MoneyPeriod[]): number {
  const first = months.findIndex(month => month.opening !== 0 || movements.some(one => month[one] !== 0))
  return first < 0 ? months.length - 1 : first
}

function MonthRow(props: { month: MoneyPeriod; until: Day; movements: Movement[] }) {
  const { month, until } = props
  const language = useLanguage()
  const name = formatMonth(month.period, language)
  return (
    <tr className="align-baseline">
      <th scope="row" className="align-baseline whitespace-nowrap text-ink max-lg:block max-lg:p-0">
        {name}
      </th>
      <SumCell label={m.common_before()} className="text-soft">
        <Money cents={month.opening} />
      </SumCell>
      {props.movements.map(movement => (
        <SumCell
          key={movement}
          label={movementMessages[movement]()}
          className={month[movement] === 0 && 'empty'}
        >
          <Sum month={month} until={until} movement={movement} name={name} />
        </SumCell>
      ))}
      <SumCell label={m.common_after()} className="font-semibold">
        <Money cents={month.closing} />
      </SumCell>
    </tr>
  )
}

/** `label` is shown in stacked tables, where the heading isn't above the sum. */
function SumCell(props: { label: string; className: string | false; children: ReactNode }) {
  return (
    <td className={classNames(sumClasses, props.className)}>
      <span aria-hidden="true" className="label w-auto!">
        {props.label}
      </span>
      <div>{props.children}</div>
    </td>
  )
}

function Sum(props: { month: MoneyPeriod; until: Day; movement: Movement; name: string }) {
  const { month, until, movement, name } = props
  const cents = month[movement]
  const listed = listedMovements.find(one => one === movement)
  if (cents === 0) return <span className="text-soft">–</span>
  if (!listed) return <Money cents={cents} />
  const query = new URLSearchParams({ movement: listed, ...daysOfMonth(month.period, until) })
  return (
    <Link
      to={`${paths.staffMoneyLines}?${query}`}
      variant="text"
      className="inline-flex min-h-8 items-center max-md:min-h-11"
    >
      <Money cents={cents} />
      <span className="sr-only">{`, ${m.staff_money_open({ what: movementMessages[movement](), month: name })}`}</span>
    </Link>
  )
}
