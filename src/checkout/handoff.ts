import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { giftsOf, type ListedGift, nothingGiven, standings } from '../gift/data.ts'
import { type RegistryRow, registryByAddress, registryById } from '../registry/data.ts'
import { canView, isOpen } from '../registry/rules.ts'
import type { Config } from '../server/config.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import type { CartRequestLine, LivePrice, Redirects } from '../shop/port.ts'
import type * as said from './contract.ts'
import * as data from './data.ts'
import { cartLineName } from './mail.tsx'
import { syncCart } from './orders.ts'
import { newReference, signed } from './reference.ts'
import {
  type Asked,
  askedOf,
  type GenericProduct,
  giftFor,
  isTooSmall,
  lossOf,
  type Offered,
  summed,
} from './rules.ts'

type Input = ParsedOf<typeof said.createCart>

/** How long the process that makes the shop's cart may take before another one may try. */
const makingMs = 15_000
/** How often, and how many times, a second click looks whether the first has its cart. */
const lookMs = 100
const looks = 80

const limitOf = { most: 60, seconds: 600 }

/** Everything a hand-off goes by, read once. */
interface Order {
  registry: RegistryRow
  input: Input
  key: string
  fingerprint: string
  language: Language
  asked: Asked[]
}

interface Line {
  asked: Asked
  gift: ListedGift
  live: LivePrice & { cents: number }
}

/**
 * Sets the gifts aside and makes the shop's cart (product.md 10). The same key finds the same hand-off. Throws
 * `registry_closed`, `cart_lost` (detail.lines: LostLine[]), `gift_unavailable`, `cart_key_reused`, `cart_paid`
 * (all 409), `refused_fields` 422, `refused_often` 429, and ShopFailure when the shop made no cart.
 */
