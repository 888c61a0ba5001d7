import { csvEuro } from '../../base/csv.ts'
import { dayInAthens } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { csvFile } from '../../ui/csv-file.ts'
import { moneyStatement } from '../contract.ts'
import type { Route } from './+types/statement-file'
import { kindWords } from './words.ts'

/** The statement as a file for spreadsheets, in the reader's language. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const { lines } = await orErrorPage(visit.call(moneyStatement, { registry_id: id }))
  const amount = (cents: number) => csvEuro(cents, visit.language)
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
  return csvFile(`statement-${id}`, [head, ...rows], visit.language)
}
