import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type Updateable } from 'kysely'
import { dayMs } from '../base/durations.ts'
import { languages } from '../base/language.ts'
import { rereadTax } from '../catalogue/sync.ts'
import type { JobContext } from '../server/context/request-context.ts'
import {
  canMove,
  moveStorefronts,
  presentMoves,
  type StorefrontMove,
} from '../server/context/storefront-moves.ts'
import { findRow, insertNewRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { ShopFailure } from '../shop/port.ts'
import type { StorefrontSite } from '../shop/port-store.ts'

/** How long a store that reported our uninstallation is asked again while it still takes our token. */
const uninstallMs = dayMs

type Context = Pick<JobContext, 'db' | 'shop' | 'config' | 'log' | 'now' | 'tellStaff'>

/**
 * Reads the store's settings that are used here: how prices are entered and taxed, and where its storefronts are
 * (R1332, used without a restart). The currency is read with every amount (R1305).
 */
export async function rereadStoreSettings(ctx: Context): Promise<void> {
  await rereadTax(ctx)
  await rereadStorefronts(ctx)
}

async function rereadStorefronts(ctx: Context): Promise<void> {
  const { db, config, shop } = ctx
  if (!languages.some(language => canMove(config, language))) return
  const sites = await shop.fetchStorefrontSites()
  await db.transaction().execute(async tx => {
    const before = await lockStoreState(tx, storeOf(config))
    const moves = movesOf(sites, config)
    if (isDeepStrictEqual(before.storefronts, moves)) return
    await saveStoreState(tx, config, { storefronts: JSON.stringify(moves) })
    const moved = moves.filter(({ language, url }) => config.storefronts[language] !== url)
    for (const { language, url } of moved) {
      const from = config.storefronts[language]
      const cause = `storefront-moved:${language}:${ctx.now.toISOString()}`
      await ctx.tellStaff(tx, { cause, template: 'storefront-moved', props: { from, to: url } })
    }
  })
  await takeStoreState(ctx)
}

/** Storefronts that differ from the settings, in a fixed order. */
const movesOf = (
  sites: Record<(typeof languages)[number], StorefrontSite>,
  config: Context['config'],
): StorefrontMove[] =>
  languages
    .filter(language => canMove(config, language))
    .map(language => ({ language, setting: config.storefrontSettings[language], ...sites[language] }))

/**
 * The store reported that we were uninstalled, which is true once it refuses our token; while it takes it, it is asked
 * again for a day. Then nothing more is asked of it, and staff are told (R1333). Throws ShopFailure to be tried again.
 */
export async function noteUninstall(toldAt: Date, ctx: Context): Promise<void> {
  const { db, shop, config, log, now } = ctx
  if (await shop.isAccessAccepted()) {
    if (now.getTime() - toldAt.getTime() > uninstallMs) return
    throw new ShopFailure('unavailable', 'the store told of our end, and takes our token still')
  }
  await db.transaction().execute(async tx => {
    const before = await lockStoreState(tx, storeOf(config))
    if (before.uninstalled_at !== null) return
    await saveStoreState(tx, config, { uninstalled_at: now })
    await ctx.tellStaff(tx, {
      cause: `uninstalled:${now.toISOString()}`,
      template: 'shop-uninstalled',
      props: {},
    })
    log.error('the store has ended our access; nothing is asked of it until it takes our token again')
  })
  await takeStoreState(ctx)
}

/** Asks a store that ended our access whether it takes our token again, as it does after `shop:connect`. */
export async function resumeStore(ctx: Context): Promise<void> {
  const { db, shop, config, log } = ctx
  const state = await findRow(db, 'store_state', { store_hash: storeOf(config) })
  if (state?.uninstalled_at && (await shop.isAccessAccepted())) {
    await db.transaction().execute(tx => saveStoreState(tx, config, { uninstalled_at: null }))
    log.info('the store takes our token again')
  }
  await takeStoreState(ctx)
}

/** Applies the stored state of the store to this process. */
export async function takeStoreState({ db, shop, config }: Context): Promise<void> {
  const state = await findRow(db, 'store_state', { store_hash: storeOf(config) })
  shop.setEnabled((state?.uninstalled_at ?? null) === null)
  const moves = presentMoves(config, state?.storefronts ?? [])
  shop.moveStorefronts(Object.fromEntries(moves.map(move => [move.language, move])))
  moveStorefronts(config, moves)
}

const storeOf = ({ SHOP_STORE_HASH }: Context['config']) => SHOP_STORE_HASH ?? 'embedded'

export const storeChannel = 'doron_store'

type StoreState = Selectable<Tables['store_state']>

/** Creates the row where it is missing, and locks it. */
async function lockStoreState(tx: Db, storeHash: string): Promise<StoreState> {
  await insertNewRow(tx, 'store_state', { store_hash: storeHash, storefronts: '[]' })
  return tx
    .selectFrom('store_state')
    .selectAll()
    .where('store_hash', '=', storeHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Other processes are notified when the transaction commits. */
async function saveStoreState(
  tx: Db,
  config: Context['config'],
  set: Updateable<Tables['store_state']>,
): Promise<void> {
  await updateRows(tx, 'store_state', { set, where: { store_hash: storeOf(config) } })
  await sql`select pg_notify(${storeChannel}, '')`.execute(tx)
}
