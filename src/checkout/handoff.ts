import { setTimeout as wait } from 'node:timers/promises'
import type { Language } from '../base/language.ts'
import { found, Refusal } from '../base/refusal.ts'
import type { Config } from '../server/config.ts'
import type { Visit } from '../server/visit.ts'
import type { CartRequestLine, Redirects } from '../shop/port.ts'
import { type Click, clickOf, type Input, paidAlready, stepOf } from './click.ts'
import * as data from './data.ts'
import { hold, type Line } from './holding.ts'
import { moneyLineName } from './mail.tsx'
import { syncCart } from './orders.ts'
import { signed } from './reference.ts'

/** How often, and how many times, a second click looks whether the first has its cart. */
const lookMs = 100
const looks = 80

const limitOf = { most: 60, seconds: 600 }

/**
 * Sets the gifts aside and makes the shop's cart (product.md 10). The same key finds the same hand-off. Throws
 * `registry_closed`, `cart_lost` (detail.lines: LostLine[]), `cart_price_moved` (detail.lines: MovedLine[]),
 * `gift_unavailable`, `cart_key_reused`, `cart_paid` (all 409), `refused_fields` 422, `refused_often` 429, and
 * ShopFailure when the shop made no cart.
 */
export async function handOver(input: Input, visit: Visit) {
  await visit.limit(`cart ${visit.address}`, limitOf.most, limitOf.seconds)
  const click = await clickOf(input, visit)
  for (let look = 0; look < looks; look++) {
    const known = await data.handoffByKey(visit.db, click.registry.id, click.key)
    const step = stepOf(known, click, visit.now)
    const redirects = step === 'leave' && known ? await leave(known, visit) : null
    if (known && redirects) return answer(known, redirects)
    const held = step === 'wait' ? null : await hold(click, visit)
    if (held) await visit.step?.('gifts held')
    const made = held && (await takeToShop(held, click, visit))
    if (made) return made
    await wait(lookMs)
  }
  throw new Refusal('refused_shop_away', 503)
}

function answer({ reference }: data.HandoffRow, redirects: Redirects) {
  return {
    reference,
    redirects: { cart_url: redirects.cartUrl, checkout_url: redirects.checkoutUrl },
  }
}

/** Fresh one-time addresses of its cart; null when the cart is gone and was not bought. */
async function leave(known: data.HandoffRow, visit: Visit): Promise<Redirects | null> {
  const cartId = found(known.cart_id)
  const redirects = await visit.shop.cartRedirects(cartId)
  if (redirects) return redirects
  await syncCart(cartId, visit)
  const now = await data.handoffByReference(visit.db, known.reference)
  if (now?.state === 'ordered') throw paidAlready(known)
  await data.forgetCart(visit.db, known)
  return null
}

/** The shop's cart, outside any transaction; without one the holds are let go at once. Null when it came too late. */
async function takeToShop(
  { handoff, lines }: { handoff: data.HandoffRow; lines: Line[] },
  { language }: Click,
  visit: Visit,
) {
  try {
    const old = handoff.cart_id === null ? null : await leave(handoff, visit)
    if (old) {
      await data.keepCart(visit.db, handoff, found(handoff.cart_id))
      return answer(handoff, old)
    }
    const cart = await visit.shop.createCart({
      language,
      customerId: visit.customer?.shopCustomerId ?? 0,
      lines: lines.map(line => shopLine(line, handoff, language, visit.config)),
    })
    await visit.step?.('cart made')
    const isOurs = await data.keepCart(visit.db, handoff, cart.id)
    await visit.step?.('cart kept')
    return isOurs ? answer(handoff, cart) : null
  } catch (error) {
    await letGo(handoff, visit)
    throw error
  }
}

async function letGo(handoff: data.HandoffRow, visit: Visit): Promise<void> {
  await visit.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [handoff.registry_id])
    await data.failHandoff(tx, handoff)
    await visit.changed(tx, handoff.registry_id)
  })
}

function shopLine(
  { asked, gift, live }: Line,
  handoff: data.HandoffRow,
  language: Language,
  config: Config,
): CartRequestLine {
  const what = { productId: gift.product_id, variantId: gift.variant_id }
  if (asked.kind === 'units')
    return { kind: 'product', ...what, quantity: asked.units, options: gift.selected_options }
  return {
    kind: 'contribution',
    ...what,
    cents: asked.cents,
    name: moneyLineName(live.name || gift.name, asked.kind, language),
    reference: signed(handoff.reference, config.SECRET),
  }
}
