import * as z from 'zod/mini'
import { findCustomerById } from '../account/customer/customer.sql.ts'
import { authorize, orNotFound } from '../base/app-error.ts'
import type { StaffContext } from '../server/context/request-context.ts'
import { staffCall } from '../server/context/staff-call.ts'
import { recordView } from './audit.ts'
import { type SeenAs, seenAs } from './console.rules.ts'
import { staffRegistryAddress } from './registry/registry.rules.ts'
import { registryForStaff } from './registry/registry.ts'

export const calls = {
  seenRegistry: staffCall('support', { registry: staffRegistryAddress, as: z.enum(seenAs) }, see),
}

/**
 * Whom a registry's page is rendered for when staff look at it as its host or a guest does; audited. Throws
 * `refused_missing` 404 for a deleted registry, and for one whose host is erased.
 */
async function see({ registry, as }: { registry: string; as: SeenAs }, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  authorize(row.removed_at === null)
  const host = as === 'host' ? orNotFound(await findCustomerById(ctx.db, row.customer_id)) : null
  authorize(host === null || host.erased_at === null)
  const action = as === 'host' ? 'seen_as_host' : 'seen_as_guest'
  await recordView(ctx.db, ctx, { action, registryId: row.id })
  const { code, slug, registry_name } = row
  if (host === null) return { code, slug, registry_name, customer: null }
  const { id, email, name, surname, language, confirmed_at, shop_customer_id } = host
  const confirmed = confirmed_at !== null
  const shopCustomerId = confirmed ? shop_customer_id : null
  const customer = { id, email, name, surname, language, confirmed, shopCustomerId }
  return { code, slug, registry_name, customer }
}
