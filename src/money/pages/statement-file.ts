import { dayInAthens } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import { loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tableResponse } from '../../ui/page/table-response.ts'
import { getMoneyStatement } from '../statement.contract.ts'
import type { Route } from './+types/statement-file'
import { statementKindMessages } from './money-messages.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const { lines } = await ctx.call(getMoneyStatement, { registry_id: id })
  const amount = (cents: number) => ({ cents })
  const rows = lines.map(line => [
    dayInAthens(new Date(line.at)),
    statementKindMessages[line.kind](),
    line.gift,
    line.giver,
    line.reference,
    line.amount > 0 ? amount(line.amount) : '',
    line.amount < 0 ? amount(-line.amount) : '',
    amount(line.balance),
    line.waits === null ? '' : (line.free_on ?? m.giftcard_waits_payment()),
  ])
  const head = [
    m.giftcard_column_day(),
    m.common_what(),
    m.common_gift(),
    m.common_from(),
    m.giftcard_column_reference(),
    m.common_came_in(),
    m.common_went_out(),
    m.common_balance(),
    m.giftcard_column_free(),
  ]
  const table = { name: m.giftcard_statement(), head, rows }
  return tableResponse(new URL(request.url), `statement-${id}`, table, ctx.language)
}
