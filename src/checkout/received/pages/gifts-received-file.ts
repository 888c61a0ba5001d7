import { dayInAthens } from '../../../base/dates.ts'
import type { ReplyOf } from '../../../base/endpoint.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { csvResponse, formatCsvEuro } from '../../../ui/page/csv.ts'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { listReceivedGifts, maxReceivedPageSize } from '../contract.ts'
import type { Route } from './+types/gifts-received-file'

type Gift = ReplyOf<typeof listReceivedGifts>['data'][number]

/** All gifts received as a table for spreadsheets, in the reader's language; for the hosts alone. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const gifts = await allGifts(registry.id, ctx)
  const rows = [columns.map(({ name }) => name()), ...gifts.map(gift => rowOf(gift, ctx.language))]
  return csvResponse(`${m.received_file()}-${registry.id}`, rows, ctx.language)
}

async function allGifts(registry_id: string, { call }: PageContext): Promise<Gift[]> {
  const gifts: Gift[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await call(listReceivedGifts, { registry_id, page, per_page: maxReceivedPageSize })
    gifts.push(...data)
    if (page >= meta.last_page) return gifts
  }
}

const columns: { name: () => string; of: (gift: Gift, language: Language) => string }[] = [
  { name: m.received_column_day, of: gift => dayInAthens(new Date(gift.ordered_at)) },
  { name: m.received_column_giver, of: gift => gift.giver || m.registry_received_anonymous() },
  { name: m.received_column_gift, of: gift => gift.name },
  { name: m.received_column_kind, of: kindOf },
  { name: m.received_column_units, of: gift => (gift.kind === 'units' ? String(gift.units) : '') },
  { name: m.received_column_amount, of: (gift, language) => formatCsvEuro(gift.amount, language) },
  { name: m.received_column_state, of: stateOf },
  { name: m.received_column_message, of: gift => gift.message ?? '' },
  {
    name: m.received_column_thanked,
    of: gift => (gift.thanked_at ? dayInAthens(new Date(gift.thanked_at)) : ''),
  },
  { name: m.received_column_order, of: gift => String(gift.order_id) },
]

function rowOf(gift: Gift, language: Language): string[] {
  return columns.map(({ of }) => of(gift, language))
}

function kindOf({ kind }: Gift): string {
  if (kind === 'contribution') return m.registry_received_share_of()
  return kind === 'gift_card' ? m.received_card() : m.received_kind_units()
}

function stateOf({ state }: Gift): string {
  if (state === 'pending') return m.registry_received_pending()
  return state === 'void' ? m.registry_received_void() : m.received_state_paid()
}
