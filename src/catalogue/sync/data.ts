import type { Language } from '../../base/language.ts'
import { languages } from '../../base/language.ts'
import { findRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'

/** How far the sync of one language has come. */
export interface SyncState {
  startedAt: Date
  /** The shop's cursor after the last page that was saved; null before the first page. */
  pageCursor: string | null
  productsRead: number
  /** Whether all its pages are saved. */
  isComplete: boolean
}

/** The sync in progress, by language, if it started after `since`; null when there is none. */
export async function findRunningSync(db: Db, since: Date): Promise<Map<Language, SyncState> | null> {
  const rows = await db.selectFrom('catalogue_sync').selectAll().where('started_at', '>', since).execute()
  if (rows.length < languages.length) return null
  return new Map(
    rows.map(row => [
      row.language,
      {
        startedAt: row.started_at ?? since,
        pageCursor: row.page_cursor,
        productsRead: row.products_read,
        isComplete: row.is_complete,
      },
    ]),
  )
}

/** Starts a sync of every language at its first page. */
export async function startCatalogueSync(tx: Db, startedAt: Date): Promise<Map<Language, SyncState>> {
  const start = { started_at: startedAt, page_cursor: null, products_read: 0, is_complete: false }
  for (const language of languages)
    await tx
      .insertInto('catalogue_sync')
      .values({ language, product_count: 0, ...start })
      .onConflict(conflict => conflict.column('language').doUpdateSet(start))
      .execute()
  const state = { startedAt, pageCursor: null, productsRead: 0, isComplete: false }
  return new Map(languages.map(language => [language, state]))
}

/** Marks the running sync as finished. */
export async function finishCatalogueSync(tx: Db, finishedAt: Date): Promise<void> {
  await tx
    .updateTable('catalogue_sync')
    .set(row => ({
      finished_at: finishedAt,
      product_count: row.ref('products_read'),
      changes_read_until: row.ref('started_at'),
      started_at: null,
      page_cursor: null,
      is_complete: false,
      problem: null,
    }))
    .execute()
}

/** Notes why the catalogue can't be read, where it doesn't pass by itself. */
export async function saveSyncProblem(db: Db, problem: string): Promise<void> {
  await db.updateTable('catalogue_sync').set({ problem }).execute()
}

/** Why the catalogue can't be read, where a person has to do something. */
export async function findSyncProblem(db: Db): Promise<string | null> {
  const rows = await db.selectFrom('catalogue_sync').select('problem').execute()
  return rows.find(row => row.problem !== null)?.problem ?? null
}

/** Whether a sync has started and not finished. */
export async function isCatalogueSyncRunning(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('catalogue_sync').select('language').where('started_at', 'is not', null).execute())
      .length > 0
  )
}

/** Up to when changes have been read in every language; null before the first sync has finished. */
export async function findChangesReadUntil(db: Db): Promise<Date | null> {
  const rows = await db
    .selectFrom('catalogue_sync')
    .select('changes_read_until')
    .orderBy('changes_read_until')
    .execute()
  return rows[0]?.changes_read_until ?? null
}

/** Has the next run read the whole shop, because all prices may be meant otherwise. */
export async function requireWholeSync(db: Db): Promise<void> {
  await db.updateTable('catalogue_sync').set({ changes_read_until: null }).execute()
}

/** Whether a product was added since that moment whose place in the shop's own sort orders is not known yet. */
export async function hasNewProducts(db: Db, since: Date): Promise<boolean> {
  const unranked = db.selectFrom('product').select('id').where('listed', '=', true).where('newest', '=', 0)
  return (await unranked.where('seen_at', '>', since).limit(1).execute()).length > 0
}

/** When the last sync of each language finished; a language without one is missing. */
export async function listSyncFinishTimes(db: Db): Promise<Date[]> {
  const rows = await findRows(db, 'catalogue_sync', { where: {}, columns: ['finished_at'] })
  return rows.flatMap(row => row.finished_at ?? [])
}

/** Whether the whole shop has been read at least once in every language. */
export async function hasFinishedFirstSync(db: Db): Promise<boolean> {
  return (await listSyncFinishTimes(db)).length === languages.length
}

/** How many products are listed, how many of these have no price, and how many were removed from the shop. */
export async function countProducts(db: Db): Promise<{ listed: number; gone: number; withoutPrice: number }> {
  return db
    .selectFrom('product')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('listed', '=', true).as('listed'),
      fn.countAll<number>().filterWhere('listed', '=', false).as('gone'),
      fn
        .countAll<number>()
        .filterWhere('listed', '=', true)
        .filterWhere('price_cents', 'is', null)
        .as('withoutPrice'),
    ])
    .executeTakeFirstOrThrow()
}
