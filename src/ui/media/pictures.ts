import house from '@lobehub/fluent-emoji-3d/assets/1f3e1.webp'
import shop from '@lobehub/fluent-emoji-3d/assets/1f3ea.webp'
import label from '@lobehub/fluent-emoji-3d/assets/1f3f7-fe0f.webp'
import card from '@lobehub/fluent-emoji-3d/assets/1f4b3.webp'
import calendar from '@lobehub/fluent-emoji-3d/assets/1f4c5.webp'
import clipboard from '@lobehub/fluent-emoji-3d/assets/1f4cb.webp'
import mailbox from '@lobehub/fluent-emoji-3d/assets/1f4ec.webp'
import bicycle from '@lobehub/fluent-emoji-3d/assets/1f6b2.webp'
import bags from '@lobehub/fluent-emoji-3d/assets/1f6cd-fe0f.webp'
import cart from '@lobehub/fluent-emoji-3d/assets/1f6d2.webp'
import people from '@lobehub/fluent-emoji-3d/assets/1f9d1-200d-1f91d-200d-1f9d1.webp'
import compass from '@lobehub/fluent-emoji-3d/assets/1f9ed.webp'
import suitcase from '@lobehub/fluent-emoji-3d/assets/1f9f3.webp'
import bottle from '@lobehub/fluent-emoji-3d/assets/1f37c.webp'
import ticket from '@lobehub/fluent-emoji-3d/assets/1f39f-fe0f.webp'
import letter from '@lobehub/fluent-emoji-3d/assets/1f48c.webp'
import lens from '@lobehub/fluent-emoji-3d/assets/1f50d.webp'
import dove from '@lobehub/fluent-emoji-3d/assets/1f54a-fe0f.webp'
import handshake from '@lobehub/fluent-emoji-3d/assets/1f91d.webp'
import gift from '@lobehub/fluent-emoji-3d/assets/1f381.webp'
import cake from '@lobehub/fluent-emoji-3d/assets/1f382.webp'
import balloon from '@lobehub/fluent-emoji-3d/assets/1f388.webp'
import popper from '@lobehub/fluent-emoji-3d/assets/1f389.webp'
import backpack from '@lobehub/fluent-emoji-3d/assets/1f392.webp'
import cap from '@lobehub/fluent-emoji-3d/assets/1f393.webp'
import church from '@lobehub/fluent-emoji-3d/assets/1f492.webp'
import key from '@lobehub/fluent-emoji-3d/assets/1f511.webp'
import lock from '@lobehub/fluent-emoji-3d/assets/1f512.webp'
import coin from '@lobehub/fluent-emoji-3d/assets/1fa99.webp'
import plant from '@lobehub/fluent-emoji-3d/assets/1fab4.webp'
import star from '@lobehub/fluent-emoji-3d/assets/2b50.webp'
import hourglass from '@lobehub/fluent-emoji-3d/assets/23f3.webp'
import sailboat from '@lobehub/fluent-emoji-3d/assets/26f5.webp'
import umbrella from '@lobehub/fluent-emoji-3d/assets/2614.webp'
import sparkles from '@lobehub/fluent-emoji-3d/assets/2728.webp'
import heart from '@lobehub/fluent-emoji-3d/assets/2764-fe0f.webp'

/** The 3D emoji of the site (MIT), WebP of 256 px, served by us. */
export const pictureUrls = {
  backpack,
  bags,
  balloon,
  bicycle,
  bottle,
  cake,
  calendar,
  cap,
  card,
  cart,
  church,
  clipboard,
  coin,
  compass,
  dove,
  gift,
  handshake,
  heart,
  hourglass,
  house,
  key,
  label,
  lens,
  letter,
  lock,
  mailbox,
  people,
  plant,
  popper,
  sailboat,
  shop,
  sparkles,
  star,
  suitcase,
  ticket,
  umbrella,
} as const

export type PictureName = keyof typeof pictureUrls

/** The picture of that name, as a row of the database gives it; sparkles for an unknown name. */
export function pictureNamed(name: string): PictureName {
  return name in pictureUrls ? (name as PictureName) : 'sparkles'
}
