import { randomInt } from 'node:crypto'
import { parseCode } from '../base/fields.ts'
import type { RequestContext } from '../server/context/request-context.ts'
import { findRow, findRows, insertNewRow, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { canView } from './registry.rules.ts'
import type { RegistryRow } from './registry.sql.ts'
import type { RegistrySettingsChange } from './settings.contract.ts'
import { endingLength, findSlugError, foldSlug, maxSlugLength } from './slug.rules.ts'

/** The points that a missing address costs (guessing, R1205). */
const missingAddressPoints = 50

/**
 * Looks a registry up at an address. A slug can be guessed, so a private registry is only found by its hosts (hidden
 * registries, R209), and an address without a registry costs points, until the visitor is refused (guessing, R1205).
 * Codes are free. Throws `refused_often` 429.
 */
export async function findAtAddress<T>(
  ctx: Pick<RequestContext, 'customer' | 'spendPoints'>,
  address: string,
  find: () => Promise<T | undefined>,
  registryOf: (found: T) => RegistryRow,
): Promise<T | undefined> {
  if (parseCode(address) !== null) return find()
  refuseGuessing(ctx, address)
  const found = await find()
  if (found && canView(registryOf(found), ctx.customer)) return found
  ctx.spendPoints(missingAddressPoints)
  return undefined
}

/** Throws `refused_often` 429 when the visitor has tried too many missing addresses; a code is never refused. */
export function refuseGuessing(ctx: Pick<RequestContext, 'spendPoints'>, address: string): void {
  if (parseCode(address) === null) ctx.spendPoints(0)
}

/** Which of the slugs another registry has or had, in any spelling (R205); a registry may take its own former ones again. */
export async function findTakenSlugs(db: Db, slugs: string[], registryId: number): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await findRows(db, 'slug', {
    where: { folded: { in: slugs.map(foldSlug) }, registry_id: { '<>': registryId } },
    columns: ['folded'],
  })
  const taken = new Set(rows.map(row => row.folded))
  return new Set(slugs.filter(slug => taken.has(foldSlug(slug))))
}

/** The slug without its random ending (R1206); null without a slug or an ending. */
export async function findSlugBase(db: Db, slug: string | null): Promise<string | null> {
  const row = slug === null ? undefined : await findRow(db, 'slug', { slug }, ['has_ending'])
  return slug !== null && row?.has_ending ? slug.slice(0, -endingLength) : null
}

/**
 * Gives a registry the slug that a change asks for. One that is not public gets a random ending (R1206), unless its
 * host wants a plain one, and its former slugs stop working, unless its host keeps them. `registry` is the locked
 * row. Returns whether the slug has changed, or null if another registry has it.
 */
export async function changeAddress(
  tx: Db,
  change: RegistrySettingsChange,
  registry: RegistryRow,
): Promise<boolean | null> {
  const { id, slug: before } = registry
  const privacy = change.registry_status ?? registry.privacy
  const base = await findSlugBase(tx, before)
  const isSame = change.slug === undefined || change.slug === before || change.slug === base
  const wanted = isSame && !(base && change.plain_slug) ? before : change.slug || null
  const isHidden = privacy !== 'public'
  const isPrivacyNew = privacy !== registry.privacy
  const isNew = wanted !== before
  const needsEnding = isHidden && !change.plain_slug && (isNew || isPrivacyNew) && !(isSame && base)
  const assigned =
    wanted && needsEnding
      ? await assignWithEnding(tx, id, wanted)
      : !isNew || (await assignSlug(tx, id, wanted))
  if (!assigned) return null
  if (!isHidden && isPrivacyNew)
    await updateRows(tx, 'slug', { set: { answers: true }, where: { registry_id: id } })
  const leavesPublic = isHidden && registry.privacy === 'public'
  if ((leavesPublic || needsEnding) && !change.keep_addresses) await stopOlderAddresses(tx, id)
  return isNew || (wanted !== null && needsEnding)
}

/** Takes a slug of the registry's own that has an ending already, or appends a new ending. */
async function assignWithEnding(tx: Db, registryId: number, wanted: string): Promise<boolean> {
  const own = await findRow(tx, 'slug', { slug: wanted, registry_id: registryId }, ['has_ending'])
  if (own?.has_ending) return assignSlug(tx, registryId, wanted)
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const slug = withEnding(wanted)
    if (findSlugError(slug) === null && (await assignSlug(tx, registryId, slug, true))) return true
  }
  return false
}

/** Another registry may have the slug with the same random ending, so it is tried again. */
const mostAttempts = 10
const endingLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

function withEnding(slug: string): string {
  const base = slug.slice(0, maxSlugLength - endingLength).replace(/-$/, '')
  const letters = Array.from(
    { length: endingLength - 1 },
    () => endingLetters[randomInt(endingLetters.length)],
  )
  return `${base}-${letters.join('')}`
}

/** Former slugs without an ending, which can be guessed, no longer lead to the registry; its current one does. */
async function stopOlderAddresses(tx: Db, registryId: number): Promise<void> {
  await tx
    .updateTable('slug')
    .set({ answers: false })
    .where('registry_id', '=', registryId)
    .where('has_ending', '=', false)
    .where(row => row.not(row.exists(row.selectFrom('registry').whereRef('registry.slug', '=', 'slug.slug'))))
    .execute()
}

/**
 * Sets the registry's slug; the former one redirects to it. Null leaves the registry with only its code. False when
 * another registry has the slug. The registry has to be locked.
 */
export async function assignSlug(
  tx: Db,
  registryId: number,
  slug: string | null,
  has_ending = false,
): Promise<boolean> {
  await updateRows(tx, 'registry', { set: { slug: null }, where: { id: registryId } })
  if (slug === null) return true
  const folded = foldSlug(slug)
  // Both the slug and its folded form are unique: a conflict with either means that it is taken.
  await insertNewRow(tx, 'slug', { slug, folded, registry_id: registryId, has_ending })
  const own = await tx
    .updateTable('slug')
    .set({ slug, answers: true })
    .where('folded', '=', folded)
    .where('registry_id', '=', registryId)
    .returning('slug')
    .executeTakeFirst()
  if (!own) return false
  await updateRows(tx, 'registry', { set: { slug }, where: { id: registryId } })
  return true
}
