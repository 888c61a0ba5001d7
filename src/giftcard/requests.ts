import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { dayInAthens } from '../base/dates.ts'
import { codeFrom } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import { Refusal } from '../base/refusal.ts'
import type { Config } from '../server/config.ts'
import type { Db } from '../server/tables.ts'
import { yearsLater } from './closing-rules.ts'
import * as data from './data.ts'
import * as kept from './payout-data.ts'
import { certificateCode, openOf, type Pocket, partsOf, purseOf, type Source } from './rules.ts'

/** Under which key something was asked, and a hash of what was asked. */
export interface Key {
  key: string
  fingerprint: string
}

/** The key of a request; without one of its own it gets one that nobody repeats. */
export function keyOf(given: string | undefined, content: object): Key {
  return {
    key: given ?? randomUUID(),
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  }
}

/** What was asked under that key before. Throws `giftcard_key_reused` 409 when it was something else. */
export async function asked(db: Db, registryId: number, key: Key): Promise<kept.PayoutRow | undefined> {
  const known = await kept.payoutByKey(db, registryId, key.key)
  if (known && known.fingerprint !== key.fingerprint) throw new Refusal('giftcard_key_reused', 409)
  return known
}

/** Whom the money goes to. */
export interface Person {
  name: string
  surname: string
  email: string
  language: Language
}

/** Money to be taken out of a registry. */
export interface Wanted {
  registryId: number
  key: Key
  reason: kept.PayoutRow['reason']
  parts: Pocket[]
  to: Person
  closing?: number
  /** The gift that is ordered, or bought with the host's own money besides. */
  giftId?: number
  /** Ordered units of it; without them the money becomes a certificate. */
  units?: number
}

/**
 * Keeps a request and takes its money out of the ledger, in one transaction under the registry's lock; the shop is
 * asked afterwards. The database checks that what is taken is what is paid, and that the registry has it.
 */
export async function keepPayout(
  tx: Db,
  wanted: Wanted,
  { config, now }: { config: Config; now: Date },
): Promise<kept.PayoutRow> {
  const { registryId, key, parts, to, units } = wanted
  const isOrder = units !== undefined
  const years = config.GIFT_CARD_YEARS
  const payout = await kept.insertPayout(
    tx,
    {
      registry_id: registryId,
      way: isOrder ? 'order' : 'certificate',
      reason: wanted.reason,
      closing_number: wanted.closing ?? null,
      idempotency_key: key.key,
      fingerprint: key.fingerprint,
      cents: parts.reduce((sum, part) => sum + part.cents, 0),
      gift_id: wanted.giftId ?? null,
      units: units ?? null,
      language: to.language,
      to_name: to.name,
      to_surname: to.surname,
      to_email: to.email,
      expires_on: isOrder || years === 0 ? null : yearsLater(dayInAthens(now), years),
      next_at: now,
      created_at: now,
    },
    () => certificateCode(codeFrom(randomBytes)),
  )
  const kind = isOrder ? 'redeemed' : 'certificate'
  const cause = `payout ${payout.id}`
  await data.writeLines(tx, registryId, parts, { kind, cause, payout_id: payout.id, sign: -1, now })
  return payout
}

/**
 * The parts that make up what was asked of these sources, or all they hold. Throws `giftcard_nothing` 409 when they
 * hold nothing, `giftcard_much` 422 when they hold less.
 */
export async function takenFrom(
  tx: Db,
  registryId: number,
  sources: Source[],
  amount: Cents | undefined,
): Promise<Pocket[]> {
  const purse = purseOf(await data.sumsOf(tx, registryId))
  const open = openOf(purse, sources)
  if (open === 0) throw new Refusal('giftcard_nothing', 409)
  const parts = partsOf(purse, sources, amount ?? open)
  if (!parts)
    throw new Refusal('giftcard_much', 422, { fields: { amount: 'giftcard_much' }, detail: { open } })
  return parts
}
