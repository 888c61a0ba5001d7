import type { TileTone } from '../../base/kinds.ts'
import type { PictureName } from '../../ui/media/pictures.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import { getShopPage } from '../content.contract.ts'

interface ContentPicture {
  picture: PictureName
  tone: TileTone
}

/** By the first part of a page's path. */
const picturesByPath: Record<string, ContentPicture> = {
  'about-us': { picture: 'handshake', tone: 'rose' },
  accessibility: { picture: 'people', tone: 'leaf' },
  blog: { picture: 'letter', tone: 'lilac' },
  'contact-us': { picture: 'mailbox', tone: 'sky' },
  'cookies-policy': { picture: 'lock', tone: 'honey' },
  'discover-more': { picture: 'compass', tone: 'sky' },
  events: { picture: 'balloon', tone: 'rose' },
  faq: { picture: 'lens', tone: 'sand' },
  funding: { picture: 'coin', tone: 'honey' },
  inspiration: { picture: 'plant', tone: 'leaf' },
  invitations: { picture: 'letter', tone: 'rose' },
  'payment-delivery-returns-policy': { picture: 'card', tone: 'sand' },
  'travel-experiences': { picture: 'sailboat', tone: 'sky' },
}

const defaultPicture: ContentPicture = { picture: 'clipboard', tone: 'sand' }

/** The drawing for a page of text; articles have that of their section. */
export function contentPicture(path: string): ContentPicture {
  return picturesByPath[path.split('/')[1] ?? ''] ?? defaultPicture
}

/** Throws `refused_missing` 404 where the shop has no such page. */
export function loadShopPage({ call, language }: PageContext, path: string) {
  return call(getShopPage, { path, lang: language })
}
