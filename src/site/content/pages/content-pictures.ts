import type { PictureName } from '../../../ui/media/picture.tsx'
import type { TileTone } from '../../../ui/media/tile.tsx'

interface Portrait {
  picture: PictureName
  tone: TileTone
}

/** The object under the arch of each page of words, by the first part of its address. */
const portraits: Record<string, Portrait> = {
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

const others: Portrait = { picture: 'clipboard', tone: 'sand' }

export function contentPicture(path: string): Portrait {
  return portraits[path.split('/')[1] ?? ''] ?? others
}
