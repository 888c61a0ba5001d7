import { type Language, languages } from '../base/language.ts'
import type { Db } from '../server/tables.ts'
import { type CatalogueProduct, type Ranking, type Shop, ShopFailure } from '../shop/port.ts'
import * as data from './mirror-data.ts'
import * as whole from './mirror-order-data.ts'

/** What keeping the mirror needs of the world. */
export interface MirrorParts {
  db: Db
  shop: Shop
  now(): Date
  /** Raises a registry's version and tells its open pages when the transaction commits. */
  changed(tx: Db, registryId: number): Promise<void>
}

const rankings: Ranking[] = ['newest', 'featured', 'best-selling']

/**
 * Reads the whole shop into the mirror, language by language, page by page: categories, products, the shop's own
 * orders. What is no longer there is marked as gone only at the very end, so that a shop that fails half-way
 * loses nothing. Safe to run at any time, on any number of processes. Throws ShopFailure.
 */
export async function sweepCatalogue(parts: MirrorParts): Promise<{ products: number }> {
  const { db, shop } = parts
  const before = await whole.digests(db)
  const swept = new Map<Language, number[]>()
  for (const language of languages) {
    const tree = await shop.categories(language)
    await db.transaction().execute(tx => data.writeCategories(tx, language, tree))
    swept.set(language, await sweepProducts(parts, language))
  }
  const seen = new Set([...swept.values()].flat())
  // A shop without a single product is a wrong token or channel, not an empty shop.
  if (seen.size === 0) throw new ShopFailure('invalid', 'the shop shows no products')
  const ranked = await Promise.all(rankings.map(async by => [by, await shop.ranking(by)] as const))
  await db.transaction().execute(async tx => {
    await whole.markGone(tx, [...seen])
    for (const [by, ids] of ranked) await whole.writeRanking(tx, by, ids)
    await whole.rankBrands(tx)
    for (const [language, ids] of swept) await whole.noteSweep(tx, language, parts.now(), ids.length)
    await tellRegistries(parts, tx, before)
  })
  return { products: seen.size }
}

/** Minutes after which a process that starts reads the shop anew instead of waiting for the clock. */
const oldAfter = 15

/** Whether some language was never swept to its end, or too long ago. */
export async function isMirrorOld(parts: MirrorParts): Promise<boolean> {
  const last = await readAt(parts)
  return last === null || last.getTime() < parts.now().getTime() - oldAfter * 60_000
}

/** When the older of the two languages was last read to its end; null if one of them never was. */
export async function readAt({ db }: MirrorParts): Promise<Date | null> {
  const finished = await whole.sweptAt(db)
  if (finished.length < languages.length) return null
  return new Date(Math.min(...finished.map(moment => moment.getTime())))
}

async function sweepProducts({ db, shop, now }: MirrorParts, language: Language): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: { products: CatalogueProduct[]; next: string | null } = await shop.catalogue(
      language,
      after ?? null,
    )
    await db.transaction().execute(tx => data.writeProducts(tx, language, page.products, now()))
    ids.push(...page.products.map(product => product.id))
    after = page.next
  }
  return ids
}

/** Reads these products anew, as after a webhook about them; those the shop no longer shows are marked as gone. */
export async function freshen(parts: MirrorParts, ids: number[]): Promise<void> {
  const { db, shop, now } = parts
  const found = await Promise.all(
    languages.map(async language => [language, await shop.products(ids, language)] as const),
  )
  const there = new Set(found.flatMap(([, products]) => products.map(product => product.id)))
  await db.transaction().execute(async tx => {
    const before = await whole.digests(tx)
    for (const [language, products] of found) await data.writeProducts(tx, language, products, now())
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
