import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { formatDay } from '../../base/dates.ts'
import { findPlaceById } from '../../base/gazetteer.ts'
import { defaultLanguage, type Language, parseLanguage } from '../../base/language.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { findEventTypes, findEventTypeTexts } from '../../registry/event-type.ts'
import { findVisiblePhoto } from '../../registry/photo.ts'
import { isIndexable } from '../../registry/registry.rules.ts'
import { findRegistryByCodeOrSlug, type RegistryRow } from '../../registry/registry.sql.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { createWorkerProcess } from '../../server/context/worker-process.ts'
import { findRow, insertNewRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { drawShareCard, ShareCard } from './card-drawing.ts'

interface SharePictureContext extends Pick<RequestContext, 'db' | 'config'> {
  /** The message of a key in that language. */
  translate(key: string, language: Language): string
}

/**
 * The share picture of a registry (R711): a JPEG of 1200 × 630 pixels. A shareable registry shows its type and name
 * only, a private or unknown one the site's own card. Clients must revalidate, so that a change of privacy holds at once.
 */
export async function serveSharePicture(
  { id, language }: { id: string; language: string },
  ifNoneMatch: string | null,
  ctx: SharePictureContext,
): Promise<Response> {
  const registry = await findRegistryByCodeOrSlug(ctx.db, id)
  const shown = registry && registry.privacy !== 'private' ? registry : null
  const card = await buildShareCard(shown, parseLanguage(language) ?? defaultLanguage, ctx)
  const response = await serveShareCard(card, ifNoneMatch, ctx.db, shown?.id)
  if (shown && !isIndexable(shown)) response.headers.set('x-robots-tag', 'noindex')
  return response
}

/** The picture of a card, drawn once and then stored; 304 when `ifNoneMatch` is its ETag. */
export async function serveShareCard(
  card: ShareCard,
  ifNoneMatch: string | null,
  db: RequestContext['db'],
  registryId: number | null = null,
): Promise<Response> {
  const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url')
  const headers = { 'cache-control': 'public, no-cache', etag: `"${key}"` }
  if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers })
  const jpeg =
    (await findRow(db, 'share_picture', { key }, ['jpeg']))?.jpeg ??
    (await shareDrawing(key, () => drawAndSave(key, card, registryId, db)))
  return new Response(new Uint8Array(jpeg), { headers: { ...headers, 'content-type': 'image/jpeg' } })
}

const drawings = new Map<string, Promise<Uint8Array>>()
/** One at a time, so that no more photos are in memory than the one that is drawn. */
const limitDrawing = createWorkLimit({ concurrent: 1, waiting: 41 })
const drawApart = createWorkerProcess<typeof drawShareCard>('draw')

/** Concurrent requests for one picture share one drawing. */
function shareDrawing(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const drawing = drawings.get(key) ?? limitDrawing(draw).finally(() => drawings.delete(key))
  drawings.set(key, drawing)
  return drawing
}

/**
 * Two languages, before and after a change: of one registry only the newest stay, so that renaming it again and again
 * fills no disk.
 */
const maxPicturesPerRegistry = 4

/** The registry is null for the site's own card and for articles. */
async function drawAndSave(
  key: string,
  card: ShareCard,
  registryId: number | null,
  db: Db,
): Promise<Uint8Array> {
  const photo = card.photo === null ? undefined : await findVisiblePhoto(db, card.photo)
  const drawn = await drawApart({ card, photo: photo?.bytes ?? null })
  if ('problem' in drawn) throw new Error('the share picture could not be drawn')
  await insertNewRow(db, 'share_picture', { key, jpeg: Buffer.from(drawn.jpeg), registry_id: registryId })
  if (registryId !== null)
    await sql`
      delete from share_picture where registry_id = ${registryId} and key not in (
        select key from share_picture where registry_id = ${registryId}
        order by created_at desc limit ${maxPicturesPerRegistry})`.execute(db)
  return drawn.jpeg
}

async function buildShareCard(
  registry: RegistryRow | null,
  language: Language,
  { db, config, translate }: SharePictureContext,
): Promise<ShareCard> {
  const site = config.SITE_NAME
  if (!registry) {
    const bottomLine = translate('invitation_picture_site', language)
    return { illustration: '', photo: null, topLine: '', title: site, bottomLine, site: '', hasMark: false }
  }
  const types = await findEventTypes(db, language)
  const type = types.find(({ slug }) => slug === registry.event_type)
  const texts = await findEventTypeTexts(db, registry.event_type, language)
  const kind = texts?.landing_title ?? ''
  const card = {
    illustration: registry.cover ?? type?.illustration ?? '',
    photo: null,
    topLine: '',
    title: registry.registry_name,
    bottomLine: kind,
    site,
    hasMark: config.SITE_MARK === undefined,
  }
  if (registry.privacy !== 'public') return card
  const isHidden = type?.hides_day_and_place ?? false
  const topLine = isHidden || !registry.event_day ? '' : formatDay(registry.event_day, language)
  // In the card's language where the gazetteer knows the place.
  const knownPlace = findPlaceById(registry.event_place_id)
  const place = isHidden ? null : (knownPlace?.names[language] ?? registry.event_place)
  return { ...card, photo: registry.photo, topLine, bottomLine: place ? `${kind} · ${place}` : kind }
}
