import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import { releaseReservation } from '../../checkout/hand-off/data.ts'
import { findGiftNames } from '../../checkout/orders/data.ts'
import { availableFrom, type MoneySource } from '../../giftcard/ledger/rules.ts'
import { readBalance } from '../../giftcard/ledger/service.ts'
import { transferableCents, writeTransfer } from '../../giftcard/transfer/move-service.ts'
import { findTransferTargets } from '../../giftcard/transfer/service.ts'
import { lockRegistry, type RegistryRow, updateRegistryRow } from '../../registry/registry/data.ts'
import { findDateErrors, isRegistryOpen, registryState } from '../../registry/registry/rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findHandoffToRelease, sumOpenMoney } from './data.ts'
import { registryOfField } from './line-service.ts'
import { parseMoneySource } from './rules.ts'
import type { ActionRun } from './service.ts'

interface RegistryInput {
  registry: string
}

/** The registry that was named, under its lock. */
async function lockNamed(tx: Db, typed: string): Promise<RegistryRow> {
  return orNotFound(await lockRegistry(tx, (await registryOfField(tx, typed)).id))
}

/**
 * Another closing day by the rules of hosts: a later one extends, or opens a closed registry again (R213, R965); an earlier
 * one makes the money of the registry payable sooner.
 */
export const registryExtension: ActionRun<RegistryInput & { closing_day: string }, null> = {
  read: async () => null,
  async look(tx, { registry: typed, closing_day }, _, ctx) {
    const registry = await lockNamed(tx, typed)
    const { event_day: event, closing_day: before } = registry
    const today = dayInAthens(ctx.now)
    const errors = findDateErrors({ event, closing: closing_day }, today, { event, closing: before })
    if (errors.end_date)
      throw new AppError('refused_fields', 422, { fields: { closing_day: errors.end_date } })
    if (closing_day === before)
      throw new AppError('staff_registry_same', 409, { fields: { closing_day: 'staff_registry_same' } })
    const isSooner = before === null || closing_day < before
    const stateOf = (day: string | null) => registryState({ closing_day: day }, today)
    return {
      registryId: registry.id,
      cents: isSooner ? await sumOpenMoney(tx, registry.id) : 0,
      history: { what: 'shop_closing_day' },
      before: { closing_day: before, registry_state: stateOf(before) },
      after: { closing_day, registry_state: stateOf(closing_day) },
      async apply() {
        await updateRegistryRow(tx, registry.id, { closing_day })
        await ctx.registryChanged(tx, registry.id)
      },
    }
  },
}

/** Takes a registry out of find; its hosts can put it back (R965). */
export const registryHiding: ActionRun<RegistryInput, null> = {
  read: async () => null,
  async look(tx, { registry: typed }, _, ctx) {
    const { id, searchable } = await lockNamed(tx, typed)
    if (!searchable) throw new AppError('staff_registry_hidden', 409)
    return {
      registryId: id,
      history: { what: 'shop_hidden' },
      before: { searchable: true },
      after: { searchable: false },
      async apply() {
        await updateRegistryRow(tx, id, { searchable: false })
        await ctx.registryChanged(tx, id)
      },
    }
  },
}

/** Frees what a guest at the checkout has set aside; a payment that comes all the same counts as any late one (R965). */
export const reservationRelease: ActionRun<{ handoff: number }, null> = {
  findRegistryId: async (db, { handoff }) =>
    handoff === undefined ? undefined : (await findHandoffToRelease(db, handoff))?.registry_id,
  read: async () => null,
  async look(tx, { handoff: id }, _, ctx) {
    const { registry_id } = orNotFound(await findHandoffToRelease(tx, id))
    await lockRegistry(tx, registry_id)
    const handoff = orNotFound(await findHandoffToRelease(tx, id))
    const isOpen = handoff.state === 'open' && handoff.reserves && handoff.reserved_until > ctx.now
    if (!isOpen) throw new AppError('staff_reservation_over', 409)
    const facts = { giver: handoff.giver_name, until_at: handoff.reserved_until.toISOString() }
    return {
      registryId: registry_id,
      before: { ...facts, reserved: true },
      after: { ...facts, reserved: false },
      async apply() {
        await releaseReservation(tx, id)
        await ctx.registryChanged(tx, registry_id)
      },
    }
  },
}

interface MoveInput {
  registry: string
  source: string
  to: number
  amount: Cents
}

/** Moves money of one gift to another open group gift of the registry, by the rules of hosts (R608, R974). */
export const moneyMove: ActionRun<MoveInput, null> = {
  read: async () => null,
  choices: moneyChoices,
  async look(tx, { registry: typed, source: from, to, amount, ...rest }, _, ctx) {
    const { id: registryId } = await registryOfField(tx, typed)
    const registry = orNotFound(await lockRegistry(tx, registryId))
    if (!isRegistryOpen(registry, dayInAthens(ctx.now)))
      throw new AppError('registry_closed', 409, { fields: { registry: 'registry_closed' } })
    const source = parseMoneySource(from)
    if (!source) throw new AppError('refused_fields', 422, { fields: { source: 'field_wrong' } })
    const held = availableFrom(await readBalance(tx, registryId), [source])
    const targets = await findTransferTargets(registryId, { ...ctx, db: tx })
    const open = targets.find(one => one.id === to)?.open ?? 0
    const cents = await transferableCents(tx, registryId, { source, to, amount }, ctx)
    const names = await findGiftNames(tx, [source.giftId, to], ctx.language)
    const facts = { from_gift: names.get(source.giftId) ?? '', to_gift: names.get(to) ?? '' }
    const key = { key: `staff ${(rest as { key?: string }).key ?? ''}`, fingerprint: '' }
    return {
      registryId,
      cents,
      history: { what: 'shop_money_moved', about: facts.to_gift, isGiving: true },
      before: { ...facts, held_cents: held, open_cents: open },
      after: { ...facts, amount_cents: cents, held_cents: held - cents, open_cents: open - cents },
      state: source.account,
      apply: () => writeTransfer(tx, { registryId, source, to, cents, key }, ctx),
    }
  },
}

async function moneyChoices({ registry }: Partial<MoveInput>, ctx: StaffContext) {
  if (registry === undefined) return { source: [], to: [] }
  const { id } = await registryOfField(ctx.db, registry)
  const { accounts } = await readBalance(ctx.db, id)
  const names = await findGiftNames(
    ctx.db,
    accounts.map(one => one.giftId),
    ctx.language,
  )
  const label = ({ giftId, cents }: MoneySource & { cents: Cents }) =>
    `${names.get(giftId) ?? giftId}, ${formatEuro(cents, ctx.language)} (${giftId})`
  return {
    source: accounts.map(one => ({ value: `${one.giftId} ${one.account}`, label: label(one) })),
    to: (await findTransferTargets(id, ctx)).map(({ id: gift, name, open }) => ({
      value: String(gift),
      label: `${name}, ${formatEuro(open, ctx.language)} (${gift})`,
    })),
  }
}
