import { dayInAthens } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { TableFiles } from '../../ui/page/table-files.tsx'
import { DotSeparated } from '../../ui/text/facts.tsx'
import { DayText, Money } from '../../ui/text/formatted-text.tsx'
import { getMoneyStatement, type MoneyStatement, type StatementLine } from '../statement.contract.ts'
import type { Route } from './+types/statement-page'
import { statementKindMessages } from './money-messages.ts'
import { WaitingMoneyList, WaitText } from './waiting-money.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, registry_name } = await loadHostedRegistry(ctx, request, params.id)
  const statement = await ctx.call(getMoneyStatement, { registry_id: id })
  return { id, registry_name, statement, language: ctx.language, site: ctx.site }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.giftcard_statement(), loaderData, params.id, 'collected-gift-cards/statement')
}

/** Lines of the registry's money with the balance after each (R609, the statement). */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { id, registry_name, statement } = loaderData
  return (
    <HostPageFrame title={m.giftcard_statement()} lead={registry_name}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
        <TableFiles address={`${paths.moneyStatement(id)}/csv`} />
        <Button kind="outline" size="small" className="hidden js:inline-flex" onClick={() => window.print()}>
          {m.ui_print()}
        </Button>
        <Link to={paths.collectedGiftCards(id)} variant="text" className="py-1">
          {m.giftcard_back()}
        </Link>
      </div>
      <Totals statement={statement} />
      <WaitingMoneyList waiting={statement.waiting} explained />
      {statement.lines.length === 0 ? <p>{m.giftcard_empty()}</p> : <Lines lines={statement.lines} />}
    </HostPageFrame>
  )
}

function Totals({ statement }: { statement: MoneyStatement }) {
  const totals = [
    { label: m.common_came_in(), cents: statement.came },
    { label: m.common_went_out(), cents: statement.went },
    { label: m.common_balance(), cents: statement.balance },
    ...(statement.waiting.length > 0 ? [{ label: m.giftcard_free(), cents: statement.free }] : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 max-sm:block max-sm:divide-y max-sm:divide-line">
      {totals.map(({ label, cents }) => (
        <div key={label} className="max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:py-1.5">
          <dt className="text-sm text-soft">{label}</dt>
          <dd>
            <Money cents={cents} className="font-serif text-xl sm:text-2xl" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ lines }: Pick<MoneyStatement, 'lines'>) {
  const headClass = 'py-2 pr-4 text-left text-sm font-semibold text-soft last:pr-0'
  return (
    <table className="w-full">
      <thead className="border-b border-line">
        <tr>
          <th className={`${headClass} max-sm:hidden print:table-cell`}>{m.giftcard_column_day()}</th>
          <th className={headClass}>{m.common_what()}</th>
          <th className={`${headClass} text-right max-sm:pr-0 print:pr-4`}>
            {m.common_amount()}
            <span className="block font-normal sm:hidden print:hidden">{m.common_balance()}</span>
          </th>
          <th className={`${headClass} text-right max-sm:hidden print:table-cell`}>{m.common_balance()}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

/** On a phone the day is above the text and the balance below the amount, as four columns would be too narrow. */
function Line({ line }: { line: StatementLine }) {
  const cellClass = 'py-3 pr-4 last:pr-0 print:py-1'
  const day = <DayText day={dayInAthens(new Date(line.at))} />
  return (
    <tr className="border-b border-line align-top sm:align-baseline">
      <td className={`${cellClass} whitespace-nowrap text-sm text-soft max-sm:hidden print:table-cell`}>
        {day}
      </td>
      <td className={cellClass}>
        <span className="block text-sm text-soft sm:hidden print:hidden">{day}</span>
        <span className="block font-semibold">{statementKindMessages[line.kind]()}</span>
        <span className="block text-sm text-soft">
          <DotSeparated
            facts={[line.gift, line.giver, formatReference(line.reference)].filter(
              fact => fact !== null && fact !== '',
            )}
          />
        </span>
        {line.waits !== null && (
          <span className="block text-sm text-soft">
            <WaitText day={line.free_on} />
          </span>
        )}
      </td>
      <td className={`${cellClass} text-right max-sm:pr-0 print:pr-4`}>
        <Money
          cents={line.amount}
          className={line.amount < 0 ? 'font-semibold text-pomegranate' : 'font-semibold text-olive'}
        />
        <span className="block text-sm text-soft sm:hidden print:hidden">
          <span className="sr-only">{m.common_balance()} </span>
          <Money cents={line.balance} />
        </span>
      </td>
      <td className={`${cellClass} text-right text-sm text-soft max-sm:hidden print:table-cell sm:text-base`}>
        <Money cents={line.balance} />
      </td>
    </tr>
  )
}

/** Orders have a number, gift cards a code. */
function formatReference(reference: string): string {
  return /^\d+$/.test(reference) ? m.giftcard_order({ number: reference }) : reference
}
