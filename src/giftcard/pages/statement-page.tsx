import { dayInAthens } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { EditSheet, editMeta } from '../../registry/pages/edit-sheet.tsx'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { DayText, Money } from '../../ui/spans.tsx'
import { moneyStatement, type Statement } from '../contract.ts'
import type { Route } from './+types/statement-page'
import { kindWords } from './words.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id, registry_name } = await hostRegistry(visit, request, params.id)
  const statement = await orErrorPage(visit.call(moneyStatement, { registry_id: id }))
  return { id, registry_name, statement, language: visit.language, site: visit.site }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.giftcard_statement(), loaderData, params.id, 'collected-gift-cards/statement')
}

/** Every line of the registry's money, as a bank would print it. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { id, registry_name, statement } = loaderData
  return (
    <EditSheet title={m.giftcard_statement()} lead={registry_name}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
        <ButtonLink to={`${paths.moneyStatement(id)}/csv`} reloadDocument kind="outline" size="small">
          {m.giftcard_csv()}
        </ButtonLink>
        <Button kind="outline" size="small" className="hidden js:inline-flex" onClick={() => window.print()}>
          {m.ui_print()}
        </Button>
        <Link to={paths.collectedGiftCards(id)} look="text" className="py-1">
          {m.giftcard_back()}
        </Link>
      </div>
      <Sums statement={statement} />
      {statement.lines.length === 0 ? <p>{m.giftcard_empty()}</p> : <Lines lines={statement.lines} />}
    </EditSheet>
  )
}

function Sums({ statement }: { statement: Statement }) {
  const sums = [
    { label: m.giftcard_came(), cents: statement.came },
    { label: m.giftcard_went(), cents: statement.went },
    { label: m.giftcard_balance_now(), cents: statement.balance },
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {sums.map(({ label, cents }) => (
        <div key={label}>
          <dt className="text-sm text-soft">{label}</dt>
          <dd>
            <Money cents={cents} className="font-serif text-2xl" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ lines }: Pick<Statement, 'lines'>) {
  const head = 'py-2 pr-4 text-left text-sm font-semibold text-soft last:pr-0'
  return (
    <table className="w-full">
      <thead className="hidden border-b border-line sm:table-header-group print:table-header-group">
        <tr>
          <th className={head}>{m.giftcard_column_day()}</th>
          <th className={head}>{m.giftcard_column_what()}</th>
          <th className={`${head} text-right`}>{m.giftcard_column_amount()}</th>
          <th className={`${head} text-right`}>{m.giftcard_column_balance()}</th>
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

/** On phones a line is three rows of its own; on desks a row of the table. */
function Line({ line }: { line: Statement['lines'][number] }) {
  const cell = 'block sm:table-cell sm:py-3 sm:pr-4 sm:last:pr-0 print:table-cell print:py-1'
  return (
    <tr className="block border-b border-line py-3 align-top sm:table-row sm:align-baseline sm:py-0 print:table-row">
      <td className={`${cell} text-sm text-soft sm:whitespace-nowrap`}>
        <DayText day={dayInAthens(new Date(line.at))} />
      </td>
      <td className={cell}>
        <span className="block font-semibold">{kindWords[line.kind]()}</span>
        <span className="block text-sm text-soft">
          {[line.gift, line.giver, referred(line.reference)].filter(Boolean).join(' · ')}
        </span>
      </td>
      <td className={`${cell} sm:text-right`}>
        <Money
          cents={line.amount}
          className={line.amount < 0 ? 'font-semibold text-pomegranate' : 'font-semibold text-olive'}
        />
      </td>
      <td className={`${cell} text-sm text-soft sm:text-right sm:text-base`}>
        <span className="sm:hidden print:hidden">{m.giftcard_column_balance()} </span>
        <Money cents={line.balance} />
      </td>
    </tr>
  )
}

/** The shop's orders go by number, gift cards by their code. */
function referred(reference: string): string {
  return /^\d+$/.test(reference) ? m.giftcard_order({ number: reference }) : reference
}
