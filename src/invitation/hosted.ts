import { allow, found } from '../base/refusal.ts'
import { type RegistryRow, registryByAddress } from '../registry/data.ts'
import { mayEdit } from '../registry/rules.ts'
import type { CustomerVisit } from '../server/visit.ts'

/** A registry that the caller hosts; anyone else's is missing to him (product.md 2). */
export async function hosted(typed: string, { db, customer }: CustomerVisit): Promise<RegistryRow> {
  const registry = found(await registryByAddress(db, typed))
  allow(mayEdit(registry, customer))
  return registry
}
