import { formatCode } from '../../base/fields.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { PurchaseRow } from './data.ts'
import type { MatchedOrder } from './match-service.ts'
import { eraseStaffNoteLines, findStaffNotesOfHost, hasStaffNote } from './staff-note-data.ts'
import { formatDeliverySentence } from './staff-note-rules.ts'

/**
 * Whether an order's goods are delivered to the hosts (R420); null when it is not known. Asked only before an order's
 * first note. A failure of the shop is no reason to wait: the note then says "if the guest chose so".
 */
export async function checkHostDelivery(
  { order, matched }: MatchedOrder,
  { db, shop, log }: JobContext,
): Promise<boolean | null> {
  if (order.state !== 'paid' || matched.length === 0 || (await hasStaffNote(db, order.id))) return null
  // Money is not delivered anywhere.
  if (matched.every(one => one.line.kind !== 'units')) return false
  return shop.isDeliveredToHosts(order).catch(error => {
    log.warn({ order: order.id, error: String(error) }, 'delivery of an order not known')
    return null
  })
}

/**
 * What the shop's staff need to know of an order. The hosts' address is shown nowhere else (R225, R420). The hosts are
 * told of an order by e-mail, but not in surprise mode (R221).
 */
export function formatStaffNote(
  registry: RegistryRow,
  purchases: PurchaseRow[],
  { isDeliveredToHosts, hostsAreTold }: { isDeliveredToHosts: boolean | null; hostsAreTold: boolean },
): string {
  const hasSurplus = purchases.some(one => one.credited_cents < one.cents)
  return [
    `Registry ${formatCode(registry.code)} “${registry.registry_name}” of ${hostNames(registry)}.`,
    isDeliveredToHosts !== false && formatDeliverySentence(registry, isDeliveredToHosts === true),
    hasSurplus && `More was given than wished for${hostsAreTold ? ': the hosts have been told' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * When a host is erased: names and addresses leave the notes of all orders for their registries, in the shop as well
 * (R125). A job tries the shop until it has done so.
 */
export async function eraseHostFromStaffNotes(
  tx: Db,
  { customerId }: { customerId: number },
  { now }: Pick<JobContext, 'now'>,
): Promise<void> {
  const rows = await findStaffNotesOfHost(tx, customerId)
  for (const [orderId, named] of Map.groupBy(rows, row => row.order_id)) {
    const lines = (named[0]?.staff_note ?? '').split('\n')
    const changed = lines.map(line => named.reduce(eraseRegistryFromLine, line))
    const erasedLines = lines.filter((line, index) => line !== changed[index]).join('\n')
    if (erasedLines) await eraseStaffNoteLines(tx, orderId, { note: changed.join('\n'), erasedLines }, now)
  }
}

/** A line that names the registry by its code alone: the rest of it was about the hosts. */
function eraseRegistryFromLine(
  line: string,
  { code, registry_name }: { code: string; registry_name: string },
): string {
  const registry = `Registry ${formatCode(code)}`
  if (line.startsWith(`${registry} “`)) return `${registry}; its hosts have left.`
  return line.replaceAll(`“${registry_name}”`, formatCode(code))
}
