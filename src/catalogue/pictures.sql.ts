import { sql } from 'kysely'
import type { Db } from '../server/postgres/tables.ts'
import { bareAddress, type PictureState, pictureAddress, pictureKinds } from './pictures.rules.ts'

/** Stores pictures of the catalogue, new ones as due, and returns their states. Call it before locking products. */
export async function notePictures(tx: Db, urls: string[], now: Date): Promise<Map<string, PictureState>> {
  const sorted = [...new Set(urls)].toSorted()
  if (sorted.length === 0) return new Map()
  const rows = await tx
    .insertInto('product_picture')
    .values(sorted.map(url => ({ url, seen_at: now, due_at: now })))
    .onConflict(conflict =>
      conflict.column('url').doUpdateSet(row => ({ seen_at: row.ref('excluded.seen_at') })),
    )
    .returning(['url', 'kind'])
    .execute()
  return new Map(rows.map(({ url, kind }) => [url, kind]))
}

/** Pictures that were never stored are left out. */
export async function findPictureStates(db: Db, urls: string[]): Promise<Map<string, PictureState>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('product_picture')
    .select(['url', 'kind'])
    .where(sql<boolean>`url = any(${urls})`)
    .execute()
  return new Map(rows.map(({ url, kind }) => [url, kind]))
}

/** Pictures that are due to be classified, the longest waiting first. */
export async function listDuePictures(db: Db, now: Date, max: number) {
  return db
    .selectFrom('product_picture')
    .select(['url', 'attempts'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('url')
    .limit(max)
    .execute()
}

export async function savePictureFailure(db: Db, url: string, due_at: Date): Promise<void> {
  await db
    .updateTable('product_picture')
    .set(row => ({ due_at, attempts: row('attempts', '+', 1) }))
    .where('url', '=', url)
    .execute()
}

/**
 * Saves the state of a picture and updates the addresses of products and variants that show it; a missing one is
 * fetched again at `dueAt`. Returns the ids of the changed products.
 */
export async function savePictureState(
  tx: Db,
  url: string,
  state: Exclude<PictureState, null>,
  dueAt: Date | null,
): Promise<number[]> {
  await tx
    .updateTable('product_picture')
    .set(row => ({ kind: state, due_at: dueAt, attempts: dueAt ? row('attempts', '+', 1) : 0 }))
    .where('url', '=', url)
    .execute()
  const image = pictureAddress(url, state)
  const former = [url, ...pictureKinds.map(kind => pictureAddress(url, kind))]
  const { rows } = await sql<{ id: number }>`
    with changed_product as (
      update product set image = ${image} where image = any(${former}) and image is distinct from ${image}
      returning id),
    changed_variant as (
      update variant set image = ${image} where image = any(${former}) and image is distinct from ${image}
      returning product_id)
    select id from changed_product union select product_id from changed_variant`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The addresses as the shop gives them, without fragments; null ones are left out. */
export const addressesOf = (images: (string | null)[]): string[] =>
  images.flatMap(image => (image === null ? [] : [bareAddress(image)]))
