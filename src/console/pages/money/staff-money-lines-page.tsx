import { formatMoment } from '../../../base/dates.ts'
import { formatCode } from '../../../base/fields.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { type ListedMovement, listedMovements } from '../../money.rules.ts'
import { orderPart } from '../../registry/registry.rules.ts'
import { type ConsoleAnswer, callConsole } from '../frame/console-call.ts'
import { ListFrame, type StaffListing } from '../frame/staff-list.tsx'
import { rowLinkClasses } from '../frame/staff-text.tsx'
import { staffMeta } from '../session/staff-page.ts'
import type { Route } from './+types/staff-money-lines-page'
import { movementMessages, readLineQuery } from './money-lines.ts'

type MoneyLine = ConsoleAnswer<'moneyLines'>['lines'][number]

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_money_lines_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const asked = readLineQuery(args.request)
  const before = new URL(args.request.url).searchParams.get('before') ?? undefined
  const { from, to, lines, next } = await callConsole(args, 'moneyLines', { ...asked, before })
  return { query: { movement: asked.movement, from, to }, lines, next }
}

/** The orders and payouts that a sum of the money report is made of, one a row (R970). */
export default function StaffMoneyLinesPage({ loaderData }: Route.ComponentProps) {
  const { query, lines, next } = loaderData
  const { empty, ...list } = moneyLinesList(query.movement)
  return (
    <ListFrame
      {...list}
      query={query}
      lead={m.staff_money_lines_lead()}
      back={{ to: paths.staffMoney, label: m.common_money_held_for_hosts() }}
    >
      {lines.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <ul className="border-t border-line text-sm">
          {lines.map(line => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      {next && (
        <p className="mt-6">
          <ButtonLink
            to={`${paths.staffMoneyLines}?${new URLSearchParams({ ...query, before: String(next) })}`}
            kind="outline"
            size="small"
          >
            {m.staff_money_more()}
          </ButtonLink>
        </p>
      )}
    </ListFrame>
  )
}

/** On the page a row is a sentence; its file has the parts as columns. */
export const moneyLinesList = (movement: ListedMovement): StaffListing<MoneyLine> => ({
  title: movementMessages[movement](),
  file: paths.staffMoneyLinesFile,
  filters: {
    label: m.staff_money_choose(),
    fields: [
      {
        kind: 'choice',
        name: 'movement',
        label: m.staff_money_what(),
        options: listedMovements.map(value => ({ value, label: movementMessages[value]() })),
      },
      { kind: 'day', name: 'from', label: m.common_from() },
      { kind: 'day', name: 'to', label: m.staff_money_to() },
    ],
  },
  columns: [
    { label: m.staff_money_moment(), file: line => line.at.toISOString() },
    { label: m.common_registry(), text: line => line.name },
    // Written as on paper: a spreadsheet takes some codes for numbers, such as 3E45.
    { label: m.common_registry_code(), text: line => formatCode(line.code) },
    {
      label: movement === 'till' ? m.staff_value_receipt() : m.common_order(),
      text: line => line.receipt || (line.order === null ? '' : String(line.order)),
    },
    { label: m.staff_money_code_end(), text: line => line.codeEnd && `…${line.codeEnd}` },
    { label: m.staff_money_paid_at(), file: line => line.paidAt?.toISOString() ?? '' },
    { label: m.common_way_of_payment(), text: line => line.paidBy },
    { label: m.staff_money_tax(), cents: line => line.tax },
    { label: m.common_amount(), cents: line => line.cents },
  ],
  empty: m.staff_money_none(),
})

function referenceText({ order, receipt, codeEnd }: MoneyLine): string {
  if (receipt) return m.staff_receipt_of({ number: receipt })
  if (order) return m.giftcard_order({ number: order })
  return codeEnd && m.staff_money_certificate({ end: codeEnd })
}

function Line({ line }: { line: MoneyLine }) {
  const language = useLanguage()
  const moment = (at: Date) => formatMoment(at, language)
  const payment =
    line.paidAt && !line.receipt && m.staff_money_paid({ moment: moment(line.paidAt), way: line.paidBy })
  const tax = line.tax !== null && m.staff_money_tax_of({ amount: formatEuro(line.tax, language) })
  const reference = referenceText(line)
  const more = [payment, tax].filter(Boolean).join(', ')
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="w-40 text-soft">{moment(line.at)}</span>
      <span className="min-w-40 grow basis-60 max-md:order-1 max-md:basis-full">
        <span className="font-semibold">{line.name}</span>{' '}
        <span className="whitespace-nowrap text-soft">{formatCode(line.code)}</span>
      </span>
      <span className="basis-72 text-soft max-md:order-1 max-md:basis-full">
        {line.given === null ? (
          reference
        ) : (
          <Link to={paths.staffRegistry(line.code, orderPart(line.given))} className={rowLinkClasses}>
            {reference}
          </Link>
        )}
        {more && `${reference && ', '}${more}`}
      </span>
      <Money cents={line.cents} className="ml-auto font-semibold" />
    </li>
  )
}
