import backpack from './drawings/backpack.svg'
import bags from './drawings/bags.svg'
import balloon from './drawings/balloon.svg'
import bicycle from './drawings/bicycle.svg'
import bottle from './drawings/bottle.svg'
import cake from './drawings/cake.svg'
import calendar from './drawings/calendar.svg'
import cap from './drawings/cap.svg'
import card from './drawings/card.svg'
import cart from './drawings/cart.svg'
import church from './drawings/church.svg'
import clipboard from './drawings/clipboard.svg'
import coin from './drawings/coin.svg'
import compass from './drawings/compass.svg'
import dove from './drawings/dove.svg'
import gift from './drawings/gift.svg'
import handshake from './drawings/handshake.svg'
import heart from './drawings/heart.svg'
import hourglass from './drawings/hourglass.svg'
import house from './drawings/house.svg'
import key from './drawings/key.svg'
import label from './drawings/label.svg'
import lens from './drawings/lens.svg'
import letter from './drawings/letter.svg'
import lock from './drawings/lock.svg'
import mailbox from './drawings/mailbox.svg'
import people from './drawings/people.svg'
import plant from './drawings/plant.svg'
import popper from './drawings/popper.svg'
import sailboat from './drawings/sailboat.svg'
import shop from './drawings/shop.svg'
import sparkles from './drawings/sparkles.svg'
import star from './drawings/star.svg'
import suitcase from './drawings/suitcase.svg'
import ticket from './drawings/ticket.svg'
import umbrella from './drawings/umbrella.svg'

/** The line drawings of the site, served by us (tools/drawings.ts). */
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
