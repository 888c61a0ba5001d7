import { createHash, randomUUID } from 'node:crypto'
import { dayInAthens } from '../base/dates.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import { allow, found, Refusal } from '../base/refusal.ts'
import { type RegistryRow, registryByAddress } from '../registry/data.ts'
import { canView, isOpen } from '../registry/rules.ts'
import { isSecretTo } from '../registry/surprise-rules.ts'
import type { Config } from '../server/config.ts'
import type { Visit } from '../server/visit.ts'
import type * as said from './contract.ts'
import type { HandoffRow } from './data.ts'
import { type Asked, askedOf, type GenericProduct } from './rules.ts'

export type Input = ParsedOf<typeof said.createCart>

/** One click on “to checkout”: everything a hand-off goes by, read once. */
export interface Click {
  registry: RegistryRow
  input: Input
  key: string
  fingerprint: string
  language: Language
  asked: Asked[]
}

/** Reads a click. Throws `refused_missing` 404, `registry_closed` 409, `registry_is_secret` 403, `refused_fields` 422. */
export async function clickOf(input: Input, { db, customer, config, now, language }: Visit): Promise<Click> {
  const registry = found(await registryByAddress(db, input.registry_id))
  allow(canView(registry, customer))
  stillTakes(registry, now)
  // What a cart is refused for would tell hosts who want to be surprised what others have bought.
  if (isSecretTo(registry, customer, dayInAthens(now))) throw new Refusal('registry_is_secret', 403)
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

/** A closing that was worked off stands, even where a clock that was put back says that its day goes on. */
export function stillTakes(registry: RegistryRow, now: Date): void {
  const isClosed = registry.closing_day !== null && registry.closed_day === registry.closing_day
  if (isClosed || !isOpen(registry, dayInAthens(now))) throw new Refusal('registry_closed', 409)
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
export function stepOf(known: HandoffRow | undefined, click: Click, now: Date): 'leave' | 'wait' | 'hold' {
  if (!known) return 'hold'
  if (known.fingerprint !== click.fingerprint) throw new Refusal('cart_key_reused', 409)
  if (known.state === 'ordered') throw paidAlready(known)
  if (known.making_until && known.making_until > now) return 'wait'
  const isHeld = known.state === 'open' && known.held_until > now
  return isHeld && known.cart_id !== null ? 'leave' : 'hold'
}

export const paidAlready = ({ reference }: HandoffRow) =>
  new Refusal('cart_paid', 409, { detail: { reference } })
