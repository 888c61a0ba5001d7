import { randomUUID } from 'node:crypto'
import { findCustomerById } from '../../account/customer/data.ts'
import { tellOfProtectedAct, writeToOwner } from '../../account/email-change/owner-letter-service.ts'
import { requireFreshProof } from '../../account/proof/access.ts'
import { formatDeviceName, parseUserAgent } from '../../account/session/device-rules.ts'
import { authorize } from '../../base/app-error.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { hasUnsettledMoney, type RegistryRow } from '../registry/data.ts'
import { normalizeAddress } from '../registry/place-rules.ts'
import { canOwn } from '../registry/rules.ts'
import { isSurpriseActive } from '../surprise/rules.ts'
import type { RegistrySettingsChange } from './contract.ts'

/**
 * Where the gifts go is changed by the owner alone, for a fresh proof (R128); the owner is told by letter. Sending the
 * address as it is changes nothing: false then. `registry` is the locked row. Throws `registry_owner_only` and `proof_needed` 403.
 */
export async function guardDeliveryAddress(
  tx: Db,
  change: RegistrySettingsChange,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<boolean> {
  const address = change.same_as_home ? change.home_address : change.shipping_address
  if (!address || isSameAddress(normalizeAddress(address), registry.shipping_address)) return false
  authorize(canOwn(registry, ctx.customer), 'registry_owner_only', 403)
  await requireFreshProof({ ...ctx, db: tx })
  await ctx.recordSecurityEvent({ kind: 'address_changed', registryId: registry.id }, tx)
  await tellOwner(tx, registry, ctx)
  return true
}

const isSameAddress = (one: object, other: object | null) =>
  JSON.stringify(sortedParts(one)) === JSON.stringify(sortedParts(other ?? {}))

const sortedParts = (address: object) => Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1))

async function tellOwner(tx: Db, registry: RegistryRow, ctx: CustomerContext): Promise<void> {
  const owner = await findCustomerById(tx, registry.customer_id)
  if (!owner) return
  const { id, code, registry_name } = registry
  const letter = {
    cause: `delivery-address:${id}:${randomUUID()}`,
    template: 'delivery-address-changed',
    props: {
      code,
      registry: registry_name,
      device: formatDeviceName(parseUserAgent(ctx.userAgent)),
      at: ctx.now.toISOString(),
    },
  }
  await writeToOwner(tx, owner, letter, ctx)
}

/**
 * When money leaves is changed for a fresh proof while there is money, and in surprise mode always, as the question would
 * tell; a co-host brings the day forward never (R1223). The owner is told by letter. `registry` is the locked row. Throws
 * `registry_owner_only` and `proof_needed` 403.
 */
export async function guardClosingDay(
  tx: Db,
  closing: Day | null,
  registry: RegistryRow,
  ctx: CustomerContext,
): Promise<void> {
  const before = registry.closing_day
  if (closing === before) return
  const hidesMoney = isSurpriseActive(registry, dayInAthens(ctx.now))
  if (!hidesMoney && !(await hasUnsettledMoney(tx, registry.id, ctx.now))) return
  const isForward = closing !== null && (before === null || closing < before)
  authorize(!isForward || canOwn(registry, ctx.customer), 'registry_owner_only', 403)
  await requireFreshProof({ ...ctx, db: tx })
  const owner = await findCustomerById(tx, registry.customer_id)
  if (owner) await tellOfProtectedAct(tx, { owner, act: 'closing_day', registry }, ctx)
}
