import { dayInAthens } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import { loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { type SheetCell, tableResponse } from '../../ui/page/table-response.ts'
import { listReceivedGifts, maxReceivedPageSize, type ReceivedGift } from '../received.contract.ts'
import type { Route } from './+types/gifts-received-file'

/** For hosts only (R518, gifts received). */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const gifts = await loadAllGifts(registry.id, ctx)
  const head = columns.map(({ name }) => name())
  const rows = gifts.map(gift => columns.map(({ value }) => value(gift)))
  const file = `${m.received_file()}-${registry.id}`
  return tableResponse(new URL(request.url), file, { name: m.received_file(), head, rows }, ctx.language)
}

async function loadAllGifts(registry_id: string, { call }: PageContext): Promise<ReceivedGift[]> {
  const gifts: ReceivedGift[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await call(listReceivedGifts, { registry_id, page, per_page: maxReceivedPageSize })
    gifts.push(...data)
    if (page >= meta.last_page) return gifts
  }
}

const columns: { name: () => string; value: (gift: ReceivedGift) => SheetCell }[] = [
  { name: m.received_column_day, value: gift => dayOf(gift.ordered_at) },
  { name: m.common_from, value: gift => gift.giver || m.registry_received_anonymous() },
  { name: m.common_gift, value: gift => gift.name },
  { name: m.common_kind, value: kindText },
  { name: m.common_pieces, value: gift => (gift.kind === 'units' ? String(gift.units) : '') },
  { name: m.received_column_amount, value: gift => ({ cents: gift.amount }) },
  { name: m.common_state, value: stateText },
  { name: m.common_sent, value: gift => dayOf(gift.sent_at) },
  { name: m.common_message, value: gift => gift.message ?? '' },
  { name: m.common_thanked_on, value: gift => dayOf(gift.thanked_at) },
  { name: m.common_order, value: gift => gift.receipt ?? String(gift.order_id) },
]

const dayOf = (moment: string | null) => (moment ? dayInAthens(new Date(moment)) : '')

function kindText({ kind }: ReceivedGift): string {
  if (kind === 'contribution') return m.registry_received_share_of()
  return kind === 'gift_card' ? m.received_card() : m.common_gift()
}

function stateText({ state }: ReceivedGift): string {
  if (state === 'pending') return m.registry_received_pending()
  return state === 'void' ? m.registry_received_void() : m.common_was_paid()
}
