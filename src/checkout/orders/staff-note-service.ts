import { writeCode } from '../../base/fields.ts'
import type { RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import type { PurchaseRow } from './data.ts'

/** What the shop's staff needs to know of an order; the hosts' address goes nowhere else (product.md 26). */
export function formatStaffNote(
  registry: RegistryRow,
  purchases: PurchaseRow[],
  toHosts: boolean | null,
): string {
  const { shipping_address: address } = registry
  const surplus = purchases.some(one => one.credited_cents < one.cents)
  return [
    `Registry ${writeCode(registry.code)} “${registry.registry_name}” of ${hostNames(registry)}.`,
    address &&
      toHosts !== false &&
      `Deliver to the hosts${toHosts ? '' : ', if the guest chose so'}: ${registry.name} ${registry.surname}, ${address.street}, ${address.postcode} ${address.city}, ${address.region}, ${address.country}, tel. ${address.phone}.`,
    surplus && 'More was given than wished for: the hosts have been told.',
  ]
    .filter(Boolean)
    .join(' ')
}
