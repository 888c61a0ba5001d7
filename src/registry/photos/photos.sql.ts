import { type Selectable, sql } from 'kysely'
import { paths } from '../../base/paths.ts'
import { findRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { PhotoView } from '../registry.contract.ts'
import { countsOf, type PartOfRegistry, type RegistryCounts } from '../registry.sql.ts'

export type PhotoRow = Selectable<Tables['page_photo']>
type PhotoRole = PhotoRow['role']

/** A registry's counts and photographs, in order, as JSON for one query with the registry. */
export const countsAndPhotosOf: PartOfRegistry<{ counts: RegistryCounts; photos: PhotoRow[] }> = id => sql`
  json_build_object('counts', ${countsOf(id)}, 'photos', (
    select coalesce(json_agg(shown order by role, position, large), '[]')
    from page_photo shown where registry_id = ${id}))`

/** Photographs of afterwards are shown only once the registry is closed. */
export function toPhotoViews(photos: PhotoRow[], { open }: { open: boolean }): PhotoView[] {
  return photos
    .filter(({ role }) => role !== 'afterwards' || !open)
    .map(photo => ({ ...photo, large: paths.image(photo.large), small: paths.image(photo.small) }))
}

export function findPhotos(db: Db, registry_id: number, role: PhotoRole): Promise<PhotoRow[]> {
  return findRows(db, 'page_photo', { where: { registry_id, role }, orderBy: ['position', 'large'] })
}

export async function orderPhotos(tx: Db, photos: PhotoRow[]): Promise<void> {
  for (const [position, photo] of photos.entries()) await updatePhoto(tx, photo, { position })
}

export async function updatePhoto(
  tx: Db,
  { registry_id, role, large }: Pick<PhotoRow, 'registry_id' | 'role' | 'large'>,
  change: Partial<Pick<PhotoRow, 'position' | 'alt'>>,
): Promise<void> {
  await updateRows(tx, 'page_photo', { set: change, where: { registry_id, role, large } })
}

/** Deletes the photographs of these registries, or those that `only` selects; returns the names of their pictures. */
export async function deletePhotos(
  tx: Db,
  registryIds: number[],
  only: { role?: PhotoRole; large?: string } = {},
): Promise<string[]> {
  const { role, large } = only
  const deleted = await tx
    .deleteFrom('page_photo')
    .where(sql<boolean>`registry_id = any(${registryIds})`)
    .$if(role !== undefined, query => query.where('role', '=', role!))
    .$if(large !== undefined, query => query.where('large', '=', large!))
    .returning(['large', 'small'])
    .execute()
  return deleted.flatMap(names => [names.large, names.small])
}
