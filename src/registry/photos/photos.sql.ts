import { type Selectable, sql } from 'kysely'
import { paths } from '../../base/paths.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { PhotoView } from '../registry.contract.ts'
import { countsOf, type PartOfRegistry, type RegistryCounts } from '../registry.sql.ts'

export type PhotoRow = Selectable<Tables['page_photo']>
type PhotoRole = PhotoRow['role']

const inOrder = sql`role, position, large`

/** A registry's counts and photographs, in order, as JSON for one query with the registry. */
export const countsAndPhotosOf: PartOfRegistry<{ counts: RegistryCounts; photos: PhotoRow[] }> = id => sql`
  json_build_object('counts', ${countsOf(id)}, 'photos', (
    select coalesce(json_agg(shown order by ${inOrder}), '[]')
    from page_photo shown where registry_id = ${id}))`

/** Photographs of afterwards are shown only once the registry is closed. */
export function toPhotoViews(photos: PhotoRow[], { open }: { open: boolean }): PhotoView[] {
  return photos
    .filter(({ role }) => role !== 'afterwards' || !open)
    .map(({ role, large, small, width, height, alt }) => ({
      ...{ role, large: paths.image(large), small: paths.image(small) },
      ...{ width, height, alt },
    }))
}

export async function findPhotos(db: Db, registry_id: number, role: PhotoRole): Promise<PhotoRow[]> {
  return db
    .selectFrom('page_photo')
    .selectAll()
    .where('registry_id', '=', registry_id)
    .where('role', '=', role)
    .orderBy(inOrder)
    .execute()
}

export async function orderPhotos(tx: Db, photos: PhotoRow[]): Promise<void> {
  for (const [position, photo] of photos.entries()) await updatePhoto(tx, photo, { position })
}

export async function updatePhoto(
  tx: Db,
  { registry_id, role, large }: Pick<PhotoRow, 'registry_id' | 'role' | 'large'>,
  change: Partial<Pick<PhotoRow, 'position' | 'alt'>>,
): Promise<void> {
  await tx
    .updateTable('page_photo')
    .set(change)
    .where('registry_id', '=', registry_id)
    .where('role', '=', role)
    .where('large', '=', large)
    .execute()
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
