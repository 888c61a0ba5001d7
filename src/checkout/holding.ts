import { found, Refusal } from '../base/refusal.ts'
import { cardAmounts, giftsOf, type ListedGift, nothingGiven, standings } from '../gift/data.ts'
import { cardType } from '../gift/rules.ts'
import { registryById } from '../registry/data.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import type { LivePrice } from '../shop/port.ts'
import { type Click, stepOf, stillTakes } from './click.ts'
import * as data from './data.ts'
import { newReference } from './reference.ts'
import {
  type Asked,
  asGiven,
  giftFor,
  isCardAmount,
  isTooSmall,
  lossOf,
  type MovedLine,
  type Offered,
  summed,
} from './rules.ts'

/** How long the process that makes the shop's cart may take before another one may try. */
const makingMs = 15_000

/** What was asked of a gift, with its live price in cents. */
export interface Line {
  asked: Asked
  gift: ListedGift
  live: LivePrice & { cents: number }
}

/**
 * Sets everything aside in one transaction, or refuses the whole; the shop's prices are read before it. Null when
 * another process was faster under the same key.
 */
export async function hold(
  click: Click,
  visit: Visit,
): Promise<{ handoff: data.HandoffRow; lines: Line[] } | null> {
  const { registry } = click
  const lines = await pricedLines(click, visit)
  await visit.step?.('prices read')
  return visit.db.transaction().execute(async tx => {
    await data.lockRegistries(tx, [registry.id])
    stillTakes(found(await registryById(tx, registry.id)), visit.now)
    const known = await data.handoffByKey(tx, registry.id, click.key)
    if (stepOf(known, click, visit.now) !== 'hold') return null
    if (known) await data.releaseHandoff(tx, known.id)
    await checkOpen(tx, click, lines, visit)
    const handoff = await keep(tx, click, lines, known, visit)
    await visit.changed(tx, registry.id)
    await visit.step?.('gifts held, not committed')
    return { handoff, lines }
  })
}

/** The gifts asked for, lines of one gift as one, with their prices read live. */
async function pricedLines(click: Click, visit: Visit): Promise<Line[]> {
  const { db, shop } = visit
  const gifts = await giftsOf(db, click.registry.id, click.language)
  const given = await asMoney(db, click.asked, gifts)
  const asked = summed(given, line => giftFor(gifts, line))
  const wished = asked.map(line => ({ asked: line, gift: giftFor(gifts, line) }))
  const gone = wished.filter(one => one.gift === undefined)
  if (gone.length > 0) throw lost(gone.flatMap(one => lossOf(one.asked, undefined, []) ?? []))
  const known = wished.flatMap(({ asked, gift }) => (gift ? [{ asked, gift }] : []))
  const wanted = known.map(({ gift }) => ({ productId: gift.product_id, variantId: gift.variant_id }))
  const prices = await shop.prices(wanted, click.language)
  const lines = known.map(({ asked, gift }) => ({ asked, gift, live: livePrice(gift, prices) }))
  // What is credited later goes by the mirror's price: it must not lag behind the one that the guest pays.
  const moved = lines.filter(({ gift, live }) => gift.type !== cardType && gift.price !== live.cents)
  if (moved.length > 0) await visit.freshen(moved.map(({ gift }) => gift.product_id))
  const surprising = lines.flatMap(surpriseOf)
  if (surprising.length > 0) throw new Refusal('cart_price_moved', 409, { detail: { lines: surprising } })
  return lines
}

/** Nobody is sent to pay another price than the one that was shown. */
function surpriseOf({ asked, gift, live }: Line): MovedLine[] {
  const isSeen = asked.kind !== 'units' || asked.seen === undefined || asked.seen === live.cents
  return isSeen ? [] : [{ gift_id: gift.id, name: gift.name, cents: live.cents }]
}

/** Lines for gift cards as the money they are. Throws `refused_fields` 422 for an amount that the shop doesn't offer. */
async function asMoney(db: Db, asked: Asked[], gifts: ListedGift[]): Promise<Asked[]> {
  const cards = gifts.filter(gift => gift.type === cardType).map(gift => gift.product_id)
  const amounts = await cardAmounts(db, cards)
  const fields: Record<string, string> = {}
  const given = asked.map(line => {
    const gift = giftFor(gifts, line)
    const isCard = gift?.type === cardType
    const money = asGiven(line, gift && { isCard, price: gift.price })
    if (isCard && !isCardAmount(money.each ?? 0, amounts.get(gift.product_id) ?? [gift.price]))
      fields[`line_items.${line.index}.list_price`] = 'card_amount'
    return money
  })
  if (Object.keys(fields).length > 0) throw new Refusal('refused_fields', 422, { fields })
  return given
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
async function checkOpen(tx: Db, click: Click, lines: Line[], { now, config }: Visit): Promise<void> {
  const offered = await offeredOf(tx, click, lines, now)
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

async function offeredOf(tx: Db, click: Click, lines: Line[], now: Date): Promise<Offered[]> {
  const gifts = await giftsOf(tx, click.registry.id, click.language)
  const ids = gifts.map(gift => gift.id)
  const given = await standings(tx, ids, now)
  return gifts.map(gift => ({
    id: gift.id,
    productId: gift.product_id,
    name: gift.name,
    available: gift.available,
    quantity: gift.quantity,
    isGroup: gift.is_group,
    isCard: gift.type === cardType,
    price: lines.find(line => line.gift.id === gift.id)?.live.cents ?? gift.price,
    given: given.get(gift.id) ?? nothingGiven,
  }))
}

async function keep(
  tx: Db,
  click: Click,
  lines: Line[],
  known: data.HandoffRow | undefined,
  { now, config, customer }: Visit,
): Promise<data.HandoffRow> {
  const { input, registry, language } = click
  const held = {
    held_until: new Date(now.getTime() + config.HOLD_MINUTES * 60_000),
    making_until: new Date(now.getTime() + makingMs),
  }
  const rows = lines.map(line => snapshotOf(line, registry.id))
  if (known) return data.holdAgain(tx, known.id, held, rows)
  const handoff = {
    ...held,
    reference: newReference(),
    idempotency_key: click.key,
    fingerprint: click.fingerprint,
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
