import { findRows, insertNewRow, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { foldSlug } from './slug-rules.ts'

/** Those of the slugs that another registry has or had, in any spelling; a registry may take its own again (R205). */
export async function findTakenSlugs(db: Db, slugs: string[], registryId: number): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await findRows(db, 'slug', {
    where: { folded: { in: slugs.map(foldSlug) }, registry_id: { '<>': registryId } },
    columns: ['folded'],
  })
  const taken = new Set(rows.map(row => row.folded))
  return new Set(slugs.filter(slug => taken.has(foldSlug(slug))))
}

/**
 * Makes it the registry's slug; the one before redirects to it. Null leaves the registry with its code alone. False
 * when another registry has the slug. The registry must be locked.
 */
export async function assignSlug(tx: Db, registryId: number, slug: string | null): Promise<boolean> {
  await updateRows(tx, 'registry', { set: { slug: null }, where: { id: registryId } })
  if (slug === null) return true
  const folded = foldSlug(slug)
  // Both the slug and its folded form are unique: a conflict with either means that it is taken.
  await insertNewRow(tx, 'slug', { slug, folded, registry_id: registryId })
  const own = await tx
    .updateTable('slug')
    .set({ slug })
    .where('folded', '=', folded)
    .where('registry_id', '=', registryId)
    .returning('slug')
    .executeTakeFirst()
  if (!own) return false
  await updateRows(tx, 'registry', { set: { slug }, where: { id: registryId } })
  return true
}
