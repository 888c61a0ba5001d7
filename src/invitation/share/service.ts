import { createHash } from 'node:crypto'
import { formatDay } from '../../base/dates.ts'
import { defaultLanguage, type Language, parseLanguage } from '../../base/language.ts'
import { findVisiblePhoto } from '../../registry/photo/data.ts'
import { findEventTypes, findRegistryByCodeOrSlug } from '../../registry/registry/data.ts'
import { hostNames, isChildEvent } from '../../registry/registry/rules.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { drawShareCard, type ShareCard } from './card-drawing-service.ts'
import { findSharePicture, saveSharePicture } from './data.ts'

interface Parts extends Pick<RequestContext, 'db' | 'config'> {
  /** The words of a message key, in that language. */
  say(key: string, language: Language): string
}

/**
 * The share picture of a registry in a language: 1200 × 630, JPEG. A private or unknown one gives the site's own
 * card, a shareable one its type and its name alone, without the hosts' photo (product.md 5). Asked for anew each
 * time, so that a change of privacy holds at once.
 */
export async function serveSharePicture(
  asked: { id: string; language: string },
  ifNoneMatch: string | null,
  parts: Parts,
): Promise<Response> {
  const card = await cardOf(asked.id, parseLanguage(asked.language) ?? defaultLanguage, parts)
  return serveShareCard(card, ifNoneMatch, parts.db)
}

/** The card as a share picture, drawn once for all that looks the same. */
export async function serveShareCard(
  card: ShareCard,
  ifNoneMatch: string | null,
  db: RequestContext['db'],
): Promise<Response> {
  const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url')
  const headers = { 'cache-control': 'public, no-cache', etag: `"${key}"` }
  if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers })
  const jpeg = (await findSharePicture(db, key)) ?? (await drawnOnce(key, card, db))
  return new Response(new Uint8Array(jpeg), { headers: { ...headers, 'content-type': 'image/jpeg' } })
}

const underWay = new Map<string, Promise<Buffer>>()

/** Several who ask for the same picture at once wait for one drawing. */
function drawnOnce(key: string, card: ShareCard, db: RequestContext['db']): Promise<Buffer> {
  const drawing = underWay.get(key) ?? drawAndKeep(key, card, db).finally(() => underWay.delete(key))
  underWay.set(key, drawing)
  return drawing
}

async function drawAndKeep(key: string, card: ShareCard, db: RequestContext['db']): Promise<Buffer> {
  const photo = card.photo === null ? undefined : await findVisiblePhoto(db, card.photo)
  const jpeg = await drawShareCard(card, photo?.bytes ?? null)
  await saveSharePicture(db, key, jpeg)
  return jpeg
}

async function cardOf(id: string, language: Language, { db, config, say }: Parts): Promise<ShareCard> {
  const site = config.SITE_NAME
  const registry = await findRegistryByCodeOrSlug(db, id)
  if (!registry || registry.privacy === 'private')
    return siteCard(site, say('invitation_picture_site', language))
  const types = await findEventTypes(db, language)
  const type = types.find(one => one.slug === registry.event_type)?.name ?? ''
  const card = {
    eventType: registry.event_type,
    photo: null,
    topLine: type,
    title: registry.registry_name,
    site,
  }
  if (registry.privacy !== 'public') return { ...card, bottomLine: say('invitation_picture_list', language) }
  const day = isChildEvent(registry.event_type) ? null : registry.event_day
  const topLine = [type, day && formatDay(day, language)].filter(Boolean).join(' · ')
  return { ...card, photo: registry.photo, topLine, bottomLine: registry.message ?? hostNames(registry) }
}

function siteCard(site: string, bottomLine: string): ShareCard {
  return { eventType: 'other', photo: null, topLine: '', title: site, bottomLine, site: '' }
}