export async function handOver(input: Input, visit: Visit) {
  await visit.limit(`cart ${visit.address}`, limitOf.most, limitOf.seconds)
  const order = await orderOf(input, visit)
  for (let look = 0; look < looks; look++) {
    const known = await data.handoffByKey(visit.db, order.registry.id, order.key)
    const step = stepOf(known, order, visit.now)
    const redirects = step === 'leave' && known ? await leave(known, visit) : null
    if (known && redirects) return answer(known, redirects)
    const held = step === 'wait' ? null : await hold(order, visit)
    const made = held && (await takeToShop(held, order, visit))
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

async function orderOf(input: Input, { db, customer, config, now, language }: Visit): Promise<Order> {
  const registry = found(await registryByAddress(db, input.registry_id))
  allow(canView(registry, customer))
  stillTakes(registry, now)
  const asked = askedOf(input.line_items, genericOf(config))
  const { idempotency_key, ...content } = input
  return {
    registry,
    input,
    asked,
    language: input.lang ?? languageOfChannel(input.channel_id, config) ?? language,
    key: idempotency_key ?? randomUUID(),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

function stillTakes(registry: RegistryRow, now: Date): void {
  if (!isOpen(registry, dayInAthens(now))) throw new Refusal('registry_closed', 409)
}

function genericOf(config: Config): GenericProduct | null {
  const productId = config.SHOP_GROUP_PRODUCT
  const [productOption, variantOption] = [config.SHOP_GROUP_OPTION_PRODUCT, config.SHOP_GROUP_OPTION_VARIANT]
  if (productId === undefined || productOption === undefined || variantOption === undefined) return null
  return { productId, productOption, variantOption }
}

function languageOfChannel(channel: number | undefined, config: Config): Language | undefined {
  if (channel === config.SHOP_CHANNEL_EL) return 'el'
  return channel === config.SHOP_CHANNEL_EN ? 'en' : undefined
}

/** leave: it has its cart · wait: a cart is being made · hold: its gifts are to be set aside (again). */
function stepOf(known: data.HandoffRow | undefined, order: Order, now: Date): 'leave' | 'wait' | 'hold' {
  if (!known) return 'hold'
  if (known.fingerprint !== order.fingerprint) throw new Refusal('cart_key_reused', 409)
  if (known.state === 'ordered') throw paidAlready(known)
  if (known.making_until && known.making_until > now) return 'wait'
  const isHeld = known.state === 'open' && known.held_until > now
  return isHeld && known.cart_id !== null ? 'leave' : 'hold'
}

const paidAlready = ({ reference }: data.HandoffRow) =>
  new Refusal('cart_paid', 409, { detail: { reference } })

/** Fresh one-time addresses of its cart; null when the cart is gone and was not bought. */
async function leave(known: data.HandoffRow, visit: Visit): Promise<Redirects | null> {
  const cartId = found(known.cart_id)
  const redirects = await visit.shop.cartRedirects(cartId)
  if (redirects) return redirects
  await syncCart(cartId, visit)
  const now = await data.handoffByReference(visit.db, known.reference)
  if (now?.state === 'ordered') throw paidAlready(known)
  await data.forgetCart(visit.db, known.id)
  return null
}

/**
 * Sets everything aside in one transaction, or refuses the whole; the shop's prices are read before it. Null when
 * another process was faster under the same key.
 */
async function hold(order: Order, visit: Visit): Promise<{ handoff: data.HandoffRow; lines: Line[] } | null> {
  const { registry } = order
  const lines = await pricedLines(order, visit)
  return visit.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [registry.id])
    stillTakes(found(await registryById(tx, registry.id)), visit.now)
    const known = await data.handoffByKey(tx, registry.id, order.key)
    if (stepOf(known, order, visit.now) !== 'hold') return null
    if (known) await data.endHandoff(tx, known.id, 'lapsed')
    await checkOpen(tx, order, lines, visit)
    const handoff = await keep(tx, order, lines, known, visit)
    await visit.changed(tx, registry.id)
    return { handoff, lines }
  })
}

/** The gifts asked for, lines of one gift as one, with their prices read live. */
async function pricedLines(order: Order, visit: Visit): Promise<Line[]> {
  const { db, shop } = visit
  const gifts = await giftsOf(db, order.registry.id, order.language)
  const asked = summed(order.asked, line => giftFor(gifts, line))
  const wished = asked.map(line => ({ asked: line, gift: giftFor(gifts, line) }))
  const gone = wished.filter(one => one.gift === undefined)
  if (gone.length > 0) throw lost(gone.flatMap(one => lossOf(one.asked, undefined, []) ?? []))
  const known = wished.flatMap(({ asked, gift }) => (gift ? [{ asked, gift }] : []))
  const wanted = known.map(({ gift }) => ({ productId: gift.product_id, variantId: gift.variant_id }))
  const prices = await shop.prices(wanted, order.language)
  const lines = known.map(({ asked, gift }) => ({ asked, gift, live: livePrice(gift, prices) }))
  // What is credited later goes by the mirror's price: it must not lag behind the one that the guest pays.
  const moved = lines.filter(({ gift, live }) => gift.type !== 'giftcertificate' && gift.price !== live.cents)
  if (moved.length > 0) await visit.freshen(moved.map(({ gift }) => gift.product_id))
  return lines
}

function livePrice(gift: ListedGift, prices: LivePrice[]): Line['live'] {
  const live = prices.find(one => one.productId === gift.product_id && one.variantId === gift.variant_id)
  if (!live?.available || live.cents === null)
    throw new Refusal('gift_unavailable', 409, {
      detail: { lines: [{ gift_id: gift.id, product_id: gift.product_id, name: gift.name }] },
    })
  return { ...live, cents: live.cents }
}

const lost = (lines: object[]) => new Refusal('cart_lost', 409, { detail: { lines } })

/** Refuses unless every line still fits what is open of its gift, under the registry's lock. */
async function checkOpen(tx: Db, order: Order, lines: Line[], { now, config }: Visit): Promise<void> {
  const offered = await offeredOf(tx, order, lines, now)
  const giftOf = (line: Line) => offered.find(one => one.id === line.gift.id)
  const losses = lines.flatMap(line => lossOf(line.asked, giftOf(line), offered) ?? [])
  if (losses.length > 0) throw lost(losses)
  const fields = Object.fromEntries(
    lines.flatMap(line => {
      const gift = found(giftOf(line))
      const isSmall = isTooSmall(line.asked, gift, config.GROUP_MINIMUM_CENTS)
      return isSmall ? [[`line_items.${line.asked.index}.list_price`, 'contribution_small']] : []
    }),
  )
  if (Object.keys(fields).length > 0) throw new Refusal('refused_fields', 422, { fields })
}

async function offeredOf(tx: Db, order: Order, lines: Line[], now: Date): Promise<Offered[]> {
  const gifts = await giftsOf(tx, order.registry.id, order.language)
  const ids = gifts.map(gift => gift.id)
  const given = await standings(tx, ids, now)
  return gifts.map(gift => ({
    id: gift.id,
    productId: gift.product_id,
    name: gift.name,
    available: gift.available,
    quantity: gift.quantity,
    isGroup: gift.is_group,
    price: lines.find(line => line.gift.id === gift.id)?.live.cents ?? gift.price,
    given: given.get(gift.id) ?? nothingGiven,
  }))
}

async function keep(
  tx: Db,
  order: Order,
  lines: Line[],
  known: data.HandoffRow | undefined,
  { now, config, customer }: Visit,
): Promise<data.HandoffRow> {
  const { input, registry, language } = order
  const held = {
    held_until: new Date(now.getTime() + config.HOLD_MINUTES * 60_000),
    making_until: new Date(now.getTime() + makingMs),
  }
  const rows = lines.map(line => snapshotOf(line, registry.id))
  if (known) return data.holdAgain(tx, known.id, held, rows)
  const handoff = {
    ...held,
    reference: newReference(),
    idempotency_key: order.key,
    fingerprint: order.fingerprint,
    registry_id: registry.id,
    customer_id: customer?.id ?? null,
    language,
    channel_id: language === 'el' ? config.SHOP_CHANNEL_EL : config.SHOP_CHANNEL_EN,
    giver_name: input.giver_name ?? null,
    giver_email: input.giver_email ?? null,
    visibility: input.visibility,
    message: input.message ?? null,
    created_at: now,
  }
  return data.insertHandoff(tx, handoff, rows)
}

function snapshotOf({ asked, gift, live }: Line, registryId: number) {
  return {
    registry_id: registryId,
    gift_id: gift.id,
    kind: asked.kind,
    product_id: gift.product_id,
    variant_id: gift.variant_id,
    units: asked.units,
    cents: asked.kind === 'units' ? live.cents : asked.cents,
    message: asked.message,
  }
}

/** The shop's cart, outside any transaction; without one the holds are let go at once. Null when it came too late. */
async function takeToShop(
  { handoff, lines }: { handoff: data.HandoffRow; lines: Line[] },
  { language }: Order,
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
    return (await data.keepCart(visit.db, handoff, cart.id)) ? answer(handoff, cart) : null
  } catch (error) {
    await letGo(handoff, visit)
    throw error
  }
}

async function letGo(handoff: data.HandoffRow, visit: Visit): Promise<void> {
  await visit.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [handoff.registry_id])
    await data.endHandoff(tx, handoff.id, 'failed')
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
    name: cartLineName(live.name || gift.name, language),
    reference: signed(handoff.reference, config.SECRET),
  }
}
