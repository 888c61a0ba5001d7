import type { Db } from '../../server/postgres/tables.ts'
import { foldSlug } from './slug-rules.ts'

/** Which of these addresses another registry has or had, in any spelling; of its own it may take any. */
export async function findTakenSlugs(db: Db, slugs: string[], registryId: number): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await db
    .selectFrom('slug')
    .select('folded')
    .where('folded', 'in', slugs.map(foldSlug))
    .where('registry_id', '<>', registryId)
    .execute()
  const folded = new Set(rows.map(row => row.folded))
  return new Set(slugs.filter(slug => folded.has(foldSlug(slug))))
}

/**
 * Makes it the registry's address; the one before keeps leading there. Null gives the registry back its code.
 * False when another registry has it. The registry's row must be locked.
 */
export async function assignSlug(tx: Db, registryId: number, slug: string | null): Promise<boolean> {
  await setSlug(tx, registryId, null)
  if (slug === null) return true
  const folded = foldSlug(slug)
  // Both the address and its folded form are unique: a conflict with either, at this very moment too, is no failure.
  await tx
    .insertInto('slug')
    .values({ slug, folded, registry_id: registryId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const kept = await tx
    .updateTable('slug')
    .set({ slug })
    .where('folded', '=', folded)
    .where('registry_id', '=', registryId)
    .returning('slug')
    .executeTakeFirst()
  if (!kept) return false
  await setSlug(tx, registryId, slug)
  return true
}

/** A registry that goes takes its addresses along. */
export async function deleteSlugs(tx: Db, registryId: number): Promise<void> {
  await tx.deleteFrom('slug').where('registry_id', '=', registryId).execute()
}

async function setSlug(tx: Db, registryId: number, slug: string | null): Promise<void> {
  await tx.updateTable('registry').set({ slug }).where('id', '=', registryId).execute()
}
