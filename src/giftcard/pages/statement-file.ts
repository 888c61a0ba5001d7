import { csv } from '../../base/csv.ts'
import { dayInAthens } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { moneyStatement } from '../contract.ts'
import type { Route } from './+types/statement-file'
import { kindWords } from './words.ts'

/** The statement as a file for spreadsheets, in the reader's language. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const { lines } = await orErrorPage(visit.call(moneyStatement, { registry_id: id }))
  const isGreek = visit.language === 'el'
  const amount = (cents: number) => (cents / 100).toFixed(2).replace('.', isGreek ? ',' : '.')
  const rows = lines.map(line => [
    dayInAthens(new Date(line.at)),
    kindWords[line.kind](),
    line.gift,
    line.giver,
    line.reference,
    line.amount > 0 ? amount(line.amount) : '',
    line.amount < 0 ? amount(-line.amount) : '',
    amount(line.balance),
  ])
  const head = [
    m.giftcard_column_day(),
    m.giftcard_column_what(),
    m.giftcard_column_gift(),
    m.giftcard_column_giver(),
    m.giftcard_column_reference(),
    m.giftcard_came(),
    m.giftcard_went(),
    m.giftcard_column_balance(),
  ]
  return new Response(csv([head, ...rows], visit.language), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="statement-${id}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
