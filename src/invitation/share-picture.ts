import { createHash } from 'node:crypto'
import { formatDay } from '../base/dates.ts'
import { asLanguage, defaultLanguage, type Language } from '../base/language.ts'
import { eventTypes, registryByAddress } from '../registry/data.ts'
import { shownPicture } from '../registry/picture-data.ts'
import { hostsOf, isOfBaby } from '../registry/rules.ts'
import type { Visit } from '../server/visit.ts'
import { drawCard, type ShareCard } from './draw-card.ts'
import { keepPicture, keptPicture } from './picture-data.ts'

interface Parts extends Pick<Visit, 'db' | 'config'> {
  /** The words of a message key, in that language. */
  say(key: string, language: Language): string
}

/**
 * The share picture of a registry in a language: 1200 × 630, JPEG. A private or unknown one gives the site's own
 * card, a shareable one its type and its name alone, without the hosts' photo (product.md 5). Asked for anew each
 * time, so that a change of privacy holds at once.
 */
export async function sharePicture(
  asked: { id: string; language: string },
  ifNoneMatch: string | null,
  parts: Parts,
): Promise<Response> {
  const card = await cardOf(asked.id, asLanguage(asked.language) ?? defaultLanguage, parts)
  return cardPicture(card, ifNoneMatch, parts.db)
}

/** The card as a share picture, drawn once for all that looks the same. */
export async function cardPicture(
  card: ShareCard,
  ifNoneMatch: string | null,
  db: Visit['db'],
): Promise<Response> {
  const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url')
  const headers = { 'cache-control': 'public, no-cache', etag: `"${key}"` }
  if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers })
  const jpeg = (await keptPicture(db, key)) ?? (await drawnOnce(key, card, db))
  return new Response(new Uint8Array(jpeg), { headers: { ...headers, 'content-type': 'image/jpeg' } })
}

const underWay = new Map<string, Promise<Buffer>>()

/** Several who ask for the same picture at once wait for one drawing. */
function drawnOnce(key: string, card: ShareCard, db: Visit['db']): Promise<Buffer> {
  const drawing = underWay.get(key) ?? drawAndKeep(key, card, db).finally(() => underWay.delete(key))
  underWay.set(key, drawing)
  return drawing
}

async function drawAndKeep(key: string, card: ShareCard, db: Visit['db']): Promise<Buffer> {
  const photo = card.photo === null ? undefined : await shownPicture(db, card.photo)
  const jpeg = await drawCard(card, photo?.bytes ?? null)
  await keepPicture(db, key, jpeg)
  return jpeg
}

async function cardOf(id: string, language: Language, { db, config, say }: Parts): Promise<ShareCard> {
  const site = config.SITE_NAME
  const registry = await registryByAddress(db, id)
  if (!registry || registry.privacy === 'private')
    return siteCard(site, say('invitation_picture_site', language))
  const types = await eventTypes(db, language)
  const type = types.find(one => one.slug === registry.event_type)?.name ?? ''
  const card = { type: registry.event_type, photo: null, over: type, title: registry.registry_name, site }
  if (registry.privacy !== 'public') return { ...card, under: say('invitation_picture_list', language) }
  const day = isOfBaby(registry.event_type) ? null : registry.event_day
  const over = [type, day && formatDay(day, language)].filter(Boolean).join(' · ')
  return { ...card, photo: registry.portrait, over, under: registry.message ?? hostsOf(registry) }
}

function siteCard(site: string, under: string): ShareCard {
  return { type: 'other', photo: null, over: '', title: site, under, site: '' }
}
