import { formatMoment } from '../../../base/dates.ts'
import { formatCode } from '../../../base/fields.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/text-field.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { listedMovements } from '../../money.rules.ts'
import { orderPart } from '../../registry/registry.rules.ts'
import { type ConsoleAnswer, callConsole } from '../frame/console-call.ts'
import { StaffPage } from '../frame/staff-frame.tsx'
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
  const { movement, from, to } = query
  return (
    <StaffPage
      title={movementMessages[movement]()}
      lead={m.staff_money_lines_lead()}
      back={{ to: paths.staffMoney, label: m.common_money_held_for_hosts() }}
      aside={<TableFiles address={`${paths.staffMoneyLines}/file`} query={query} />}
    >
      <Form
        key={`${movement} ${from} ${to}`}
        method="get"
        aria-label={m.staff_money_choose()}
        className="field-row"
      >
        <Select
          name="movement"
          label={m.staff_money_what()}
          defaultValue={movement}
          options={listedMovements.map(value => ({ value, label: movementMessages[value]() }))}
        />
        <DateField name="from" label={m.common_from()} defaultValue={from} />
        <DateField name="to" label={m.staff_money_to()} defaultValue={to} />
        <Button type="submit" kind="outline">
          {m.common_show()}
        </Button>
      </Form>
      {lines.length === 0 ? (
        <p>{m.staff_money_none()}</p>
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
    </StaffPage>
  )
}

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
