import type { Language } from '../base/language.ts'
import { languages } from '../base/language.ts'
import type { Db } from '../server/tables.ts'

/** How far the sweep of the catalogue has come. */

/** Where a language stands in a sweep that began at `startedAt`. */
export interface SweepState {
  startedAt: Date
  /** The shop's mark of the last page written; null before the first. */
  cursor: string | null
  /** Products written so far. */
  read: number
  /** All its pages are written. */
  isRead: boolean
}

/** The sweep under way, if it began after that moment; null when there is none. */
export async function sweepUnderWay(db: Db, since: Date): Promise<Map<Language, SweepState> | null> {
  const rows = await db.selectFrom('sweep').selectAll().where('started_at', '>', since).execute()
  if (rows.length < languages.length) return null
  return new Map(
    rows.map(row => [
      row.language,
      {
        startedAt: row.started_at ?? since,
        cursor: row.cursor,
        read: row.products_read,
        isRead: row.is_read,
      },
    ]),
  )
}

/** Begins a sweep of every language at its first page. */
export async function beginSweep(tx: Db, startedAt: Date): Promise<Map<Language, SweepState>> {
  const start = { started_at: startedAt, cursor: null, products_read: 0, is_read: false }
  for (const language of languages)
    await tx
      .insertInto('sweep')
      .values({ language, products: 0, ...start })
      .onConflict(conflict => conflict.column('language').doUpdateSet(start))
      .execute()
  return new Map(languages.map(language => [language, { startedAt, cursor: null, read: 0, isRead: false }]))
}

/** Notes a page as written; `cursor` null means that it was the last. */
export async function noteRead(
  tx: Db,
  language: Language,
  { cursor, read }: { cursor: string | null; read: number },
): Promise<void> {
  await tx
    .updateTable('sweep')
    .set({ cursor, products_read: read, is_read: cursor === null })
    .where('language', '=', language)
    .execute()
}

/** Notes the sweep as finished. */
export async function endSweep(tx: Db, finished: Date): Promise<void> {
  await tx
    .updateTable('sweep')
    .set(row => ({
      finished_at: finished,
      products: row.ref('products_read'),
      changes_at: row.ref('started_at'),
      started_at: null,
      cursor: null,
      is_read: false,
    }))
    .execute()
}

/** Whether a sweep has begun and not come to its end. */
export async function isSweepUnderWay(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('sweep').select('language').where('started_at', 'is not', null).execute()).length > 0
  )
}

/** Up to when changes have been read in every language; null before the first sweep came to its end. */
export async function changesReadTo(db: Db): Promise<Date | null> {
  const rows = await db.selectFrom('sweep').select('changes_at').orderBy('changes_at').execute()
  return rows[0]?.changes_at ?? null
}

/** Notes up to when changes have been read; it never goes back. */
export async function noteChanges(db: Db, to: Date): Promise<void> {
  await db.updateTable('sweep').set({ changes_at: to }).where('changes_at', '<', to).execute()
}

/** Whether a product has come since that moment of which the shop's own orders are not known yet. */
export async function hasArrivals(db: Db, since: Date): Promise<boolean> {
  const arrival = db.selectFrom('product').select('id').where('listed', '=', true).where('newest', '=', 0)
  return (await arrival.where('seen_at', '>', since).limit(1).execute()).length > 0
}

/** When each language was last swept to its end; a language that never was is missing. */
export async function sweptAt(db: Db): Promise<Date[]> {
  const rows = await db.selectFrom('sweep').select('finished_at').execute()
  return rows.flatMap(row => row.finished_at ?? [])
}

/** Whether the whole shop has been read before, in every language. */
export async function wasSwept(db: Db): Promise<boolean> {
  return (await sweptAt(db)).length === languages.length
}

/** How many products are listed, and how many have gone from the shop. */
export async function countProducts(db: Db): Promise<{ listed: number; gone: number }> {
  const { listed, gone } = await db
    .selectFrom('product')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('listed', '=', true).as('listed'),
      fn.countAll<number>().filterWhere('listed', '=', false).as('gone'),
    ])
    .executeTakeFirstOrThrow()
  return { listed, gone }
}
