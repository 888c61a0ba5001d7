import { sql } from 'kysely'
import { AppError, orNotFound } from '../../base/app-error.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { Cents } from '../../base/money.ts'
import { releaseReservation } from '../../checkout/hand-off.sql.ts'
import { findDateErrors, registryState } from '../../registry/registry.rules.ts'
import { lockRegistry, updateRegistryRow } from '../../registry/registry.sql.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { RunOf } from './action.ts'
import { lockRegistryOfField } from './fields.ts'

/**
 * Changes the closing day by the rules of hosts (R213, R965). A later one also opens a closed registry again; an
 * earlier one makes the registry's money payable sooner.
 */
export const registryExtension: RunOf<'registry_extended'> = {
  async look(tx, { registry: typed, closing_day }, _, ctx) {
    const registry = await lockRegistryOfField(tx, typed)
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

/** Cents of a registry that closing it would pay out. */
async function sumOpenMoney(tx: Db, registryId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select greatest(coalesce(sum(cents), 0), 0)::int as cents from ledger
    where registry_id = ${registryId} and account <> 'goods'`.execute(tx)
  return rows[0]?.cents ?? 0
}

/** Hides a registry from search; its hosts can show it again (R965). */
export const registryHiding: RunOf<'registry_hidden'> = {
  async look(tx, { registry: typed }, _, ctx) {
    const { id, searchable } = await lockRegistryOfField(tx, typed)
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

/** Frees what a guest at the checkout has set aside; if they still pay, it counts as any late payment does (R965). */
export const reservationRelease: RunOf<'reservation_released'> = {
  findRegistryId: async (db, { handoff }) =>
    handoff === undefined ? undefined : (await findHandoffToRelease(db, handoff))?.registry_id,
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

const releasable = ['registry_id', 'state', 'reserves', 'reserved_until', 'giver_name'] as const
const findHandoffToRelease = (tx: Db, id: number) => findRow(tx, 'handoff', { id }, releasable)
