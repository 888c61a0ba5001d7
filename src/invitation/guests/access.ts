import { authorize, orNotFound } from '../../base/app-error.ts'
import { findRegistryByCodeOrSlug, type RegistryRow } from '../../registry/registry/data.ts'
import { canEdit } from '../../registry/registry/rules.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'

/** A registry that the caller hosts; anyone else's is missing to him (product.md 2). */
export async function invitationRegistry(
  typed: string,
  { db, customer }: CustomerContext,
): Promise<RegistryRow> {
  const registry = orNotFound(await findRegistryByCodeOrSlug(db, typed))
  authorize(canEdit(registry, customer))
  return registry
}
