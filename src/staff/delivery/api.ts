import * as z from 'zod/mini'
import { positiveId } from '../../base/fields.ts'
import { formatGiverName } from '../../checkout/hand-off/giver-rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall, staffRead } from '../../server/context/staff-call.ts'
import { recordView } from '../audit/service.ts'
import { registryForStaff } from '../registry/access.ts'
import { formatAddressLines } from '../registry/address-rules.ts'
import { staffRegistryAddress } from '../registry/rules.ts'
import * as data from './data.ts'

export const calls = {
  deliveries: staffRead('support', { after: z.optional(positiveId) }, listDeliveries),
  delivery: staffCall('support', { registry: staffRegistryAddress }, showDelivery),
}

const registriesPerPage = 50
/** More than fits into any parcel. */
const maxLines = 300

/** Registries with paid goods for their hosts that have not left, the longest waiting first. */
async function listDeliveries({ after = 0 }: { after?: number | undefined }, { db }: StaffContext) {
  const rows = await data.findWaitingRegistries(db, after, registriesPerPage + 1)
  const registries = rows.slice(0, registriesPerPage)
  return { registries, next: rows.length > registriesPerPage ? (registries.at(-1)?.order_id ?? null) : null }
}

/** What waits to be delivered to the hosts of a registry, with today's address and the givers' words; audited. */
async function showDelivery({ registry }: { registry: string }, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  await recordView(ctx.db, ctx, { action: 'registry_opened', registryId: row.id })
  const lines = await data.findWaitingLines(ctx.db, row.id, ctx.language, maxLines + 1)
  const byOrder = Map.groupBy(lines.slice(0, maxLines), line => line.order_id)
  const { shipping_address: address } = row
  return {
    code: row.code,
    name: row.registry_name,
    address: address && [`${row.name} ${row.surname}`, ...formatAddressLines(address, ctx.language)],
    orders: [...byOrder].flatMap(([id, [first, ...rest]]) => (first ? [toOrder(id, first, rest)] : [])),
    /** How many lines there are at most. */
    limit: maxLines,
    is_cut: lines.length > maxLines,
  }
}

function toOrder(id: number, first: data.WaitingLineRow, rest: data.WaitingLineRow[]) {
  return {
    id,
    ordered_at: first.ordered_at,
    /** The shop did not say whether it goes to the hosts. */
    is_unsure: first.for_hosts === null,
    /** As the giver wishes to appear; empty for anonymous. */
    giver: formatGiverName(first.giver_name, first.visibility),
    lines: [first, ...rest].map(({ name, sku, units, message }) => ({ name, sku, units, message })),
  }
}
