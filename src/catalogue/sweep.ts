import { type Language, languages } from '../base/language.ts'
import type { Db } from '../server/tables.ts'
import { type CatalogueProduct, type Ranking, type Shop, ShopFailure } from '../shop/port.ts'
import * as mirror from './mirror-data.ts'
import * as whole from './mirror-order-data.ts'
import type { SweepState } from './sweep-data.ts'
import * as data from './sweep-data.ts'

/** What keeping the mirror needs of the world. */
export interface MirrorParts {
  db: Db
  shop: Shop
  now(): Date
  /** Raises a registry's version and tells its open pages when the transaction commits. */
  changed(tx: Db, registryId: number): Promise<void>
  /** Hears how far a sweep has come. */
  log?: { info(facts: object, sentence: string): void }
}

const rankings: Ranking[] = ['newest', 'featured', 'best-selling']

/** A sweep that was cut off is taken up again within so many hours; the shop's marks of its pages last that long. */
const resumedWithin = 6

/**
 * Reads the whole shop into the mirror, language by language, page by page: categories, products, the shop's own
 * orders. It goes on where a sweep was cut off. What is no longer there is marked as gone only at the very end, so
 * that a shop that fails half-way loses nothing. Safe to run at any time, on any number of processes. Throws
 * ShopFailure.
 */
export async function sweepCatalogue(parts: MirrorParts): Promise<{ products: number }> {
  const { db, shop, now, log } = parts
  const began = now()
  const before = await whole.digests(db)
  const states = (await underWay(parts)) ?? (await db.transaction().execute(tx => data.beginSweep(tx, began)))
  for (const [language, state] of states) await sweepLanguage(parts, language, state)
  const startedAt = [...states.values()][0]?.startedAt ?? began
  const ranked = await Promise.all(rankings.map(async by => [by, await shop.ranking(by)] as const))
  const { listed } = await db.transaction().execute(async tx => {
    await whole.markUnseen(tx, startedAt)
    for (const [by, ids] of ranked) await whole.writeRanking(tx, by, ids)
    await whole.rankBrands(tx)
    await data.endSweep(tx, now())
    await tellRegistries(parts, tx, before)
    return data.countProducts(tx)
  })
  log?.info({ products: listed, ms: now().getTime() - began.getTime() }, 'catalogue swept')
  return { products: listed }
}

async function underWay({ db, now, log }: MirrorParts): Promise<Map<Language, SweepState> | null> {
  const states = await data.sweepUnderWay(db, new Date(now().getTime() - resumedWithin * 3_600_000))
  if (states) log?.info({ read: [...states.values()].map(({ read }) => read) }, 'catalogue sweep goes on')
  return states
}

async function sweepLanguage(parts: MirrorParts, language: Language, state: SweepState): Promise<void> {
  if (state.isRead) return
  const tree = await parts.shop.categories(language)
  await parts.db.transaction().execute(tx => mirror.writeCategories(tx, language, tree))
  await sweepProducts(parts, language, state)
}

/** Progress is told after so many products. */
const toldEvery = 1000

async function sweepProducts(parts: MirrorParts, language: Language, state: SweepState): Promise<void> {
  const { db, shop, now, log } = parts
  let { cursor, read } = state
  do {
    const page = await pageAfter(shop, language, cursor)
    cursor = page.next
    const before = read
    read += page.products.length
    // A shop without a single product is a wrong token or channel, not an empty shop.
    if (cursor === null && read === 0) throw new ShopFailure('invalid', 'the shop shows no products')
    await db.transaction().execute(async tx => {
      await mirror.writeProducts(tx, language, page.products, now())
      await data.noteRead(tx, language, { cursor, read })
    })
    const isTold = cursor === null || Math.floor(read / toldEvery) > Math.floor(before / toldEvery)
    if (isTold) log?.info({ language, products: read, done: cursor === null }, 'catalogue read')
  } while (cursor !== null)
}

/** A mark that the shop no longer knows means the first page. */
async function pageAfter(shop: Shop, language: Language, cursor: string | null) {
  try {
    return await shop.catalogue(language, cursor)
  } catch (error) {
    if (cursor === null || !(error instanceof ShopFailure) || error.kind !== 'invalid') throw error
    return shop.catalogue(language, null)
  }
}

/** Minutes after which a process that starts reads the shop anew instead of waiting for the clock. */
const oldAfter = 15

/** Whether some language was never swept to its end, or too long ago. */
export async function isMirrorOld(parts: MirrorParts): Promise<boolean> {
  const last = await readAt(parts)
  return last === null || last.getTime() < parts.now().getTime() - oldAfter * 60_000
}

/** How the mirror stands, for whoever watches: what is listed, what has gone, when it was last read to its end. */
export async function mirrorState(parts: MirrorParts) {
  const [read_at, counts] = await Promise.all([readAt(parts), data.countProducts(parts.db)])
  return { read_at: read_at?.toISOString() ?? null, ...counts }
}

/** When the older of the two languages was last read to its end; null if one of them never was. */
export async function readAt({ db }: MirrorParts): Promise<Date | null> {
  const finished = await data.sweptAt(db)
  if (finished.length < languages.length) return null
  return new Date(Math.min(...finished.map(moment => moment.getTime())))
}

/** Reads these products anew, as after a webhook about them; those the shop no longer shows are marked as gone. */
export async function freshen(parts: MirrorParts, ids: number[]): Promise<void> {
  const { db, shop, now } = parts
  // One after the other: a shop that has just come back is asked one thing first.
  const found: [Language, CatalogueProduct[]][] = []
  for (const language of languages) found.push([language, await shop.products(ids, language)])
  const there = new Set(found.flatMap(([, products]) => products.map(product => product.id)))
  await db.transaction().execute(async tx => {
    const before = await whole.digests(tx)
    for (const [language, products] of found) await mirror.writeProducts(tx, language, products, now())
    await whole.markMissing(
      tx,
      ids.filter(id => !there.has(id)),
    )
    await whole.rankBrands(tx)
    await tellRegistries(parts, tx, before)
  })
}

/** Registries that wish for a product that looks different now are told. */
async function tellRegistries(parts: MirrorParts, tx: Db, before: Map<number, string>): Promise<void> {
  const after = await whole.digests(tx)
  const different = [...after].filter(([id, digest]) => before.get(id) !== digest).map(([id]) => id)
  for (const registryId of await whole.registriesWith(tx, different)) await parts.changed(tx, registryId)
}
