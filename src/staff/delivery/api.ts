import type { ParsedOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { formatGiverName } from '../../checkout/hand-off/giver-rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { recordView } from '../audit/service.ts'
import { registryForStaff } from '../registry/access.ts'
import { formatAddressLines } from '../registry/address-rules.ts'
import type { StaffRegistry } from '../registry/data.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'

export const calls: Handler[] = [
  handle(contract.listDeliveries, listDeliveries),
  handle(contract.showDelivery, showDelivery),
]

const registriesPerPage = 50
/** More than fits into any parcel. */
const maxLines = 300

async function listDeliveries({ after = 0 }: ParsedOf<typeof contract.listDeliveries>, { db }: StaffContext) {
  const rows = await data.findWaitingRegistries(db, after, registriesPerPage + 1)
  const shown = rows.slice(0, registriesPerPage)
  const registries = shown.map(row => ({
    code: row.code,
    name: row.registry_name,
    since: row.since.toISOString(),
    orders: row.orders,
    units: row.units,
    place: row.shipping_address && `${row.shipping_address.postcode} ${row.shipping_address.city}`,
  }))
  return { registries, next: rows.length > registriesPerPage ? (shown.at(-1)?.order_id ?? null) : null }
}

async function showDelivery({ registry }: ParsedOf<typeof contract.showDelivery>, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  await recordView(ctx.db, ctx, { action: 'registry_opened', registryId: row.id })
  const lines = await data.findWaitingLines(ctx.db, row.id, ctx.language, maxLines + 1)
  const byOrder = Map.groupBy(lines.slice(0, maxLines), line => line.order_id)
  return {
    code: row.code,
    name: row.registry_name,
    address: addressLines(row, ctx.language),
    orders: [...byOrder].map(([id, ofOrder]) => toOrder(id, ofOrder)),
    limit: maxLines,
    is_cut: lines.length > maxLines,
  }
}

function addressLines(
  { name, surname, shipping_address: address }: StaffRegistry,
  language: Language,
): string[] | null {
  return address && [`${name} ${surname}`, ...formatAddressLines(address, language)]
}

function toOrder(id: number, lines: data.WaitingLineRow[]): contract.WaitingOrder {
  const [first] = lines
  return {
    id,
    ordered_at: first?.ordered_at.toISOString() ?? '',
    is_unsure: first?.for_hosts === null,
    giver: first ? formatGiverName(first.giver_name, first.visibility) : '',
    lines: lines.map(({ name, sku, units, message }) => ({ name, sku, units, message })),
  }
}
