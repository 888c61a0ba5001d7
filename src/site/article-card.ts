import type { Language } from '../base/language.ts'
import { found } from '../base/refusal.ts'
import type { Visit } from '../server/visit.ts'
import { keptPage } from './api.ts'
import { nestedShopAddresses } from './rules.ts'

/** The first parts of the addresses of articles, as a pattern of routes. */
export const articleRooms = nestedShopAddresses.map(address => address.slice(1)).join('|')

/**
 * What the share picture of an article says: the list that it belongs to and its title.
 * Refuses `refused_missing` 404 when the shop has none of that name.
 */
export async function articleCard(
  room: string,
  name: string,
  language: Language,
  work: Pick<Visit, 'shop' | 'now' | 'config'>,
) {
  const page = found(await keptPage(work, `/${room}/${name}`, language))
  const list = await keptPage(work, `/${room}`, language)
  return {
    type: room === 'events' ? name : 'other',
    photo: null,
    over: list?.title ?? '',
    title: page.title,
    under: '',
    site: work.config.SITE_NAME,
  }
}
